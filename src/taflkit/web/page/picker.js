// The dialog in which a variant is chosen: pictures, a search and filters.

import { byId, make, picture } from "./dom.js";

/** @typedef {import("./types.js").Listed} Listed */

/** The family of the variants that were dropped on the page. */
const OWN = "Your own";

/**
 * What a search looks at.
 *
 * @param {Listed} variant
 */
function searched({ name, title, kind, aliases, summary }) {
    return [name, title, kind, ...aliases, summary].join(" ").toLowerCase();
}

export class Picker {
    /**
     * @param {import("./types.js").Transport} transport
     * @param {(name: string) => void} choose
     */
    constructor(transport, choose) {
        this.transport = transport;
        this.choose = choose;
        this.dialog = byId("picker", HTMLDialogElement);
        this.cards = byId("cards", HTMLUListElement);
        this.text = byId("filter-text", HTMLInputElement);
        this.size = byId("filter-size", HTMLSelectElement);
        this.family = byId("filter-family", HTMLSelectElement);
        /** @type {Listed[]} */
        this.variants = [];
        /** @type {Map<string, string>} */
        this.pictures = new Map();
        for (const filter of [this.text, this.size, this.family]) filter.addEventListener("input", () => this.#show());
        this.seen = new IntersectionObserver(entries => {
            for (const entry of entries) if (entry.isIntersecting) this.#draw(entry.target);
        }, { root: this.dialog, rootMargin: "200px" });
    }

    async open() {
        this.dialog.showModal();
        const { variants = [], own = [] } = await this.transport.ask({ do: "variants" });
        const sent = own.map(each => ({
            ...each, kind: "", size: "", family: OWN, featured: true, aliases: [],
        }));
        this.variants = [...sent, ...variants];
        const sizes = [...new Set(this.variants.map(each => each.size).filter(Boolean))];
        sizes.sort((one, other) => parseInt(one) - parseInt(other) || one.localeCompare(other));
        this.#options(this.size, sizes);
        this.#options(this.family, [...new Set(this.variants.map(each => each.family))].sort());
        this.#show();
        this.text.focus();
    }

    close() {
        this.dialog.close();
    }

    /**
     * @param {HTMLSelectElement} select
     * @param {string[]} values
     */
    #options(select, values) {
        const chosen = select.value;
        select.replaceChildren(make("option", { value: "" }, "any"), ...values.map(value => make("option", { value }, value)));
        select.value = values.includes(chosen) ? chosen : "";
    }

    #show() {
        const words = this.text.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = this.variants.filter(
            each =>
                words.every(word => searched(each).includes(word)) &&
                (!this.size.value || each.size === this.size.value) &&
                (!this.family.value || each.family === this.family.value),
        );
        byId("found", HTMLElement).textContent = `${found.length} of ${this.variants.length} variants`;
        this.seen.disconnect();
        this.cards.replaceChildren(
            ...found.map(each => {
                const drawing = make("span", { class: "thumbnail", "data-variant": each.name });
                this.seen.observe(drawing);
                const facts = [each.size.replace("x", " × "), [each.title, OWN].includes(each.family) ? "" : `after ${each.family}`];
                const button = make(
                    "button",
                    { type: "button", class: "card", "data-name": each.name },
                    drawing,
                    make(
                        "span",
                        { class: "card-text" },
                        make("strong", {}, each.title),
                        make("span", { class: "note" }, facts.filter(Boolean).join(", ")),
                        make("span", {}, each.summary),
                    ),
                );
                button.addEventListener("click", () => this.choose(each.name));
                return make("li", {}, button);
            }),
        );
    }

    /** @param {Element} place */
    async #draw(place) {
        this.seen.unobserve(place);
        const variant = place.getAttribute("data-variant") ?? "";
        let drawing = this.pictures.get(variant);
        if (drawing === undefined) {
            drawing = (await this.transport.ask({ do: "picture", variant })).svg ?? "";
            this.pictures.set(variant, drawing);
        }
        if (drawing) place.replaceChildren(picture(drawing));
    }
}
