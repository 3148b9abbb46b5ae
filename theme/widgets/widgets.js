// @ts-check
// Lets the figures with controls answer. The page loads this when the first of them comes near the screen; crates/widgets says what a module answers.
"use strict";

(() => {
    /** @typedef {(request: string) => string} Ask */
    /** @typedef {HTMLInputElement | HTMLSelectElement} Control */
    /** @typedef {{ control: number, first: number, last: number, side: "x" | "y" }} Drag */

    /** @type {Map<string, Promise<Ask>>} */
    const modules = new Map();
    const encoder = new TextEncoder();
    /** @type {WidgetModules} */
    const { bytes, prepare, say, start: startModule } = /** @type {any} */ (window).widgetModules;

    /** @type {(src: string, trained?: string) => Promise<Ask>} */
    const start = async (src, trained) => {
        const [module, numbers] = await Promise.all([bytes(src), trained ? bytes(trained) : undefined]);
        const call = await startModule(module);
        if (numbers) {
            call("give", numbers);
        }
        return text => call("ask", encoder.encode(text));
    };

    /** @type {(figure: HTMLElement) => Promise<Ask>} */
    const load = ({ dataset: { module: src = "", trained } }) => {
        const key = `${src} ${trained}`;
        const module = modules.get(key) ?? start(src, trained);
        modules.set(key, module);
        return module;
    };

    // What a control can be set to, its choice, and what its choice is called.
    /** @type {(control: Control) => string[]} */
    const options = control => control instanceof HTMLSelectElement
        ? Array.from(control.options, option => option.text)
        : (control.dataset.options ?? "no|yes").split("|");
    /** @type {(control: Control) => number} */
    const choice = control => control instanceof HTMLSelectElement ? control.selectedIndex
        : control.type === "checkbox" ? Number(control.checked) : Number(control.value);
    /** @type {(control: Control, index: number) => void} */
    const choose = (control, index) => {
        if (control instanceof HTMLSelectElement) {
            control.selectedIndex = index;
        } else if (control.type === "checkbox") {
            control.checked = index === 1;
        } else {
            control.value = String(index);
        }
    };
    /** @type {(controls: Control[]) => string} */
    const state = controls => controls.map(control => options(control)[choice(control)]).join(",");
    /** @type {(control: Control) => void} */
    const tell = control => {
        // Who hears the slider hears its value text, so the printed value is hidden from screen readers.
        const value = control.parentElement?.querySelector(".value");
        if (value) {
            const text = options(control)[choice(control)];
            value.textContent = text;
            control.setAttribute("aria-valuetext", text);
        }
    };

    /** @type {(figure: HTMLElement, ask: Ask) => void} */
    const mount = (figure, ask) => {
        const { find, form, svg, called, kept, draw, fill, keep: keepState } = prepare(figure);
        /** @type {HTMLElement} */
        const result = find(".result");
        /** @type {HTMLDetailsElement} */
        const details = find("form details");
        /** @type {Control[]} */
        const controls = Array.from(form.querySelectorAll("input, select"));
        /** @type {string[][]} */
        let cells = [];
        let rows = [0, 0];
        /** @type {Drag[]} */
        let drags = [];
        let asked = "";
        let frame = 0;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let saying;

        const showTable = () => fill(details, cells, `Numbers of ${called}`, true);

        const initial = state(controls);
        const show = (byReader = true) => {
            frame = 0;
            controls.forEach(tell);
            const choices = controls.map(choice).join(" ");
            if (choices === asked) {
                return;
            }
            asked = choices;
            const [sentence, table, handle, drawing] = ask(`${figure.dataset.widget} ${choices}`).split("\n\n");
            const atStart = state(controls) === initial;
            draw(drawing, atStart ? "" : sentence);
            result.textContent = sentence;
            showHandle(handle.split(" ").filter(Boolean));
            cells = table.split("\n").map(row => row.split("\t"));
            if (details.open) {
                showTable();
            }
            if (!byReader && atStart) {
                return;
            }
            clearTimeout(saying);
            saying = setTimeout(() => say(sentence), 400);
        };

        /** @type {(words: string[]) => void} */
        const showHandle = ([x, y, top, bottom, ...moves]) => {
            drags = [];
            rows = [Number(top), Number(bottom)];
            for (let at = 0; at < moves.length; at += 4) {
                const [control, first, last] = moves.slice(at + 1).map(Number);
                drags.push({ control, first, last, side: moves[at] === "x" ? "x" : "y" });
            }
            if (drags.length) {
                const circle = document.createElementNS(svg.namespaceURI, "circle");
                for (const [key, value] of Object.entries({ class: "handle", cx: x, cy: y, r: 16 })) {
                    circle.setAttribute(key, String(value));
                }
                svg.append(circle);
            }
        };

        const update = () => { frame ||= requestAnimationFrame(() => show()); };

        const keep = () => keepState(state(controls) === initial ? undefined : state(controls));
        const restore = () => {
            const wanted = kept?.split(",") ?? [];
            const indices = controls.map((control, index) => options(control).indexOf(wanted[index]));
            if (wanted.length === controls.length && indices.every(index => index >= 0)) {
                for (const [index, control] of controls.entries()) {
                    choose(control, indices[index]);
                }
            }
        };

        form.addEventListener("input", update);
        form.addEventListener("change", keep);
        form.addEventListener("submit", event => event.preventDefault());
        form.addEventListener("reset", () => setTimeout(() => {
            update();
            keep();
        }));
        details.addEventListener("toggle", showTable);
        // A figure that is entered with the Tab key shows all it can: its top, and below it the control.
        form.addEventListener("focusin", event => {
            const { target, relatedTarget } = event;
            const inside = relatedTarget instanceof Node && form.contains(relatedTarget);
            if (!inside && target instanceof HTMLElement && target.matches(":focus-visible")) {
                figure.scrollIntoView({ block: "start" });
                target.scrollIntoView({ block: "nearest" });
            }
        });
        form.addEventListener("keydown", event => {
            // On a slider, this key would scroll the page.
            if (event.key === " " && event.target instanceof HTMLInputElement && event.target.type === "range") {
                event.preventDefault();
            }
        });

        /** @type {{ id: number, x: number, before: number[], moves: boolean } | undefined} */
        let held;
        /** @type {(event: PointerEvent) => DOMPoint} */
        const placeOf = ({ clientX, clientY }) =>
            new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
        /** @type {(event: PointerEvent) => void} */
        const drag = event => {
            const place = placeOf(event);
            for (const { control, first, last, side } of drags) {
                const steps = options(controls[control]).length - 1;
                const index = Math.round(steps * (place[side] - first) / (last - first));
                choose(controls[control], Math.min(Math.max(index, 0), steps));
            }
            update();
        };
        // A mouse moves the handle at once. A finger may want to scroll: it must move to the side, or tap.
        svg.addEventListener("pointerdown", event => {
            const place = placeOf(event);
            const reaches = rows[0] <= place.y && place.y <= rows[1] && drags.every(({ first, last, side }) =>
                Math.min(first, last) - 40 <= place[side] && place[side] <= Math.max(first, last) + 40);
            if (drags.length && event.button === 0 && reaches) {
                const moves = event.pointerType === "mouse";
                held = { id: event.pointerId, x: event.clientX, before: controls.map(choice), moves };
                svg.setPointerCapture(event.pointerId);
                if (moves) {
                    event.preventDefault();
                    drag(event);
                }
            }
        });
        svg.addEventListener("pointermove", event => {
            if (held?.id === event.pointerId) {
                held.moves ||= Math.abs(event.clientX - held.x) > 6;
                if (held.moves) {
                    drag(event);
                }
            }
        });
        svg.addEventListener("pointerup", event => {
            if (held?.id === event.pointerId) {
                held = undefined;
                drag(event);
                keep();
            }
        });
        svg.addEventListener("pointercancel", () => {
            for (const [index, before] of (held?.before ?? []).entries()) {
                choose(controls[index], before);
            }
            held = undefined;
            update();
        });

        restore();
        keep();
        show(false);
        form.classList.add("ready");
    };

    // Whatever fails, the printed figure stays.
    Object.assign(window, {
        /** @type {(figure: HTMLElement) => Promise<void>} */
        mountWidget: async figure => {
            const drawing = figure.querySelector("svg")?.innerHTML;
            try {
                mount(figure, await load(figure));
            } catch (error) {
                console.warn(error);
                figure.querySelector("form")?.remove();
                const svg = figure.querySelector("svg");
                if (svg && drawing) {
                    svg.innerHTML = drawing;
                }
            }
        },
    });
})();
