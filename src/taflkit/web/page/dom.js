// Building elements. Text is always set as text; only pictures, which Python draws, are parsed.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "g", "path", "rect", "circle", "polygon", "text"]);

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
    const [frame, parts] = parse(text);
    frame.append(...parts.map(part => drawing(part)).filter(part => part !== null));
    return frame;
}

/**
 * The empty frame of a picture, and its parts as they stand in the text.
 * @param {string} text
 * @returns {[SVGSVGElement, Element[]]}
 */
function parse(text) {
    const parsed = new DOMParser().parseFromString(policy.createHTML(text), "image/svg+xml").documentElement;
    const frame = /** @type {SVGSVGElement} */ (draw("svg", { "aria-hidden": "true" }));
    for (const name of ["viewBox", "text-anchor", "font-family"]) {
        const value = parsed.getAttribute(name);
        if (value !== null) frame.setAttribute(name, value);
    }
    return [frame, [...parsed.children]];
}

/**
 * A part of a picture for this page; `null` if it is no part of a drawing.
 * @param {Element} part
 */
function drawing(part) {
    const all = [part, ...part.querySelectorAll("*")];
    for (const element of all) {
        const strange = [...element.attributes].some(({ name }) => /^on|href|^style$/i.test(name));
        if (DRAWN.has(element.localName) && !strange) continue;
        if (element === part) return null;
        element.remove();
    }
    return document.importNode(part, true);
}

/** A picture that is drawn again and again: the parts that have not changed stay, so little is laid out and painted. */
export class Picture {
    /** @param {HTMLElement} place */
    constructor(place) {
        this.place = place;
        this.frame = /** @type {SVGSVGElement} */ (draw("svg", {}));
        /** @type {Map<string, Element>} The parts by their texts; no two are the same. */
        this.parts = new Map();
    }

    /** @param {string} text */
    show(text) {
        const [frame, parts] = parse(text);
        if (!this.frame.isConnected || !this.frame.cloneNode(false).isEqualNode(frame)) {
            this.frame = frame;
            this.parts.clear();
            this.place.replaceChildren(frame);
        }
        /** @type {Map<string, Element>} */
        const now = new Map();
        for (const part of parts) {
            const written = part.outerHTML;
            const shown = this.parts.get(written) ?? drawing(part);
            if (!shown) continue;
            now.set(written, shown);
            // A piece may have been carried somewhere else.
            const at = part.getAttribute("transform");
            if (at !== null && shown.getAttribute("transform") !== at) shown.setAttribute("transform", at);
        }
        const kept = new Set(now.values());
        for (const old of [...this.frame.children]) if (!kept.has(old)) old.remove();
        let next = this.frame.firstChild;
        for (const shown of kept) {
            if (shown === next) next = next.nextSibling;
            else this.frame.insertBefore(shown, next);
        }
        this.parts = now;
    }
}

/** Whether the reader asks for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
