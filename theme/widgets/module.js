// @ts-check
// Loads what the interactive figures compute with, and does what all of them do. The tool puts this before each of their scripts, and a page keeps the first.
"use strict";

/**
 * What a page asks of a module: a name of a function and its argument.
 * @typedef {(name: string, given: Uint8Array<ArrayBuffer>) => string} CallModule
 * @typedef {(src: string) => Promise<Uint8Array<ArrayBuffer>>} LoadBytes
 * @typedef {(module: Uint8Array<ArrayBuffer>) => Promise<CallModule>} StartModule
 */

/**
 * Says something to screen readers.
 * @typedef {(text: string) => void} Say
 */

/**
 * What a script needs of a figure with controls: its elements, its name ("Figure 1.2"), and what the address says of it.
 * `draw` shows a drawing and describes it with what has changed since the start, `fill` writes a table with heads in the first row and perhaps in the first column, and `keep` puts a state into the address and the link, or none.
 * @typedef {object} WidgetFigure
 * @property {<T extends Element>(selector: string) => T} find
 * @property {HTMLFormElement} form
 * @property {SVGSVGElement} svg
 * @property {string} called
 * @property {string | null} kept
 * @property {(drawing: string, now: string) => void} draw
 * @property {(details: Element, rows: string[][], caption: string, firstIsHead: boolean) => void} fill
 * @property {(state?: string) => void} keep
 * @typedef {(figure: HTMLElement) => WidgetFigure} PrepareFigure
 */

/** @typedef {{ bytes: LoadBytes, start: StartModule, say: Say, prepare: PrepareFigure }} WidgetModules */

(() => {
    if ("widgetModules" in window) {
        return;
    }
    /** @type {Map<string, (packed: string) => void>} */
    const waiting = new Map();
    const decoder = new TextDecoder();

    /** @type {LoadBytes} */
    const bytes = async src => {
        const name = (src.split("/").pop() ?? "").split("-")[0];
        /** @type {string} */
        const packed = await new Promise((resolve, reject) => {
            waiting.set(name, resolve);
            const script = document.createElement("script");
            script.src = src;
            script.onerror = () => reject(new Error(`${src} cannot be loaded`));
            document.body.append(script);
        });
        const letters = atob(packed);
        const gzip = new Uint8Array(letters.length);
        for (let at = 0; at < letters.length; at += 1) {
            gzip[at] = letters.charCodeAt(at);
        }
        const stream = new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
        return new Uint8Array(await new Response(stream).arrayBuffer());
    };

    /** @type {StartModule} */
    const start = async module => {
        let request = new Uint8Array();
        let answer = "";
        /** @type {(at: number) => void} */
        const write = at => new Uint8Array(memory.buffer, at).set(request);
        /** @type {(at: number, length: number) => void} */
        const read = (at, length) => { answer = decoder.decode(new Uint8Array(memory.buffer, at, length)); };
        const { instance } = await WebAssembly.instantiate(module, {
            typst_env: {
                wasm_minimal_protocol_write_args_to_buffer: write,
                wasm_minimal_protocol_send_result_to_host: read,
            },
        });
        const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        return (name, given) => {
            request = given;
            const called = /** @type {(length: number) => number} */ (instance.exports[name]);
            if (called(given.length)) {
                throw new Error(answer);
            }
            return answer;
        };
    };

    /** @type {Say} */
    const say = text => { document.dispatchEvent(new CustomEvent("say", { detail: text })); };

    /** @type {PrepareFigure} */
    const prepare = figure => {
        /** @type {<T extends Element>(selector: string) => T} */
        const find = selector => {
            const found = figure.querySelector(selector);
            if (!found) {
                throw new Error(`${figure.id} has no ${selector}`);
            }
            return /** @type {any} */ (found);
        };
        /** @type {HTMLFormElement} */
        const form = find("form");
        /** @type {SVGSVGElement} */
        const svg = find("svg");
        /** @type {HTMLAnchorElement} */
        const link = find("form a");
        const label = link.textContent;
        const [title, description] = [find("title"), find("desc")];
        const printed = description.textContent;
        const frames = Array.from(svg.querySelectorAll(".frame"));
        const called = find(".figure-number").textContent?.replace(/\.$/, "") ?? "";
        const name = figure.id.replace("fig-", "");

        /** @type {WidgetFigure["draw"]} */
        const draw = (drawing, now) => {
            const drawn = document.createElement("template");
            drawn.innerHTML = drawing;
            const fresh = drawn.content.querySelector("svg");
            if (!fresh) {
                throw new Error("an answer without a drawing");
            }
            for (const [index, empty] of fresh.querySelectorAll(".frame").entries()) {
                empty.replaceWith(frames[index]);
            }
            for (const own of fresh.querySelectorAll("title, desc")) {
                own.remove();
            }
            svg.setAttribute("viewBox", fresh.getAttribute("viewBox") ?? "");
            svg.replaceChildren(title, description, ...fresh.childNodes);
            description.textContent = now ? `At the start: ${printed} Now: ${now}` : printed;
        };
        /** @type {WidgetFigure["fill"]} */
        const fill = (details, rows, caption, firstIsHead) => {
            const table = document.createElement("table");
            const heading = table.createCaption();
            heading.className = "unseen";
            heading.textContent = caption;
            rows.forEach((row, index) => {
                const line = table.insertRow();
                row.forEach((text, column) => {
                    const isHead = !index || firstIsHead && !column;
                    const cell = document.createElement(isHead ? "th" : "td");
                    if (isHead) {
                        cell.setAttribute("scope", index ? "row" : "col");
                    }
                    cell.textContent = text;
                    line.append(cell);
                });
            });
            details.querySelector("table")?.replaceWith(table);
        };
        // The address names what was chosen, so that a link leads to the same state.
        /** @type {WidgetFigure["keep"]} */
        const keep = state => {
            const address = new URL(location.href);
            address.searchParams.delete(name);
            if (state !== undefined) {
                address.searchParams.set(name, state);
            }
            try {
                history.replaceState(history.state, "", address);
            } catch {
                // A page that was opened as a file may not change its address everywhere.
            }
            address.hash = figure.id;
            link.href = address.href;
            link.textContent = label;
        };
        // The page stays where it is, and so does the focus.
        link.addEventListener("click", async event => {
            event.preventDefault();
            const { href } = link;
            try {
                await navigator.clipboard.writeText(href);
                say("The link is copied.");
                link.textContent = "Link copied";
            } catch {
                // Who may not write to the clipboard finds the state in the address, unless that may not change either.
                if (new URL(href).search === location.search) {
                    say("The address of this page leads to this state.");
                    link.textContent = "The address leads here";
                } else {
                    location.href = href;
                }
            }
        });
        // Elsewhere some keys turn the page, or open the search.
        form.addEventListener("keydown", event => {
            if (event.key !== "Escape") {
                event.stopPropagation();
            }
        });
        form.setAttribute("aria-label", `Controls of ${called}`);
        return { find, form, svg, called, kept: new URL(location.href).searchParams.get(name), draw, fill, keep };
    };

    Object.assign(window, {
        widgetModules: { bytes, start, say, prepare },
        // Bytes come as a script that passes them on, packed and as text: a page that was opened as a file may load scripts and nothing else.
        /** @type {(name: string, packed: string) => void} */
        widgetModule: (name, packed) => waiting.get(name)?.(packed),
    });
})();
