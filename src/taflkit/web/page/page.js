// What the page does without Python: tabs, colours, saving files.

import { byId, make } from "./dom.js";

const THEME = "taflkit-theme";

/** Let the reader choose between light and dark; the choice is kept. */
export function useTheme() {
    const select = byId("theme", HTMLSelectElement);
    const use = (/** @type {string} */ theme) => {
        document.documentElement.dataset.theme = theme;
    };
    select.value = localStorage.getItem(THEME) ?? "auto";
    if (!select.value) select.value = "auto";
    use(select.value);
    select.addEventListener("change", () => {
        localStorage.setItem(THEME, select.value);
        use(select.value);
    });
}

/** Make the tabs work, by clicks and by arrow keys. */
export function showTabs() {
    const tabs = [...byId("tabs", HTMLElement).querySelectorAll("button")];
    const choose = (/** @type {HTMLElement} */ chosen) => {
        for (const tab of tabs) {
            const on = tab === chosen;
            tab.setAttribute("aria-selected", String(on));
            tab.tabIndex = on ? 0 : -1;
            byId(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !on;
        }
    };
    tabs.forEach((tab, at) => {
        tab.addEventListener("click", () => choose(tab));
        tab.addEventListener("keydown", event => {
            const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
            if (!step) return;
            event.preventDefault();
            const next = tabs[(at + step) % tabs.length];
            choose(next);
            next.focus();
        });
    });
    choose(tabs[0]);
}

/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveText(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = make("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
