// @ts-check
// Lets readers translate sentences of their own. The page loads this when the figure comes near the screen, and the translator only when the reader asks for it; figures::typed says what its module answers.
"use strict";

(() => {
    /** @typedef {{ label: string, probability: string }} Token */
    /** @typedef {Token & { best: (Token & { id: string })[] }} Step */

    const encoder = new TextEncoder();
    /** @type {WidgetModules} */
    const { bytes, prepare, say, start } = /** @type {any} */ (window).widgetModules;
    // Between two calls of the module, the page shows what has changed and hears its reader.
    const pause = () => new Promise(done => setTimeout(done));

    /** @type {(figure: HTMLElement) => void} */
    const mount = figure => {
        const { find, form, svg, called, kept, draw: redraw, fill, keep } = prepare(figure);
        /** @type {HTMLSelectElement} */
        const example = find("form select");
        /** @type {HTMLInputElement} */
        const english = find("form input");
        /** @type {HTMLButtonElement} */
        const button = find("[type=submit]");
        /** @type {HTMLElement} */
        const result = find(".result");
        /** @type {HTMLElement} */
        const written = find(".written");
        const [source, best, hypotheses] = [find(".source"), find(".best"), find(".beam")];
        /** @type {HTMLElement} */
        const target = find(".target");
        /** @type {HTMLFieldSetElement} */
        const other = find(".other");
        /** @type {HTMLElement} */
        const replaced = find(".other legend span");
        /** @type {HTMLInputElement} */
        const french = find(".other input");
        /** @type {HTMLSelectElement} */
        const map = find(".written > label select");
        /** @type {HTMLDetailsElement} */
        const probabilities = find(".steps");
        /** @type {HTMLButtonElement} */
        const search = find(".beam button");
        /** @type {HTMLElement} */
        const alike = find(".beam p");
        // Next to the controls, the map moves in this box and stays in view.
        const box = document.createElement("div");
        box.className = "map";
        svg.replaceWith(box);
        box.append(svg);
        const printed = svg.outerHTML;
        const still = window.matchMedia("(prefers-reduced-motion: reduce)");

        /** @type {((request: string) => string) | undefined} */
        let ask;
        let loading = false;
        /** @type {Step[]} */
        let steps = [];
        /** @type {number | undefined} */
        let selected;
        // The numbers of the sentence and of its continuation: what was begun for an earlier one stops.
        let [sentence, continuation] = [0, 0];

        /** @type {(text: string) => void} */
        const tell = text => {
            result.textContent = text;
            say(text);
        };
        /** @type {(error: unknown) => void} */
        const complain = error => {
            const isSentence = error instanceof Error && !(error instanceof WebAssembly.RuntimeError);
            tell(isSentence ? error.message : "The translator has failed. Load the page again to try once more.");
        };

        // A space is shown, and not read aloud.
        /** @type {<E extends HTMLElement>(element: E, label: string) => E} */
        const labeled = (element, label) => {
            element.classList.toggle("spaced", label.startsWith("·"));
            element.textContent = label.replaceAll("·", " ").trim() || "space";
            return element;
        };
        /** @type {(label: string, press: () => void) => HTMLButtonElement} */
        const pressable = (label, press) => {
            const token = labeled(document.createElement("button"), label);
            token.type = "button";
            token.lang = "fr";
            token.addEventListener("click", press);
            return token;
        };
        const showProbabilities = () => {
            if (probabilities.open) {
                const heads = ["written", "first", "second", "third", "fourth", "fifth"];
                const rows = steps.map(step => [step, ...step.best].map(one => `${one.label} ${one.probability}`));
                fill(probabilities, [heads, ...rows], `Most probable tokens in ${called}`, false);
            }
        };

        const draw = () => {
            redraw(ask?.(`draw ${selected ?? "-"} ${map.selectedIndex}`) ?? "", result.textContent ?? "");
        };

        const tokens = () => /** @type {HTMLElement[]} */ ([...target.children]);
        const showOther = () => {
            other.hidden = selected === undefined;
            french.value = "";
            for (const [index, token] of tokens().entries()) {
                token.setAttribute("aria-pressed", String(index === selected));
            }
            const step = steps[selected ?? -1];
            if (step) {
                labeled(replaced, step.label);
                best.replaceChildren(...step.best.map(({ id, label, probability }) => {
                    const token = pressable(label, () => replace(id));
                    token.append(` ${probability}`);
                    return token;
                }));
            }
        };
        /** @type {(index: number) => void} */
        const select = index => {
            selected = selected === index ? undefined : index;
            showOther();
            draw();
            tokens()[index].focus();
        };

        // Returns whether the translation is finished.
        /** @type {(answer: string) => boolean} */
        const take = answer => {
            const [state, text, token, ...list] = answer.split("\n");
            const [label, probability] = token.split("\t");
            const index = steps.length;
            steps.push({ label, probability, best: list.map(line => {
                const [id, one, its] = line.split("\t");
                return { id, label: one, probability: its };
            }) });
            const written = pressable(label, () => select(index));
            written.tabIndex = target.querySelector("[tabindex='0']") ? -1 : 0;
            written.setAttribute("aria-pressed", "false");
            target.append(written);
            if (index === selected) {
                showOther();
            }
            const finished = state === "finished";
            if (finished || !still.matches) {
                result.textContent = text;
                draw();
            }
            if (finished) {
                showProbabilities();
                say(text);
            }
            return finished;
        };
        /** @type {(first?: string) => Promise<void>} */
        const write = async first => {
            continuation += 1;
            const own = continuation;
            written.setAttribute("aria-busy", "true");
            let answer = first;
            try {
                while (own === continuation && !take(answer ?? ask?.("next") ?? "")) {
                    answer = undefined;
                    await pause();
                }
            } catch (error) {
                complain(error);
            }
            if (own === continuation) {
                written.removeAttribute("aria-busy");
            }
        };
        /** @type {(wanted: string) => void} */
        const replace = wanted => {
            if (selected === undefined || !ask) {
                return;
            }
            try {
                const answer = ask(`replace ${selected} ${wanted}`);
                steps.length = selected;
                tokens().slice(selected).forEach(token => { token.remove(); });
                write(answer);
                tokens()[selected]?.focus();
            } catch (error) {
                complain(error);
            }
        };

        const translate = async () => {
            sentence += 1;
            continuation += 1;
            [steps, selected] = [[], undefined];
            target.replaceChildren();
            showOther();
            search.textContent = "Search with a beam of 4";
            alike.hidden = true;
            fill(hypotheses, [], "", false);
            fill(probabilities, [], "", false);
            result.textContent = "Translating …";
            const own = sentence;
            await pause();
            if (own !== sentence) {
                return;
            }
            try {
                const tokens = (ask?.(`read ${english.value}`) ?? "").split("\t");
                source.replaceChildren(...tokens.map(token => labeled(document.createElement("span"), token)));
                written.hidden = false;
                keep(english.value === english.defaultValue ? undefined : english.value);
                await write();
            } catch (error) {
                written.hidden = true;
                redraw(printed, "");
                keep();
                complain(error);
            }
        };
        const load = async () => {
            const { module = "", trained = "" } = figure.dataset;
            const label = button.textContent;
            loading = true;
            button.textContent = "Loading …";
            say("Loading the translator.");
            try {
                const [program, numbers] = await Promise.all([bytes(module), bytes(trained)]);
                const call = await start(program);
                await pause();
                map.replaceChildren(...call("give", numbers).split("\n").map(text => new Option(text)));
                ask = request => call("ask", encoder.encode(request));
                button.textContent = "Translate";
            } catch (error) {
                console.warn(error);
                button.textContent = label;
                tell("The translator could not be loaded. Press the button to try once more.");
            }
            loading = false;
        };
        const submit = async () => {
            if (!ask && !loading) {
                await load();
            }
            if (ask) {
                await translate();
            }
        };

        const beam = async () => {
            const own = sentence;
            search.textContent = "Searching …";
            try {
                for (let running = true; running;) {
                    const [state, ...found] = ask?.("search").split("\n") ?? [];
                    running = state === "unfinished";
                    const rows = found.map(line => line.split("\t"));
                    alike.hidden = new Set(rows.map(row => row[2].replace(/\s/g, " "))).size === rows.length;
                    fill(hypotheses, [["score per token", "log probability", "French"], ...rows], `Hypotheses in ${called}`, false);
                    if (!running) {
                        say(`The best sentence that the beam has found: ${rows[0]?.[2]}`);
                    }
                    await pause();
                    if (own !== sentence) {
                        return;
                    }
                }
            } catch (error) {
                complain(error);
            }
            search.textContent = "Search with a beam of 4";
        };

        english.value = kept ?? english.value;
        example.selectedIndex = [...example.options].findIndex(option => option.text === english.value);
        example.addEventListener("change", () => {
            english.value = example.value;
            if (ask) {
                translate();
            }
        });
        english.addEventListener("input", () => { example.selectedIndex = -1; });
        form.addEventListener("submit", event => {
            event.preventDefault();
            submit();
        });
        map.addEventListener("change", draw);
        find(".other > button").addEventListener("click", () => replace(`"${french.value}"`));
        probabilities.addEventListener("toggle", showProbabilities);
        search.addEventListener("click", beam);
        // The row is one stop of the Tab key: the token that had the focus last. Other keys lead to the other tokens.
        target.addEventListener("focusin", event => {
            for (const token of tokens()) {
                token.tabIndex = token === event.target ? 0 : -1;
            }
        });
        target.addEventListener("keydown", event => {
            const all = tokens();
            const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
            const to = new Map([["ArrowLeft", at - 1], ["ArrowRight", at + 1], ["Home", 0], ["End", all.length - 1]]).get(event.key);
            if (to !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
                event.preventDefault();
                all[to]?.focus();
            }
        });
        for (const part of [target, other]) {
            part.addEventListener("keydown", event => {
                if (event.key === "Escape" && selected !== undefined) {
                    event.stopPropagation();
                    select(selected);
                }
            });
        }
        form.addEventListener("keydown", event => {
            if (event.key === "Enter" && event.target === french) {
                event.preventDefault();
                replace(`"${french.value}"`);
            }
        });
        form.classList.add("ready");
    };

    // Whatever fails, the printed figure stays.
    Object.assign(window, {
        /** @type {(figure: HTMLElement) => void} */
        mountWidget: figure => {
            try {
                mount(figure);
            } catch (error) {
                console.warn(error);
                figure.querySelector("form")?.remove();
            }
        },
    });
})();
