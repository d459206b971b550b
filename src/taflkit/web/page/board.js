// The board: the picture that Python draws, and over it a grid of squares that can be clicked, dragged and typed on.

import { Picture, draw, make, picture, still } from "./dom.js";

/** @typedef {import("./types.js").BoardState} BoardState */
/** @typedef {{move: (text: string) => void, tried: (text: string) => void, say: (text: string) => void,
 *   edited: (square: string) => void}} Wishes */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const FAR_ENOUGH = 6; // pixels that a pointer moves before it drags
const MOTION = 180; // milliseconds that a move takes to be seen

/** @param {string} move */
const pathOf = move => move.split("-").filter(Boolean);

export class BoardView {
    /**
     * @param {HTMLElement} place
     * @param {Wishes} wishes
     */
    constructor(place, wishes) {
        this.place = place;
        this.wishes = wishes;
        /** @type {BoardState | null} */
        this.board = null;
        /** Whether the person may move now. */
        this.open = false;
        /** Whether squares are being edited. */
        this.editing = false;
        /** @type {string[]} The squares chosen so far. */
        this.path = [];
        /** @type {string[][]} */
        this.moves = [];
        /** @type {Map<string, HTMLElement>} */
        this.cells = new Map();
        /** @type {Map<string, string>} What was last said of each square: most stay as they are when something moves. */
        this.said = new Map();
        /** @type {string[]} Arrows and marks that the person drew. */
        this.drawn = [];
        /** @type {{moves: string[], squares: string[], hint: string}} */
        this.shown = { moves: [], squares: [], hint: "" };
        this.focused = "";
        this.grid = make("div", { role: "grid", id: "grid" });
        this.under = make("div", { class: "picture" });
        this.drawing = new Picture(this.under);
        this.over = draw("svg", { class: "marks", "aria-hidden": "true" });
        place.append(this.under, this.over, this.grid);
        this.#listen();
    }

    /**
     * Show a board.
     * @param {BoardState} board
     * @param {{open: boolean, animate: boolean, name: string}} how
     */
    show(board, how) {
        const before = this.board;
        this.board = board;
        this.open = how.open;
        if (before?.svg !== board.svg) {
            this.drawn = [];
            this.path = [];
            this.shown = { moves: [], squares: this.shown.squares, hint: "" };
        }
        if (!how.open) this.path = [];
        this.moves = board.moves.map(pathOf);
        this.drawing.show(board.svg);
        if (!before || before.columns !== board.columns || before.rows !== board.rows || before.flipped !== board.flipped) {
            this.#layOut();
        }
        this.grid.setAttribute("aria-label", `${how.name}, the board. Arrow keys go over it, Enter chooses a square.`);
        this.#label();
        this.#mark();
        if (this.path.length) this.#place();
        if (how.animate && !still()) this.#animate();
    }

    /**
     * Show arrows for moves, the squares of threatened pieces, and a hint.
     * @param {{moves?: string[], squares?: string[], hint?: string}} shown
     */
    point(shown) {
        this.shown = { ...this.shown, ...shown };
        this.#mark();
    }

    /**
     * Draw other pieces than those of the picture, while a position is set up.
     * @param {Record<string, number>} things
     */
    standing(things) {
        const { legend } = /** @type {BoardState} */ (this.board);
        for (const old of this.#all("g[data-piece], g[data-captured], .last, .goes-on")) old.remove();
        const drawings = legend.map(thing => picture(thing.svg));
        for (const [square, thing] of Object.entries(things)) {
            const [x, y] = this.#middle(square);
            const piece = draw("g", { "data-piece": legend[thing].name, "data-square": square, transform: `translate(${x} ${y})` });
            piece.append(...drawings[thing].cloneNode(true).childNodes);
            this.drawing.frame.append(piece);
        }
    }

    /** Forget what was chosen. */
    drop() {
        this.path = [];
        this.#label();
        this.#mark();
        this.#place();
    }

    /** @param {string} square */
    focus(square) {
        this.cells.get(square)?.focus();
    }

    // The squares.

    #layOut() {
        const board = /** @type {BoardState} */ (this.board);
        const { width, height, left, top, cell } = board.layout;
        this.place.style.setProperty("--ratio", String(width / height));
        this.over.setAttribute("viewBox", `0 0 ${width} ${height}`);
        const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
        Object.assign(this.grid.style, {
            left: percent(left, width),
            top: percent(top, height),
            width: percent(cell * board.columns, width),
            height: percent(cell * board.rows, height),
        });
        const columns = [...Array(board.columns).keys()];
        const rows = [...Array(board.rows).keys()].reverse();
        if (board.flipped) columns.reverse();
        if (board.flipped) rows.reverse();
        this.cells.clear();
        this.said.clear();
        this.grid.replaceChildren(
            ...rows.map(row => {
                const line = make("div", { role: "row" });
                for (const column of columns) {
                    const square = `${LETTERS[column]}${row + 1}`;
                    const found = make("div", { role: "gridcell", "data-square": square, tabindex: "-1" });
                    this.cells.set(square, found);
                    line.append(found);
                }
                return line;
            }),
        );
        const first = this.cells.has(this.focused) ? this.focused : `${LETTERS[columns[0]]}${rows[0] + 1}`;
        this.focused = first;
        const start = this.cells.get(first);
        if (start) start.tabIndex = 0;
    }

