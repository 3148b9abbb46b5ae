// @ts-check
// Loads what the interactive figures compute with. The tool puts this before each of their scripts, and a page keeps the first.
"use strict";

/**
 * What a page asks of a module: a name of a function and its argument.
 * @typedef {(name: string, given: Uint8Array<ArrayBuffer>) => string} CallModule
 * @typedef {(src: string) => Promise<Uint8Array<ArrayBuffer>>} LoadBytes
 * @typedef {(module: Uint8Array<ArrayBuffer>) => Promise<CallModule>} StartModule
 * @typedef {{ bytes: LoadBytes, start: StartModule }} WidgetModules
 */

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

    Object.assign(window, {
        widgetModules: { bytes, start },
        // Bytes come as a script that passes them on, packed and as text: a page that was opened as a file may load scripts and nothing else.
        /** @type {(name: string, packed: string) => void} */
        widgetModule: (name, packed) => waiting.get(name)?.(packed),
    });
})();
