// What the audit does inside of a page: it measures boxes, colors, and focus.
"use strict";

(() => {
    const root = document.documentElement;

    /** Returns red, green, blue, and opacity from 0 to 1 of a computed color. */
    const parse = color => {
        const numbers = color.match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
        const [red, green, blue, alpha = 1] = numbers;
        const most = color.startsWith("color(") ? 1 : 255;
        return [red / most, green / most, blue / most, alpha];
    };
    const over = ([r, g, b, alpha], [R, G, B]) => [[r, R], [g, G], [b, B]].map(([top, below]) => alpha * top + (1 - alpha) * below);
    const luminance = color => {
        const [red, green, blue] = color.map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    /** Returns the contrast of two opaque colors, as defined by WCAG 2. */
    const contrast = (one, other) => {
        const [a, b] = [luminance(one), luminance(other)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    /** Returns the color behind the text of an element. */
    const ground = element => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) {
            const layer = parse(getComputedStyle(at).backgroundColor);
            layers.push(layer);
            if (layer[3] === 1) {
                break;
            }
        }
        return layers.reduceRight((below, layer) => over(layer, below), [1, 1, 1]);
    };

    /** Describes an element in one line. */
    const name = element => {
        const place = element.closest("[id]");
        const own = `${element.localName}${[...element.classList].map(one => `.${one}`).join("")}`;
        const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
        return `${place && place !== element ? `#${place.id} ` : ""}${element.id ? `#${element.id}` : own} "${text}"`;
    };
    const isShown = element => element.checkVisibility({ visibilityProperty: true });

    const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));

    // A color that is changing would be measured as it was before.
    const still = document.createElement("style");
    still.textContent = "*, *::before, *::after { transition: none !important; }";
    document.head.append(still);

    const setTheme = theme => {
        root.classList.remove("light", "rust", "coal", "navy", "ayu");
        root.classList.add(theme);
    };

    /** Shows everything that the page can show: it unfolds what is folded and scrolls to its end, because scripts wait for what comes near the screen. */
    const reveal = async () => {
        for (const details of document.querySelectorAll("main details:not(form details)")) {
            details.open = true;
        }
        const scroll = async () => {
            for (let top = 0; top < root.scrollHeight; top += 2 * innerHeight) {
                scrollTo(0, top);
                await frame();
            }
        };
        await scroll();
        const ready = () => [...document.querySelectorAll("figure[data-widget] form.controls")].every(form => form.matches(".ready, .typing"));
        for (let tries = 0; !ready(); tries += 1) {
            if (tries > 400) {
                throw new Error("a figure with controls does not become ready");
            }
            await new Promise(done => setTimeout(done, 25));
        }
        const tables = document.querySelectorAll("form.ready details");
        if (tables.length > 0) {
            for (const details of tables) {
                details.open = true;
            }
            await scroll();
        }
        await document.fonts.ready;
        scrollTo(0, 0);
        await frame();
    };

    /** Returns what makes the page, or the box of its text, wider than the window. */
    const overflow = () => {
        const more = Math.max(...[root, document.getElementById("mdbook-content")].map(box => box.scrollWidth - box.clientWidth));
        if (more <= 0) {
            return [];
        }
        const all = [...document.querySelectorAll("main *")].filter(element => isShown(element) && !element.closest(".katex-mathml, .scrolls"));
        const wide = all.filter(element => element.getBoundingClientRect().right > innerWidth);
        return [`the page scrolls sideways by ${more} pixels: ${wide.slice(-3).map(name).join(", ")}`];
    };

    /** Returns what Tab must reach, in the order of the document. Of a group of radio buttons it reaches one. */
    const stops = () => {
        const groups = new Set();
        const all = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";
        return [...document.querySelectorAll(all)].filter(element => {
            if (element.tabIndex < 0 || element.disabled || element.type === "hidden" || !isShown(element)) {
                return false;
            }
            if (element.type !== "radio") {
                return true;
            }
            const group = [...document.getElementsByName(element.name)];
            const chosen = group.find(one => one.checked) ?? group[0];
            return element === chosen && !groups.has(element.name) && groups.add(element.name);
        });
    };

    /** Starts to note what each Tab focuses. */
    const followTab = () => {
        document.activeElement?.blur();
        scrollTo(0, 0);
        getSelection().removeAllRanges();
        const seen = [];
        const complaints = [];
        const note = () => {
            const element = document.activeElement;
            if (!element || element === document.body || seen.at(-1) === element) {
                return;
            }
            seen.push(element);
            const boxes = [...element.getClientRects()].filter(box => box.width > 1 && box.height > 1);
            const points = boxes.flatMap(({ left, right, top, bottom }) => [
                [(left + right) / 2, (top + bottom) / 2], [left + 2, top + 2], [right - 2, bottom - 2], [left + 2, bottom - 2], [right - 2, top + 2],
            ]);
            const isSeen = ([x, y]) => {
                const hit = document.elementFromPoint(x, y);
                return hit && (element.contains(hit) || hit.contains(element) || hit.closest("label")?.control === element);
            };
            if (!points.some(isSeen)) {
                complaints.push(`${name(element)} is focused where it cannot be seen`);
            }
        };
        const expected = stops();
        document.addEventListener("keydown", event => event.key === "Tab" && note(), { capture: true });
        audit.endTab = () => {
            note();
            // Browsers also focus whatever scrolls and contains nothing to focus.
            const reached = seen.filter((element, index) => expected.includes(element) || index === 0 || element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight);
            for (const [index, element] of expected.entries()) {
                if (reached[index] !== element) {
                    complaints.push(`Tab ${index + 1} reaches ${reached[index] ? name(reached[index]) : "nothing"} instead of ${name(element)}`);
                    break;
                }
            }
            // From top to bottom, except from one column to the next.
            const places = expected.filter(element => element.closest("main")).map(element => [element, element.getBoundingClientRect()]);
            for (const [index, [element, box]] of places.slice(1).entries()) {
                const [, last] = places[index];
                if (box.bottom < last.top - 1 && box.left < last.right) {
                    complaints.push(`${name(element)} is above ${name(places[index][0])}, which Tab reaches first`);
                }
            }
            return complaints;
        };
        return expected.length;
    };

    /** Returns what does not show that a key has focused it, in one part of the page. The page must just have received a key. */
    const hiddenFocus = (part = "html") => {
        const complaints = [];
        const look = element => {
            const style = getComputedStyle(element);
            const { boxShadow, outlineColor, outlineOffset, outlineStyle, outlineWidth } = style;
            return { boxShadow, outlineColor, outlineOffset: parseFloat(outlineOffset), outlineStyle, outlineWidth: parseFloat(outlineWidth) };
        };
        for (const element of stops().filter(one => one.closest(part))) {
            element.focus({ preventScroll: true });
            const focused = look(element);
            if (document.activeElement !== element || !element.matches(":focus-visible")) {
                complaints.push(`${name(element)} cannot be focused`);
                continue;
            }
            if (focused.outlineStyle === "none" || focused.outlineWidth < 1) {
                complaints.push(`${name(element)} has no outline`);
                continue;
            }
            // The outline of an element lies on its surroundings, or on itself if it is inside.
            const inside = focused.outlineOffset < 0;
            const below = ground(inside ? element : element.parentElement);
            const found = contrast(over(parse(focused.outlineColor), below), below);
            if (focused.outlineStyle !== "auto" && found < 3) {
                complaints.push(`the outline of ${name(element)} has a contrast of ${found.toFixed(2)}`);
            }
            // An outline outside of what clips it cannot be seen.
            const space = focused.outlineOffset + focused.outlineWidth;
            const cut = new Set();
            for (const box of [...element.getClientRects()].slice(0, 1)) {
                for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
                    const { overflowX, overflowY } = getComputedStyle(at);
                    const clip = at.getBoundingClientRect();
                    if (!["visible", "clip"].includes(overflowX) && at.scrollWidth <= at.clientWidth + space) {
                        if (box.left - space < clip.left - 0.5) cut.add("left");
                        if (box.right + space > clip.right + 0.5) cut.add("right");
                    }
                    if (!["visible", "clip"].includes(overflowY) && at.scrollHeight <= at.clientHeight + space) {
                        if (box.top - space < clip.top - 0.5) cut.add("top");
                        if (box.bottom + space > clip.bottom + 0.5) cut.add("bottom");
                    }
                }
            }
            if (cut.size > 2) {
                complaints.push(`the outline of ${name(element)} is cut: ${[...cut].join(", ")}`);
            }
        }
        document.activeElement?.blur();
        return complaints;
    };

    const drawings = () => [...document.querySelectorAll("figure.figure svg")].filter(isShown);
    const called = svg => svg.closest("figure").id || "a figure";

    /** Returns texts of drawings that overlap, or leave their drawing. */
    const boxes = () => drawings().flatMap(svg => {
        const complaints = [];
        const frame = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll("text")].map(text => {
            const box = text.getBoundingClientRect();
            // The box of a line is higher than its letters.
            const less = text.hasAttribute("transform") ? [0.2 * box.width, 0] : [0, 0.2 * box.height];
            return { text: text.textContent, left: box.left + less[0], right: box.right - less[0], top: box.top + less[1], bottom: box.bottom - less[1] };
        });
        for (const [index, a] of texts.entries()) {
            if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1) {
                complaints.push(`${called(svg)}: "${a.text}" leaves the drawing`);
            }
            for (const b of texts.slice(index + 1)) {
                const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (across > 1 && along > 1) {
                    complaints.push(`${called(svg)}: "${a.text}" and "${b.text}" overlap`);
                }
            }
        }
        return complaints;
    });

    // Nobody has to see these on their ground: what lies in the background, and what makes room for a mark.
    const background = /^(fill|stroke)-(grid|paper|masked|hatch|box)$/;
    // A shade is a value, which a number or a scale tells too, or lies around something that is seen by itself.
    const isShade = shape => /^fill-heat/.test(shape.getAttribute("class")) || shape.hasAttribute("opacity");

    /** Notes what lies below each text and each line of the drawings, which no theme changes. */
    const layers = () => drawings().flatMap(svg => {
        const shapes = [...svg.querySelectorAll("rect, circle, path, polygon, polyline, line, text")].filter(shape => !shape.matches(".handle"));
        const isFilled = shape => !shape.matches("text") && getComputedStyle(shape).fill !== "none";
        const found = [];
        const filled = [];
        for (const shape of shapes) {
            const toScreen = shape.getScreenCTM();
            // A mark may lie on other marks, a text on nothing that hides it.
            const lowest = shape.matches("text") ? 0 : 20;
            const below = point => filled.filter(({ area, inverse, size }) => size >= lowest && area.isPointInFill(point.matrixTransform(inverse))).map(({ area }) => area);
            const at = points => points.map(([x, y]) => below(new DOMPoint(x, y).matrixTransform(toScreen)));
            if (shape.matches("text")) {
                const { x, y, width, height } = shape.getBBox();
                const points = [0.02, 0.25, 0.5, 0.75, 0.98].map(part => [x + part * width, y + height / 2]);
                found.push({ svg, shape, paint: "fill", least: 4.5, grounds: at(points) });
                continue;
            }
            const style = getComputedStyle(shape);
            if (style.stroke !== "none" && !background.test(shape.getAttribute("class")) && parseFloat(style.strokeWidth) > 0) {
                const length = shape.getTotalLength();
                const points = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98].map(part => shape.getPointAtLength(part * length)).map(({ x, y }) => [x, y]);
                // A box is seen on the page; between cells that touch, their numbers and shades tell them apart.
                found.push({ svg, shape, paint: "stroke", least: 3, grounds: shape.matches("rect") ? [[]] : at(points) });
            }
            if (isFilled(shape)) {
                const { x, y, width, height } = shape.getBBox();
                if (!background.test(shape.getAttribute("class")) && !isShade(shape)) {
                    found.push({ svg, shape, paint: "fill", least: 3, grounds: at([[x + width / 2, y + height / 2]]) });
                }
                filled.push({ area: shape, inverse: toScreen.inverse(), size: Math.min(width, height) });
            }
        }
        return found;
    });
    let noted;

    /** Returns texts and lines of drawings that are hard to see on their ground in the theme that is shown. */
    const faint = () => {
        noted ??= layers();
        const colors = new Map();
        const paintOf = (shape, paint) => {
            const key = `${paint} ${shape.getAttribute("class")} ${shape.getAttribute("opacity")}`;
            if (!colors.has(key)) {
                const style = getComputedStyle(shape);
                const [red, green, blue, alpha] = parse(style[paint]);
                colors.set(key, [red, green, blue, alpha * Number(style.opacity) * Number(style[`${paint}Opacity`])]);
            }
            return colors.get(key);
        };
        const worst = new Map();
        for (const { svg, shape, paint, least, grounds } of noted) {
            const page = ground(svg);
            const found = grounds.map(shapes => {
                const below = shapes.reduce((color, one) => over(paintOf(one, "fill"), color), page);
                return contrast(over(paintOf(shape, paint), below), below);
            }).sort((a, b) => a - b);
            // A text must be readable everywhere; a line may cross something dark.
            const measured = least === 4.5 ? found[0] : found[found.length >> 1];
            if (measured < least) {
                const what = shape.matches("text") ? `"${shape.textContent}"` : `${shape.localName}.${shape.getAttribute("class")}`;
                const key = `${called(svg)}: ${what}`;
                worst.set(key, Math.min(measured, worst.get(key) ?? Infinity));
            }
        }
        return [...worst].map(([what, measured]) => `${what} has a contrast of ${measured.toFixed(2)}`);
    };

    /** Returns the selectors of the style sheets that match something, and the names of elements. */
    const kinds = () => {
        const found = new Set();
        const visit = rules => {
            for (const rule of rules) {
                if (rule.cssRules?.length) {
                    visit(rule.cssRules);
                }
                for (const selector of rule.selectorText?.split(/,(?![^(]*\))/) ?? []) {
                    const still = selector.replace(/::?(before|after|hover|focus|active|focus-visible|focus-within|target|link|visited|marker|details-content)\b/g, "").trim();
                    try {
                        if (still && document.querySelector(still)) {
                            found.add(still);
                        }
                    } catch {
                        // Another browser's selector.
                    }
                }
            }
        };
        for (const sheet of document.styleSheets) {
            visit(sheet.cssRules);
        }
        for (const element of document.querySelectorAll("main *")) {
            found.add(`<${element.localName}>`);
        }
        return [...found];
    };

    window.audit = { boxes, faint, followTab, hiddenFocus, kinds, overflow, reveal, setTheme };
})();
