// Setting up a position: a palette of pieces, and squares to put them on.

import { byId, make, picture } from "./dom.js";

/** @typedef {import("./types.js").State} State */

const EMPTY = -1;

export class Editor {
    /** @param {import("./board.js").BoardView} view */
    constructor(view) {
        this.view = view;
        /** @type {State | null} */
        this.state = null;
        this.piece = EMPTY;
        this.panel = byId("editor", HTMLElement);
        this.button = byId("edit", HTMLButtonElement);
        this.player = byId("edit-player", HTMLSelectElement);
    }

    /** @param {State} state */
    begin(state) {
        this.state = { ...state, board: { ...state.board, things: { ...state.board.things }, last: [], captured: [], goingOn: [] } };
        this.panel.hidden = false;
        this.button.hidden = true;
        this.player.replaceChildren(...state.players.map(({ word, name }) => make("option", { value: word }, name)));
        this.player.value = state.players[state.toMove].word;
        this.#palette();
        this.view.editing = true;
        this.#draw();
    }

    /** Leave the editor; the caller shows the game again. */
    end() {
        this.panel.hidden = true;
        this.button.hidden = false;
        this.view.editing = false;
        this.state = null;
    }

    clear() {
        if (!this.state) return;
        this.state.board.things = {};
        this.#draw();
    }

    /**
     * @param {string} square
     * @returns {string} what happened, in words
     */
    put(square) {
        if (!this.state) return "";
        const { things, legend } = this.state.board;
        if (this.piece === EMPTY || things[square] === this.piece) delete things[square];
        else things[square] = this.piece;
        this.#draw();
        return `${square}: ${square in things ? legend[things[square]].name : "empty"}`;
    }

    /** The request that begins a game with the position. */
    request() {
        const board = /** @type {State} */ (this.state).board;
        const rows = [];
        for (let row = board.rows; row > 0; row--) {
            let letters = "";
            for (let column = 0; column < board.columns; column++) {
                const thing = board.things[`${String.fromCharCode(97 + column)}${row}`];
                letters += thing === undefined ? "-" : board.legend[thing].letter;
            }
            rows.push(letters);
        }
        return { do: "edit", rows, player: this.player.value };
    }

    #palette() {
        const legend = /** @type {State} */ (this.state).board.legend;
        this.piece = legend.length ? 0 : EMPTY;
        const choice = (/** @type {number} */ number, /** @type {string} */ name, /** @type {Node | string} */ shown) => {
            const input = make("input", { type: "radio", name: "piece", value: String(number), checked: number === this.piece });
            input.addEventListener("change", () => (this.piece = number));
            return make("label", { class: "choice" }, input, shown, make("span", {}, name));
        };
        byId("palette", HTMLElement).replaceChildren(
            ...legend.map((thing, number) => choice(number, thing.name, picture(thing.svg))),
            choice(EMPTY, "nothing", ""),
        );
    }

    #draw() {
        const { board, variant } = /** @type {State} */ (this.state);
        this.view.show(board, { open: false, animate: false, name: variant.title });
        this.view.standing(board.things);
    }
}
