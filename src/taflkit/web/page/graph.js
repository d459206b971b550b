// The graph of the whole game: the evaluation after every move of the main line.

import { byId, draw, make } from "./dom.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TreeNode} TreeNode */

const WIDTH = 300;
const HEIGHT = 100;

/**
 * @param {State} state
 * @param {import("./tree.js").Moves} moves
 * @param {(node: number) => void} go
 */
export function showGraph(state, moves, go) {
    byId("review", HTMLButtonElement).textContent = state.reviewing ? "Stop" : "Evaluate every move";
    /** @type {TreeNode[]} */
    const line = [];
    for (let id = /** @type {number | undefined} */ (0); id !== undefined; id = moves.after(id)) {
        const node = moves.nodes.get(id);
        if (node) line.push(node);
    }
    const known = line.filter(node => node.bar !== undefined);
    const place = byId("graph", HTMLElement);
    const note = byId("graph-note", HTMLElement);
    if (!known.length) {
        place.replaceChildren();
        note.textContent = "";
        return;
    }
    const last = Math.max(1, line.length - 1);
    const places = new Map(line.map((node, number) => [node, number]));
    const at = (/** @type {TreeNode} */ node) => {
        const x = (WIDTH * (places.get(node) ?? 0)) / last;
        return [x, HEIGHT * (1 - (node.bar ?? 0.5))];
    };
    const picture = draw("svg", { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, class: "graph", "aria-hidden": "true", preserveAspectRatio: "none" });
    picture.append(
        draw("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
        draw("polyline", { points: known.map(node => at(node).join(",")).join(" "), class: "course", fill: "none" }),
    );
    for (const node of known.filter(each => each.judgement)) {
        const [cx, cy] = at(node);
        picture.append(draw("ellipse", { cx, cy, rx: 3, ry: 4, class: "fault" }));
    }
    const here = line.find(node => node.id === state.current);
    if (here) picture.append(draw("line", { x1: at(here)[0], x2: at(here)[0], y1: 0, y2: HEIGHT, class: "here" }));
    picture.addEventListener("click", event => {
        const box = picture.getBoundingClientRect();
        const number = Math.round(((event.clientX - box.left) / box.width) * last);
        if (line[number]) go(line[number].id);
    });
    const rows = known.map(node => make("li", {}, `${node.move ?? "start"}: ${[node.evaluation, node.judgement].filter(Boolean).join(", ")}`));
    place.replaceChildren(picture, make("details", {}, make("summary", {}, "Every move"), make("ol", { start: "0" }, ...rows)));
    note.textContent = `Above the middle: better for ${state.players[0].name}. ${known.length} of ${line.length} positions are evaluated.`;
}