    #label() {
        const board = /** @type {BoardState} */ (this.board);
        const next = new Set(this.#next().map(path => path[this.path.length]));
        const origins = this.open ? new Set(this.moves.map(path => path[0])) : new Set();
        const captured = new Map(board.captured);
        for (const [square, cell] of this.cells) {
            const thing = this.#thingOn(square);
            const words = [square, thing === undefined ? "empty" : board.legend[thing].name];
            const region = board.regions[square];
            if (region) words.push(region);
            if (board.last.includes(square)) words.push("last move");
            if (captured.has(square)) words.push(`${captured.get(square)} captured here`);
            const chosen = this.path.includes(square);
            const target = this.path.length > 0 && next.has(square);
            const movable = !this.path.length && origins.has(square);
            if (chosen) words.push("chosen");
            if (target) words.push("can go here");
            if (movable) words.push("can move");
            const label = words.join(", ");
            const taking = target && thing !== undefined;
            const classes = { chosen, target, taking, movable: origins.has(square) || this.editing };
            const said = [label, ...Object.entries(classes).flatMap(([name, on]) => (on ? [name] : []))].join("|");
            if (this.said.get(square) === said) continue;
            this.said.set(square, said);
            cell.setAttribute("aria-label", label);
            cell.setAttribute("aria-selected", String(chosen));
            for (const [name, on] of Object.entries(classes)) cell.classList.toggle(name, on);
        }
    }

