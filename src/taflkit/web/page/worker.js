// The worker of the page on the site: Python in the browser, with the library and the board.

/** @typedef {{id: number, request?: Record<string, unknown>, variant?: string}} Message */

const tell = (/** @type {Record<string, unknown>} */ message) => postMessage(message);

/** @type {any} The board, in Python. */
let desk = null;
let working = false;

/**
 * Fetch files so that the browser has them, and tell how far it is.
 * @param {Record<string, number>} sizes the names and sizes
 */
async function fetchAll(sizes) {
    const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    let done = 0;
    /** @type {Record<string, Uint8Array>} */
    const found = {};
    for (const name of Object.keys(sizes)) {
        const response = await fetch(name);
        if (!response.ok || !response.body) throw new Error(`${name} cannot be loaded`);
        const parts = [];
        for (const reader = response.body.getReader(); ; ) {
            const { value, done: end } = await reader.read();
            if (end) break;
            parts.push(value);
            done += value.length;
            tell({ progress: Math.min(1, done / whole) });
        }
        found[name] = new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
    }
    return found;
}

/** @param {string} variant */
async function start(variant) {
    const sizes = await (await fetch("files.json")).json();
    const files = await fetchAll(sizes);
    const { loadPyodide } = await import(new URL("pyodide.mjs", location.href).href);
    const python = await loadPyodide({ indexURL: new URL(".", location.href).href });
    const place = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
    python.unpackArchive(files["library.zip"], "zip", { extractDir: place });
    python.globals.set("variant", variant);
    desk = python.runPython("from taflkit.web.in_browser import Desk; Desk(variant)");
    tell({ event: "state", data: JSON.parse(desk.state()), first: true });
    work();
}

/** Search for as long as there is something to search, and answer requests in between. */
async function work() {
    if (working || !desk) return;
    working = true;
    try {
        for (;;) {
            await new Promise(resolve => setTimeout(resolve));
            const events = JSON.parse(desk.work());
            if (!events.length) return;
            for (const [event, data] of events) tell({ event, data });
        }
    } finally {
        working = false;
    }
}

addEventListener("message", async event => {
    const { id, request, variant } = /** @type {Message} */ (event.data);
    try {
        if (variant !== undefined) return await start(variant);
        tell({ id, answer: JSON.parse(desk.ask(JSON.stringify(request))) });
        work();
    } catch (error) {
        tell({ trouble: String(error) });
    }
});
