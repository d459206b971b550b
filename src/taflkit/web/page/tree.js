// The list of moves, with variations and comments.

import { make } from "./dom.js";

/** @typedef {import("./types.js").TreeNode} TreeNode */

export class Moves {
    /** @param {TreeNode[]} nodes parents before children, main lines first */
    constructor(nodes) {
        /** @type {Map<number, TreeNode>} */
        this.nodes = new Map(nodes.map(node => [node.id, node]));
        /** @type {Map<number, TreeNode[]>} */
        this.children = new Map();
        for (const node of nodes) {
            if (node.parent === undefined) continue;
            const siblings = this.children.get(node.parent) ?? [];
            siblings.push(node);
            this.children.set(node.parent, siblings);
        }
    }

    /** @param {number} id */
    before(id) {
        return this.nodes.get(id)?.parent;
    }

    /** @param {number} id */
    after(id) {
        return this.children.get(id)?.[0]?.id;
    }

    /** @param {number} id */
    end(id) {
        let last = id;
        for (let next = this.after(last); next !== undefined; next = this.after(last)) last = next;
        return last;
    }

    /**
     * Fill an element with the moves. What is in it already stays: a game grows at its end.
     * @param {HTMLElement} place
     * @param {number} current
     * @param {(id: number) => void} go
     */
    show(place, current, go) {
        const list = place.firstElementChild ?? place.appendChild(make("div", { class: "line" }));
        const parts = this.#line(0, 0);
        const same = parts.findIndex((part, at) => drawn.get(list.children[at]) !== JSON.stringify(part));
        const from = same < 0 ? parts.length : same;
        while (list.children.length > from) list.lastElementChild?.remove();
        list.append(...parts.slice(from).map(part => drawPart(part, go)));
        if (!parts.length) list.append(make("span", { class: "note" }, "No moves yet."));
        for (const button of place.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
        const chosen = place.querySelector(`[data-node="${current}"]`);
        if (!(chosen instanceof HTMLElement)) return;
        chosen.setAttribute("aria-current", "step");
        if (place.scrollHeight > place.clientHeight) {
            place.scrollTop = chosen.offsetTop - place.offsetTop - place.clientHeight / 2;
        }
    }

    /**
     * The moves after a node, with the variations from them.
     * @param {number} from
     * @param {number} turn the number of turns taken before
     * @returns {Part[]}
     */
    #line(from, turn) {
        /** @type {Part[]} */
        const parts = [];
        let at = from;
        let fresh = true;
        for (;;) {
            const [main, ...others] = this.children.get(at) ?? [];
            if (!main) return parts;
            turn += main.first ? 1 : 0;
            parts.push(shownMove(main, turn, fresh));
            fresh = Boolean(main.comment) || others.length > 0;
            for (const other of others) {
                parts.push({ variation: [shownMove(other, turn, true), ...this.#line(other.id, turn)] });
            }
            at = main.id;
        }
    }
}

/**
 * A move of the list, or a variation that begins beside it.
 * @typedef {{id?: number, number?: string, text?: string, judgement?: string, comment?: string, variation?: Part[]}} Part
 */

/**
 * @param {TreeNode} node
 * @param {number} turn
 * @param {boolean} fresh whether the number must be said
 * @returns {Part}
 */
function shownMove(node, turn, fresh) {
    const second = turn % 2 === 0;
    const number = node.first && (!second || fresh) ? `${Math.ceil(turn / 2)}${second ? "…" : "."}` : "";
    const text = `${node.move === "-" ? "pass" : node.move ?? ""}${node.symbol ?? ""}`;
    return { id: node.id, number, text, judgement: node.judgement, comment: node.comment };
}

/** @type {WeakMap<Element, string>} What was drawn, by the elements that show it. */
const drawn = new WeakMap();

/**
 * @param {Part} part
 * @param {(id: number) => void} go
 * @returns {HTMLElement}
 */
function drawPart(part, go) {
    const element = part.variation ? make("div", { class: "line variation" }, ...part.variation.map(each => drawPart(each, go))) : drawMove(part, go);
    drawn.set(element, JSON.stringify(part));
    return element;
}

/**
 * @param {Part} part
 * @param {(id: number) => void} go
 */
function drawMove({ id = 0, number, text = "", judgement, comment }, go) {
    const button = make("button", { type: "button", class: "move", "data-node": String(id), onclick: () => go(id) }, text);
    if (judgement) button.title = judgement;
    const move = make("span", { class: "numbered" }, ...(number ? [make("span", { class: "number" }, number)] : []), button);
    return make("span", {}, move, ...(comment ? [make("span", { class: "comment" }, comment)] : []));
}
