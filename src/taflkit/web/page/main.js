// The page: shows the state that Python tells, and sends what people do.

import { BoardView } from "./board.js";
import { Backup } from "./backup.js";
import { byId, make, still } from "./dom.js";
import { Editor } from "./editor.js";
import { showGraph } from "./graph.js";
import { chooseTransport } from "./transport.js";
import { saveText, showTabs, useTheme } from "./page.js";
import { Picker } from "./picker.js";
import { showAnalysis, showPlayers, showRules, showSeats, showTags } from "./panels.js";
import { Moves } from "./tree.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Answer} Answer */

const DEMO_PAUSE = 700; // milliseconds before an example shows its move

class Page {
    /** @param {import("./types.js").Transport} transport */
    constructor(transport) {
        this.transport = transport;
        /** @type {State | null} */
        this.state = null;
        this.moves = new Moves([]);
        this.view = new BoardView(byId("board", HTMLElement), {
            move: text => this.play(text),
            tried: text => this.explain(text),
            say: text => this.say(text),
            edited: square => this.say(this.editor.put(square)),
        });
        this.editor = new Editor(this.view);
        this.picker = new Picker(transport, name => this.begin(name));
        this.file = byId("file", HTMLInputElement);
        this.backup = new Backup(record => this.ask({ do: "open", text: record }));
        this.#listen();
    }

    start() {
        this.transport.listen({
            wants: version => !this.state || version > this.state.version,
            state: (state, first) => {
                if (first) this.backup.offer(state);
                this.show(state, first);
            },
            thinking: found => {
                if (this.state && found.node === this.state.current && this.state.analysing) {
                    showAnalysis(this.state, found, moves => this.follow(moves));
                    if (!this.editor.state) this.view.point({ moves: found.lines.map(line => line.moves[0]) });
                }
            },
            hint: found => {
                if (found.node === this.state?.current) this.view.point({ hint: found.hint });
            },
            trouble: text => this.#trouble(text),
        });
    }

    /**
     * Send a request, show the state that it leads to, and say what went wrong.
     * @param {Record<string, unknown>} request
     * @returns {Promise<Answer>}
     */
    async ask(request) {
        /** @type {Answer} */
        let answer;
        try {
            answer = await this.transport.ask(request);
        } catch {
            answer = { error: "The server does not answer." };
        }
        if (answer.state) this.show(answer.state, false);
        if (answer.error) this.say(sentence(answer.error), true);
        return answer;
    }

    /**
     * @param {State} state
     * @param {boolean} first whether a connection begins, perhaps with another server
     */
    show(state, first) {
        const before = this.state;
        if (before && !first && state.version <= before.version) return;
        this.state = state;
        this.moves = new Moves(state.tree);
        const now = this.moves.nodes.get(state.current);
        const animate = Boolean(before && before.current !== state.current && now?.parent === before.current);
        if (before && before.variant.name !== state.variant.name && this.editor.state) this.editor.end();
        const player = state.players[state.toMove];
        const open = !state.over && !(player.automated && state.live);
        if (!this.editor.state) this.view.show(state.board, { open, animate, name: state.variant.title });
        document.title = `${state.variant.title} – taflkit`;
        byId("title", HTMLElement).textContent = state.variant.title;
        if (state.example !== (before?.example ?? "")) this.#exampleNotice(state.example);
        byId("pass", HTMLElement).hidden = !(open && state.board.moves.includes("-"));
        byId("go-on", HTMLElement).hidden = state.live || state.over !== null || !player.automated;
        byId("limit-line", HTMLElement).hidden = !state.hasLimit;
        const limit = byId("limit", HTMLInputElement);
        if (document.activeElement !== limit) limit.value = state.limit === null ? "" : String(state.limit);
        const position = byId("position", HTMLTextAreaElement);
        if (document.activeElement !== position) position.value = state.position;
        const comment = byId("comment", HTMLTextAreaElement);
        if (document.activeElement !== comment) comment.value = now?.comment ?? "";
        byId("analyse", HTMLInputElement).checked = state.analysing;
        if (!state.analysing) this.view.point({ moves: [] });
        byId("bar", HTMLElement).hidden = !state.analysing;
        if (!state.analysing || before?.current !== state.current) showAnalysis(state, null, () => {});
        showSeats(state);
        showTags(state);
        showPlayers(state, players => this.ask({ do: "players", players }));
        if (!before || first || before.variant.name !== state.variant.name) {
            showRules(state, number => {
                this.ask({ do: "example", number });
                byId("board", HTMLElement).scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
            });
        }
        this.moves.show(byId("moves", HTMLElement), state.current, node => this.go(node));
        showGraph(state, this.moves, node => this.go(node));
        this.say(this.#status(state));
        if (!state.example) this.backup.keep(state);
        if (state.demo) setTimeout(() => this.#demonstrate(state), DEMO_PAUSE);
        this.#markThreats();
    }

    /** @param {string} text what is wrong with the connection; empty for nothing */
    #trouble(text) {
        const banner = byId("banner", HTMLElement);
        banner.hidden = !text;
        if (!text || banner.firstChild?.textContent === text) return;
        banner.replaceChildren(make("span", {}, text));
        const record = this.state?.backup;
        if (!record) return;
        const name = `${this.state?.variant.name ?? "game"}.tafl`;
        banner.append(make("button", { type: "button", onclick: () => saveText(name, record) }, "Save the game"));
    }

    /** @param {State} state */
    #status(state) {
        if (state.over) return state.news.includes(state.over.text) ? state.news : `${sentence(state.over.text)}`;
        const player = state.players[state.toMove];
        const next = state.thinking === "move" ? `${player.name} is thinking…` : `${player.name} to move.`;
        if (!state.news) return next;
        return state.thinking === "move" ? state.news.replace(/[^.]*to (move|go on)\.$/, ` ${next}`) : state.news;
    }

