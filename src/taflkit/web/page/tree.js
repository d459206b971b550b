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
     * Fill an element with the moves.
     * @param {HTMLElement} place
     * @param {number} current
     * @param {(id: number) => void} go
     */
    show(place, current, go) {
        const list = make("div", { class: "line" });
        this.#line(list, 0, 0, current, go);
        if (!list.childElementCount) list.append(make("span", { class: "note" }, "No moves yet."));
        place.replaceChildren(list);
        const chosen = place.querySelector("[aria-current]");
        if (chosen instanceof HTMLElement && place.scrollHeight > place.clientHeight) {
            const middle = chosen.offsetTop - place.offsetTop - place.clientHeight / 2;
            place.scrollTop = middle;
        }
    }

    /**
     * @param {HTMLElement} place
     * @param {number} from
     * @param {number} turn the number of turns taken before
     * @param {number} current
     * @param {(id: number) => void} go
     */
    #line(place, from, turn, current, go) {
        let at = from;
        let fresh = true;
        for (;;) {
            const [main, ...others] = this.children.get(at) ?? [];
            if (!main) return;
            turn += main.first ? 1 : 0;
            this.#move(place, main, turn, fresh, current, go);
            fresh = Boolean(main.comment) || others.length > 0;
            for (const other of others) {
                const variation = make("div", { class: "line variation" });
                this.#move(variation, other, turn, true, current, go);
                this.#line(variation, other.id, turn, current, go);
                place.append(variation);
            }
            at = main.id;
        }
    }

    /**
     * @param {HTMLElement} place
     * @param {TreeNode} node
     * @param {number} turn
     * @param {boolean} fresh whether the number must be said
     * @param {number} current
     * @param {(id: number) => void} go
     */
    #move(place, node, turn, fresh, current, go) {
        const number = Math.ceil(turn / 2);
        const second = turn % 2 === 0;
        if (node.first && (!second || fresh)) place.append(make("span", { class: "number" }, `${number}${second ? "…" : "."}`));
        const text = node.move === "-" ? "pass" : node.move ?? "";
        const button = make("button", { type: "button", class: "move", "data-node": String(node.id) }, `${text}${node.symbol ?? ""}`);
        if (node.id === current) button.setAttribute("aria-current", "step");
        button.addEventListener("click", () => go(node.id));
        place.append(button);
        if (node.judgement) button.title = node.judgement;
        if (node.comment) place.append(make("span", { class: "comment" }, node.comment));
    }
}
