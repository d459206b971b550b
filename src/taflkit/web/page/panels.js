// What stands beside the board: players, rules, and what the analysis finds.

import { byId, make } from "./dom.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Thinking} Thinking */

/** The two players above and below the board, and whose turn it is. @param {State} state */
export function showSeats(state) {
    const seats = [byId("seat-bottom", HTMLElement), byId("seat-top", HTMLElement)];
    if (state.board.flipped) seats.reverse();
    state.players.forEach((player, number) => {
        const turn = !state.over && state.toMove === number;
        const who = player.automated ? `level ${player.level}` : "a person";
        const said = turn ? (state.thinking === "move" ? "thinking…" : "to move") : "";
        seats[number].classList.toggle("turn", turn);
        seats[number].replaceChildren(
            make("strong", {}, player.name),
            make("span", { class: "note" }, who),
            make("span", { class: "turn-note" }, said),
        );
    });
}

/** What a record says about the game. @param {State} state */
export function showTags(state) {
    byId("tags", HTMLElement).replaceChildren(
        ...state.tags.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))),
    );
}

/**
 * @param {State} state
 * @param {(players: {automated: boolean, level: number}[]) => void} choose
 */
export function showPlayers(state, choose) {
    const place = byId("players", HTMLElement);
    if (place.dataset.variant !== state.variant.name) {
        place.dataset.variant = state.variant.name;
        place.replaceChildren(...state.players.map(({ name }, number) => make("label", {}, `${name}: `, choices(number, state.maxLevel))));
        const selects = [...place.querySelectorAll("select")];
        const changed = () => choose(selects.map(({ value, dataset }) => ({ automated: value !== "", level: Number(value || dataset.level) })));
        for (const select of selects) select.addEventListener("change", changed);
    }
    [...place.querySelectorAll("select")].forEach((select, number) => {
        const { automated, level } = state.players[number];
        select.dataset.level = String(level);
        select.value = automated ? String(level) : "";
    });
}

/**
 * @param {number} player
 * @param {number} levels
 */
function choices(player, levels) {
    const select = make("select", { id: `player-${player}` }, make("option", { value: "" }, "a person"));
    for (let level = 1; level <= levels; level++) {
        select.append(make("option", { value: String(level) }, `the computer, level ${level}`));
    }
    return select;
}

/**
 * @param {State} state
 * @param {(number: number) => void} play
 */
export function showRules(state, play) {
    const { summary, rules, examples, sources, doubtful } = state.variant;
    byId("summary", HTMLElement).textContent = summary;
    byId("rules", HTMLElement).replaceChildren(...rules.map(rule => make("li", {}, rule)));
    byId("examples", HTMLElement).replaceChildren(
        ...examples.map((says, number) => {
            const button = make("button", { type: "button", class: "example" }, says);
            button.addEventListener("click", () => play(number));
            return make("li", {}, button);
        }),
        ...(examples.length ? [] : [make("li", { class: "note" }, "This variant has none.")]),
    );
    const more = [];
    for (const [title, texts] of /** @type {[string, string[]][]} */ ([["What is doubtful", doubtful], ["Sources", sources]])) {
        if (texts.length) more.push(make("h3", {}, title), make("ul", {}, ...texts.map(text => make("li", {}, text))));
    }
    byId("sources", HTMLElement).replaceChildren(...more);
}

/**
 * The best lines and the bar; `null` empties them.
 * @param {State} state
 * @param {Thinking | null} found
 * @param {(moves: string[]) => void} follow plays the moves up to the one that was clicked
 */
export function showAnalysis(state, found, follow) {
    const note = byId("search-note", HTMLElement);
    const lines = byId("lines", HTMLElement);
    if (!found) {
        note.textContent = state.analysing && !state.over ? "Searching…" : "";
        lines.replaceChildren();
        return;
    }
    const bar = byId("bar", HTMLElement);
    const share = Math.round(100 * found.bar);
    bar.setAttribute("aria-valuenow", String(share));
    bar.setAttribute("aria-valuetext", found.lines[0]?.score ?? "unknown");
    bar.classList.toggle("flipped", state.board.flipped);
    byId("bar-fill", HTMLElement).style.height = `${share}%`;
    note.textContent = `Depth ${found.depth}, ${found.nodes.toLocaleString("en")} positions.`;
    lines.replaceChildren(
        ...found.lines.map(line => {
            const moves = line.moves.map((move, at) => {
                const button = make("button", { type: "button", class: "move" }, move === "-" ? "pass" : move);
                button.addEventListener("click", () => follow(line.moves.slice(0, at + 1)));
                return button;
            });
            return make("li", {}, make("strong", {}, line.score), " ", ...moves);
        }),
    );
}
