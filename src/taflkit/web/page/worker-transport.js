// The transport to Python in a worker, on the pages of the site.

import { byId, make } from "./dom.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Listener} Listener */
/** @typedef {import("./types.js").Transport} Transport */

const DEFAULT = "tablut";

/** @implements {Transport} */
export class WorkerTransport {
    constructor() {
        this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
        /** @type {Map<number, (answer: Answer) => void>} */
        this.waiting = new Map();
        this.asked = 0;
    }

    /**
     * @param {Record<string, unknown>} request
     * @returns {Promise<Answer>}
     */
    ask(request) {
        const id = ++this.asked;
        return new Promise(resolve => {
            this.waiting.set(id, resolve);
            this.worker.postMessage({ id, request });
        });
    }

    /** @param {Listener} listener */
    listen(listener) {
        const meter = make("progress", { max: "1", value: "0", "aria-label": "Loading" });
        const loading = make("p", { id: "loading", role: "status" }, "Python and the library are loaded… ", meter);
        byId("board", HTMLElement).before(loading);
        this.worker.addEventListener("message", ({ data }) => {
            if (data.progress !== undefined) meter.value = data.progress;
            else if (data.id !== undefined) {
                this.waiting.get(data.id)?.(data.answer);
                this.waiting.delete(data.id);
            } else if (data.trouble) listener.trouble(`Python stopped: ${data.trouble.split("\n").slice(-2).join(" ")}`);
            else if (data.event === "state") {
                loading.remove();
                listener.state(data.data, Boolean(data.first));
            } else if (data.event === "thinking") listener.thinking(data.data);
            else if (data.event === "hint") listener.hint(data.data);
        });
        this.worker.addEventListener("error", () => listener.trouble("Python cannot be loaded here."));
        this.worker.postMessage({ variant: new URLSearchParams(location.search).get("variant") ?? DEFAULT });
    }
}
