// The game that the browser keeps, so that it outlives the server.

import { byId, make } from "./dom.js";

/** @typedef {import("./types.js").State} State */

const KEPT = "taflkit-game";

export class Backup {
    /** @param {(record: string) => void} goOn begins with a record */
    constructor(goOn) {
        this.goOn = goOn;
        this.notice = byId("notice", HTMLElement);
        /** Whether the kept game is offered, and neither taken nor forgotten yet. */
        this.offered = false;
    }

    /**
     * Keep the game as it is now.
     * @param {State} state
     */
    keep(state) {
        if (state.backup || !this.offered) localStorage.setItem(KEPT, state.backup);
    }

    /**
     * Offer the game that was kept, if the board has none: another server has begun, or another worker.
     * @param {State} state the first one of a connection
     */
    offer(state) {
        const record = localStorage.getItem(KEPT);
        if (!record || state.tree.length > 1) return;
        this.offered = true;
        const done = () => {
            this.offered = false;
            this.notice.hidden = true;
        };
        this.notice.replaceChildren(
            make("span", {}, "A game is kept from before. "),
            make("button", { type: "button", onclick: () => { done(); this.goOn(record); } }, "Go on with it"),
            make("button", { type: "button", onclick: () => { done(); localStorage.removeItem(KEPT); } }, "Forget it"),
        );
        this.notice.hidden = false;
    }
}
