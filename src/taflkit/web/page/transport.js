// Which way leads to Python: a server, or a worker on the pages of the site.

import { HttpTransport } from "./http.js";

/** @returns {Promise<import("./types.js").Transport>} */
export async function chooseTransport() {
    if (document.documentElement.dataset.transport !== "worker") return new HttpTransport();
    const { WorkerTransport } = await import("./worker-transport.js");
    return new WorkerTransport();
}