    /**
     * @param {string} text
     * @param {boolean} wrong
     */
    say(text, wrong = false) {
        const status = byId("status", HTMLElement);
        status.classList.toggle("wrong", wrong);
        if (status.textContent !== text) status.textContent = text;
    }

    // What people do.

    /** @param {string} move */
    async play(move) {
        const start = window.event?.timeStamp ?? performance.now();
        await this.ask({ do: "play", move, at: this.state?.current });
        // A task after the next frame comes when that has been painted.
        requestAnimationFrame(() => setTimeout(() => performance.measure("taflkit-move", { start })));
    }

    /**
     * Find out why a move cannot be made.
     * @param {string} text squares with hyphens, or one square whose piece cannot move
     */
    explain(text) {
        const state = this.state;
        if (!state) return;
        if (text.includes("-")) this.play(text);
        else this.say(`${state.players[state.toMove].name} to move; the piece on ${text} cannot.`, true);
    }

    /** @param {number | undefined} node */
    go(node) {
        if (node !== undefined && this.state && node !== this.state.current) this.ask({ do: "go", node });
    }

    /**
     * Play the moves of a line that the analysis shows; they branch off if they are not there yet.
     * @param {string[]} moves
     */
    async follow(moves) {
        for (const move of moves) {
            const answer = await this.ask({ do: "play", move, at: this.state?.current });
            if (answer.error) return;
        }
    }

    /** @param {string} variant */
    begin(variant) {
        this.picker.close();
        this.ask({ do: "new", variant });
    }