    /** @param {string} square */
    #thingOn(square) {
        const board = /** @type {BoardState} */ (this.board);
        // While a chain of jumps is being chosen, its piece stands where it has come to.
        if (this.path.length > 1) {
            if (square === this.path[0]) return undefined;
            if (square === this.path[this.path.length - 1]) return board.things[this.path[0]];
        }
        return board.things[square];
    }

    /** The moves that begin with what is chosen. */
    #next() {
        if (!this.open) return [];
        return this.moves.filter(
            path => path.length > this.path.length && this.path.every((square, at) => path[at] === square),
        );
    }

    // Choosing.

    /**
     * Choose a square, by a click, a drop or a key.
     * @param {string} square
     * @returns {void}
     */
    choose(square) {
        const board = this.board;
        if (!board) return;
        if (this.editing) return this.wishes.edited(square);
        if (this.drawn.length) {
            this.drawn = [];
            this.#mark();
        }
        if (!this.open) return; // Too early: somebody else moves, or the game is over.
        const chosen = this.path;
        const last = chosen[chosen.length - 1];
        const whole = [...chosen, square];
        const further = this.#next().filter(path => path[chosen.length] === square);
        if (square === last && !further.length) {
            if (chosen.length > 1 && this.#is(chosen)) return this.#play(chosen);
            return this.drop();
        }
        if (further.length) {
            this.path = whole;
            if (this.#is(whole) && further.every(path => path.length === whole.length)) return this.#play(whole);
            this.#label();
            this.#mark();
            this.#place();
            if (whole.length === 1) this.wishes.say(this.#whereTo(square));
            return;
        }
        if (this.moves.some(path => path[0] === square)) {
            this.path = [];
            return this.choose(square);
        }
        if (!chosen.length) {
            if (board.things[square] !== undefined) this.wishes.tried(square);
            return;
        }
        this.wishes.tried(whole.join("-"));
    }

    /** @param {string[]} path */
    #is(path) {
        return this.moves.some(move => move.join("-") === path.join("-"));
    }

    /** @param {string[]} path */
    #play(path) {
        this.path = [];
        this.#label();
        this.#mark();
        this.wishes.move(path.join("-"));
    }

    /** @param {string} square */
    #whereTo(square) {
        const squares = [...new Set(this.#next().map(path => path[1]))];
        return `${square} can go to ${squares.slice(0, 40).join(", ")}.`;
    }

    // Pointers and keys.

    #listen() {
        /** @type {{square: string, x: number, y: number, button: number, dragged: boolean, piece: SVGElement | null} | null} */
        let held = null;
        let dropped = false;
        this.grid.addEventListener("pointerdown", event => {
            const square = this.#squareAt(event);
            if (!square || (event.button !== 0 && event.button !== 2)) return;
            dropped = false;
            held = { square, x: event.clientX, y: event.clientY, button: event.button, dragged: false, piece: null };
        });
        this.grid.addEventListener("pointermove", event => {
            if (!held) return;
            const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR_ENOUGH;
            if (!held.dragged && far) {
                held.dragged = true;
                this.grid.setPointerCapture(event.pointerId);
                if (held.button === 0) held.piece = this.#pickUp(held.square);
            }
            if (held.piece) this.#carry(held.piece, event);
        });
        const end = (/** @type {PointerEvent} */ event) => {
            const was = held;
            held = null;
            if (!was) return;
            const square = this.#squareAt(event);
            if (was.button === 2) {
                if (square) this.#toggle(square === was.square ? square : `${was.square}-${square}`);
            } else if (was.dragged) {
                dropped = true;
                this.#place();
                if (was.piece && square && square !== was.square) {
                    this.quiet = true;
                    this.choose(square);
                } else if (was.piece) this.drop();
            }
        };
        this.grid.addEventListener("pointerup", end);
        this.grid.addEventListener("pointercancel", () => {
            held = null;
            this.#place();
        });
        this.grid.addEventListener("click", event => {
            if (dropped) {
                dropped = false;
                return;
            }
            const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
            const square = cell?.getAttribute("data-square");
            if (!square) return;
            this.focus(square);
            this.choose(square);
        });
        this.grid.addEventListener("focusin", event => {
            const square = event.target instanceof Element ? event.target.getAttribute("data-square") : null;
            if (!square) return;
            const before = this.cells.get(this.focused);
            if (before) before.tabIndex = -1;
            this.focused = square;
            /** @type {HTMLElement} */ (event.target).tabIndex = 0;
        });
        this.grid.addEventListener("contextmenu", event => event.preventDefault());
        this.grid.addEventListener("keydown", event => this.#key(event));
    }

    /** @param {PointerEvent} event */
    #squareAt(event) {
        const board = this.board;
        const box = this.grid.getBoundingClientRect();
        if (!board || !box.width) return "";
        const across = Math.floor(((event.clientX - box.left) / box.width) * board.columns);
        const down = Math.floor(((event.clientY - box.top) / box.height) * board.rows);
        if (across < 0 || down < 0 || across >= board.columns || down >= board.rows) return "";
        const column = board.flipped ? board.columns - 1 - across : across;
        const row = board.flipped ? down : board.rows - 1 - down;
        return `${LETTERS[column]}${row + 1}`;
    }

    /** @param {string} square */
    #pickUp(square) {
        const chain = this.path.length > 1 && this.path[this.path.length - 1] === square;
        if (!this.open || this.editing) return null;
        if (!chain) {
            if (!this.moves.some(path => path[0] === square && path.length > 1)) return null;
            this.path = [square];
            this.#label();
            this.#mark();
        }
        return this.#piece(this.path[0]);
    }

    /**
     * @param {SVGElement} piece
     * @param {PointerEvent} event
     */
    #carry(piece, event) {
        const layout = /** @type {BoardState} */ (this.board).layout;
        const box = this.over.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * layout.width;
        const y = ((event.clientY - box.top) / box.height) * layout.height;
        piece.setAttribute("transform", `translate(${x} ${y}) scale(1.1)`);
        piece.parentNode?.append(piece);
    }

    /** @param {string} square */
    #piece(square) {
        return this.#all(`g[data-piece][data-square="${square}"]`)[0] ?? null;
    }

    /** @param {string} selector */
    #all(selector) {
        return /** @type {SVGElement[]} */ ([...this.drawing.frame.querySelectorAll(selector)]);
    }

    /** Put the chosen piece where it stands, or where the chain has come to. */
    #place() {
        for (const piece of this.#all("g[data-piece]")) {
            const square = piece.getAttribute("data-square") ?? "";
            const at = this.path.length > 1 && square === this.path[0] ? this.path[this.path.length - 1] : square;
            const place = `translate(${this.#middle(at).join(" ")})`;
            if (piece.getAttribute("transform") !== place) piece.setAttribute("transform", place);
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const board = /** @type {BoardState} */ (this.board);
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        const step = steps[/** @type {keyof typeof steps} */ (event.key)];
        if (step) {
            const side = board.flipped ? -1 : 1;
            const column = LETTERS.indexOf(this.focused[0]) + side * step[0];
            const row = Number(this.focused.slice(1)) + side * step[1];
            const square = `${LETTERS[column]}${row}`;
            if (this.cells.has(square)) this.focus(square);
        } else if (event.key === "Enter" || event.key === " ") {
            this.choose(this.focused);
        } else if (event.key === "Escape") {
            this.drawn = [];
            this.drop();
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    // What is drawn over the picture.

    /** @param {string} what */
    #toggle(what) {
        this.drawn = this.drawn.includes(what) ? this.drawn.filter(each => each !== what) : [...this.drawn, what];
        this.#mark();
    }

    /**
     * @param {string} square
     * @returns {[number, number]}
     */
    #middle(square) {
        const board = /** @type {BoardState} */ (this.board);
        const column = LETTERS.indexOf(square[0]);
        const row = Number(square.slice(1)) - 1;
        const across = board.flipped ? board.columns - 1 - column : column;
        const down = board.flipped ? row : board.rows - 1 - row;
        const { left, top, cell } = board.layout;
        return [left + (across + 0.5) * cell, top + (down + 0.5) * cell];
    }

    #mark() {
        const { cell } = /** @type {BoardState} */ (this.board).layout;
        /** @type {SVGElement[]} */
        const marks = [];
        const ring = (/** @type {string} */ square, /** @type {string} */ name) => {
            const [cx, cy] = this.#middle(square);
            marks.push(draw("circle", { cx, cy, r: cell * 0.46, class: name, fill: "none", "stroke-width": 3 }));
        };
        for (const square of this.shown.squares) ring(square, "threat");
        this.shown.moves.forEach((move, rank) => marks.push(...this.#arrow(pathOf(move), `arrow best${rank}`)));
        if (this.shown.hint) marks.push(...this.#arrow(pathOf(this.shown.hint), "arrow hint"));
        for (const each of this.drawn) {
            if (each.includes("-")) marks.push(...this.#arrow(each.split("-"), "arrow own"));
            else ring(each, "own-mark");
        }
        this.over.replaceChildren(...marks);
    }

    /**
     * @param {string[]} path
     * @param {string} name
     * @returns {SVGElement[]}
     */
    #arrow(path, name) {
        const { cell } = /** @type {BoardState} */ (this.board).layout;
        if (path.length === 1) {
            const [cx, cy] = this.#middle(path[0]);
            return [draw("circle", { cx, cy, r: cell * 0.3, class: name })];
        }
        return path.slice(1).map((to, at) => {
            const [x, y] = this.#middle(path[at]);
            const [u, v] = this.#middle(to);
            const length = Math.hypot(u - x, v - y) || 1;
            const [right, down] = [(u - x) / length, (v - y) / length];
            const outline = [[8, 3.5], [length - 16, 3.5], [length - 16, 10], [length - 1, 0], [length - 16, -10], [length - 16, -3.5], [8, -3.5]];
            const points = outline.map(([far, aside]) => `${x + far * right - aside * down},${y + far * down + aside * right}`);
            return draw("polygon", { points: points.join(" "), class: name, "stroke-linejoin": "round" });
        });
    }

    #animate() {
        const board = /** @type {BoardState} */ (this.board);
        if (this.quiet) {
            this.quiet = false; // The piece was carried there by hand.
            return;
        }
        const target = board.last[board.last.length - 1];
        const piece = target ? this.#piece(target) : null;
        if (!piece) return;
        if (board.last.length === 1) {
            piece.animate([{ opacity: 0 }, { opacity: 1 }], MOTION);
            return;
        }
        piece.parentNode?.append(piece);
        const steps = board.last.map(square => {
            const [x, y] = this.#middle(square);
            return { transform: `translate(${x}px, ${y}px)` };
        });
        piece.animate(steps, { duration: MOTION * (board.last.length - 1), easing: "ease-in-out" });
    }
}
