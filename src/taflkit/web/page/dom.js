// Building elements. Text is always set as text; only pictures, which Python draws, are parsed.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "g", "path", "rect", "circle", "polygon", "text", "title", "desc"]);

/**
 * The element with an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
    const found = document.getElementById(id);
    if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
    return found;
}

/**
 * Make an element with attributes and children; texts become text nodes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | (() => void)>} attributes functions listen to clicks
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener("click", value);
        else if (typeof value === "boolean") element.toggleAttribute(name, value);
        else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
export function draw(tag, attributes) {
    const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    return element;
}

/** @type {{createHTML: (text: string) => any}} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("taflkit", {
    createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (/** @type {string} */ text) => text };

/**
 * The picture that an SVG text draws, hidden from assistive technology: the page says the same in words.
 * What is no part of a drawing is left out, whatever the text says.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function picture(text) {
    const parsed = new DOMParser().parseFromString(policy.createHTML(text), "image/svg+xml").documentElement;
    for (const element of parsed.querySelectorAll("*")) {
        if (!DRAWN.has(element.localName) || element.localName === "title" || element.localName === "desc") element.remove();
        else if ([...element.attributes].some(({ name }) => /^on|href|^style$/i.test(name))) element.remove();
    }
    for (const name of ["id", "role", "aria-labelledby"]) parsed.removeAttribute(name);
    parsed.setAttribute("aria-hidden", "true");
    return /** @type {SVGSVGElement} */ (document.importNode(/** @type {Node} */ (parsed), true));
}

/** Whether the reader asks for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
