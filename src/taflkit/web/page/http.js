// The transport to the server: requests as JSON, and events that the server sends.

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Listener} Listener */
/** @typedef {import("./types.js").Transport} Transport */

const RETRY = 1000;

/** @implements {Transport} */
export class HttpTransport {
    constructor() {
        /** @type {Listener | null} */
        this.listener = null;
    }

    /**
     * @param {Record<string, unknown>} request
     * @returns {Promise<Answer>}
     */
    async ask(request) {
        const response = await fetch("ask", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(request),
        });
        if (response.ok) return response.json();
        return { error: await response.text() };
    }

    /** @param {Listener} listener */
    listen(listener) {
        this.listener = listener;
        const source = new EventSource("events");
        let first = true;
        source.addEventListener("state", event => {
            listener.trouble("");
            // The answer to a request has brought most states already.
            if (first || listener.wants(Number(event.lastEventId))) listener.state(JSON.parse(event.data), first);
            first = false;
        });
        source.addEventListener("thinking", event => listener.thinking(JSON.parse(event.data)));
        source.addEventListener("hint", event => listener.hint(JSON.parse(event.data)));
        source.addEventListener("error", () => {
            source.close();
            listener.trouble("The server does not answer. Your game is kept; trying again…");
            setTimeout(() => this.#again(listener), RETRY);
        });
        addEventListener("pagehide", () => source.close(), { once: true });
    }

    /** @param {Listener} listener */
    async #again(listener) {
        try {
            const response = await fetch("ask", {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ do: "state" }),
            });
            if (response.status !== 403) return this.listen(listener);
            // Opening the new address gives this browser the cookie of the new server, and so this page as well.
            listener.trouble("The server was started again. Open the new address that it has printed; your game is kept.");
        } catch {
            // It is not there yet.
        }
        setTimeout(() => this.#again(listener), RETRY);
    }
}