    /** @param {State} state */
    #demonstrate(state) {
        if (this.state?.version === state.version) this.ask({ do: "play", move: state.demo });
    }

    async #markThreats() {
        const note = byId("threat-note", HTMLElement);
        if (!byId("threats", HTMLInputElement).checked || this.editor.state) {
            note.textContent = "";
            if (this.view.shown.squares.length) this.view.point({ squares: [] });
            return;
        }
        const { threats, node } = await this.transport.ask({ do: "threats" }).catch(() => ({ threats: undefined, node: undefined }));
        if (!threats || node !== this.state?.current) return;
        this.view.point({ squares: threats.squares });
        const found = [];
        if (threats.squares.length) found.push(`Threatened: ${threats.squares.join(", ")}.`);
        if (threats.wins.length) found.push(`The opponent threatens to win by ${threats.wins.slice(0, 5).join(", ")}.`);
        note.textContent = found.join(" ") || "Nothing is threatened.";
    }

    // Records and files.

    async save() {
        const { record } = await this.ask({ do: "record" });
        if (record) saveText(`${this.state?.variant.name ?? "game"}.tafl`, record);
    }

    /** @param {File} file */
    async open(file) {
        if (file.size > 1_000_000) return this.say("The file is too large for a record or a variant.", true);
        const text = await file.text();
        if (file.name.endsWith(".toml")) await this.ask({ do: "variant-file", name: file.name, text });
        else await this.ask({ do: "open", text });
    }

    /** @param {string} text */
    async copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            this.say("Copied.");
        } catch {
            this.say("The browser does not allow copying; select the text and copy it by hand.", true);
        }
    }

    /** @param {string} what */
    async #paste(what) {
        try {
            const text = await navigator.clipboard.readText();
            await this.ask({ do: what, text });
        } catch {
            this.say("The browser does not allow a button to paste; press Ctrl+V on the page instead.", true);
        }
    }

    /** @param {string} says what the example shows; empty for none */
    #exampleNotice(says) {
        const notice = byId("notice", HTMLElement);
        notice.hidden = !says;
        notice.replaceChildren(
            make("span", {}, `Example: ${says}`),
            make("button", { type: "button", onclick: () => { this.ask({ do: "leave-example" }); } }, "Back to your game"),
        );
    }

    #listen() {
        /** @type {Record<string, () => unknown>} */
        const acts = {
            first: () => this.go(0),
            previous: () => this.go(this.moves.before(this.state?.current ?? 0)),
            next: () => this.go(this.moves.after(this.state?.current ?? 0)),
            last: () => this.go(this.moves.end(this.state?.current ?? 0)),
            "go-on": () => this.ask({ do: "go-on" }),
            "take-back": () => this.ask({ do: "take-back" }),
            hint: () => this.ask({ do: "hint" }),
            pass: () => this.play("-"),
            flip: () => this.ask({ do: "flip" }),
            resign: () => this.ask({ do: "resign" }),
            new: () => this.ask({ do: "new" }),
            limit: () => this.ask({ do: "limit", number: Number(byId("limit", HTMLInputElement).value) }),
            review: () => this.ask({ do: "review", on: !this.state?.reviewing }),
            comment: () => this.ask({ do: "comment", node: this.state?.current, text: byId("comment", HTMLTextAreaElement).value }),
            promote: () => this.ask({ do: "promote", node: this.state?.current }),
            remove: () => this.ask({ do: "remove", node: this.state?.current }),
            save: () => this.save(),
            open: () => this.file.click(),
            "copy-record": async () => this.copy((await this.ask({ do: "record" })).record ?? ""),
            "paste-record": () => this.#paste("open"),
            "copy-position": () => this.copy(byId("position", HTMLTextAreaElement).value),
            "paste-position": () => this.ask({ do: "position", text: byId("position", HTMLTextAreaElement).value }),
            edit: () => {
                if (!this.state) return;
                this.editor.begin(this.state);
                this.say("Choose a piece beside the board, then the squares for it. The same piece again takes it away.");
            },
            "edit-clear": () => this.editor.clear(),
            "edit-done": async () => {
                const request = this.editor.request();
                const answer = await this.transport.ask(request);
                if (answer.error) return this.say(sentence(answer.error), true);
                this.editor.end();
                if (answer.state) this.show(answer.state, true);
            },
            "edit-cancel": () => {
                this.editor.end();
                if (this.state) this.show(this.state, true);
            },
            "close-picker": () => this.picker.close(),
        };
        document.addEventListener("click", event => {
            const button = event.target instanceof Element ? event.target.closest("[data-act]") : null;
            if (button) acts[button.getAttribute("data-act") ?? ""]?.();
        });
        byId("choose", HTMLButtonElement).addEventListener("click", () => this.picker.open());
        byId("typed", HTMLFormElement).addEventListener("submit", event => this.#typed(event));
        byId("analyse", HTMLInputElement).addEventListener("change", event => {
            this.ask({ do: "analyse", on: /** @type {HTMLInputElement} */ (event.target).checked });
        });
        byId("threats", HTMLInputElement).addEventListener("change", () => this.#markThreats());
        this.file.addEventListener("change", async () => {
            const file = this.file.files?.[0];
            if (file) await this.open(file);
            this.file.value = "";
        });
        document.addEventListener("keydown", event => this.#key(event, acts));
        document.addEventListener("paste", event => {
            const text = event.clipboardData?.getData("text/plain").trim();
            const field = event.target instanceof Element && event.target.closest("input, textarea, dialog");
            if (text && !field) this.ask({ do: "open", text });
        });
        this.#listenToDrops();
    }

    /** @param {SubmitEvent} event */
    async #typed(event) {
        event.preventDefault();
        const input = byId("move", HTMLInputElement);
        const text = input.value.trim();
        if (!text) return;
        const answer = await this.ask({ do: "type", text });
        if (!answer.error) input.value = "";
    }

    /**
     * @param {KeyboardEvent} event
     * @param {Record<string, () => unknown>} acts
     */
    #key(event, acts) {
        const target = event.target instanceof HTMLElement ? event.target : document.body;
        if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
        const act = { "[": "previous", "]": "next", Home: "first", End: "last" }[event.key];
        if (act) {
            event.preventDefault();
            acts[act]();
        } else if (/^[a-z]$/i.test(event.key)) {
            byId("move", HTMLInputElement).focus(); // The key that was pressed is typed there.
        }
    }

    #listenToDrops() {
        const drop = byId("drop", HTMLElement);
        const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ shown) => {
            if (!event.dataTransfer?.types.includes("Files")) return;
            event.preventDefault();
            drop.hidden = !shown;
        };
        addEventListener("dragover", event => over(event, true));
        addEventListener("dragleave", event => { if (!event.relatedTarget) over(event, false); });
        addEventListener("drop", async event => {
            over(event, false);
            const file = event.dataTransfer?.files[0];
            if (file) await this.open(file);
        });
    }
}

/** @param {string} text */
function sentence(text) {
    const whole = text.trim();
    return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${/[.!?…]$/.test(whole) ? "" : "."}`;
}

// The token has become a cookie; the address without it can be shown and kept.
if (location.search.includes("token=")) history.replaceState(null, "", location.pathname);
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
useTheme();
showTabs();
new Page(await chooseTransport()).start();
