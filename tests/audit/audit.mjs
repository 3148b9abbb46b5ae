// Checks the pages that `cargo book build` has written, in a browser. CONTRIBUTING.md explains it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { chromium } from "playwright-core";
import { browserProgram } from "./browser.mjs";
import { serve, wanted } from "./site.mjs";

const WIDTHS = [320, 390, 768, 1280];
const THEMES = ["light", "rust", "coal", "navy", "ayu"];

/** Themes change nothing but colors, so in all themes but the first these rules of axe suffice, without formulas, which have the color of their text, and drawings, in which axe sees no ground. */
const ONLY_COLORS = { rules: ["color-contrast", "link-in-text-block"], without: [".katex", "figure svg"] };

/** Pages that are read by axe and by keyboard in the short audit. */
const MOST_CHOSEN = 8;

const require = createRequire(import.meta.url);
const scripts = await Promise.all(
    [require.resolve("axe-core/axe.min.js"), new URL("inside.js", import.meta.url)].map(file => readFile(file, "utf8")),
);

/** Of each page, its complaints with all places where they hold. */
const complaints = new Map();
function note(page, place, found) {
    const known = complaints.get(page) ?? new Map();
    for (const complaint of found) {
        known.set(complaint, (known.get(complaint) ?? new Set()).add(place));
    }
    complaints.set(page, known);
}

/** Prints the complaints about a page that has been read. */
function report(page) {
    const found = complaints.get(page) ?? [];
    for (const [complaint, places] of found) {
        console.log(`${page}: ${complaint} (${[...places].join(", ")})`);
        count("complaints");
    }
    complaints.delete(page);
}

const counts = new Map();
function count(what, number = 1) {
    counts.set(what, (counts.get(what) ?? 0) + number);
}

/** The path and the width that a tab of the browser shows. */
const shown = new WeakMap();

/** Returns a tab, and notes what its console and its requests say. */
async function newTab(browser, address) {
    const tab = await browser.newPage({ baseURL: address, reducedMotion: "reduce" });
    const say = text => note(...shown.get(tab), [text.replaceAll(address, "")]);
    tab.on("console", message => say(`the console says: ${message.text()}`));
    tab.on("pageerror", error => say(`an exception: ${error.message}`));
    tab.on("requestfailed", request => say(`a failed request: ${request.url()} ${request.failure()?.errorText}`));
    tab.on("response", response => response.status() >= 400 && say(`the answer ${response.status()}: ${response.url()}`));
    tab.on("request", request => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(address) && say(`a request to another host: ${request.url()}`));
    return tab;
}

/** Opens a page at a width, and notes what is too wide and which texts overlap. */
async function open(tab, path, width) {
    shown.set(tab, [path, width]);
    await tab.setViewportSize({ width, height: 900 });
    await tab.goto(path);
    for (const script of scripts) {
        await tab.evaluate(script);
    }
    await tab.evaluate(() => audit.reveal());
    note(path, width, await tab.evaluate(() => [...audit.overflow(), ...audit.boxes()]));
    count("pages opened");
}

/** Reads a page with axe. */
async function axe(tab, path, place, { rules, without = [] } = {}) {
    const found = await tab.evaluate(async ([runOnly, exclude]) => {
        const { violations } = await window.axe.run({ exclude }, { resultTypes: ["violations"], ...(runOnly && { runOnly }) });
        // It does not hear the MathML in a head of a table.
        const isEmpty = (id, { target }) => id !== "empty-table-header" || !document.querySelector(target).querySelector("math");
        return violations.flatMap(({ id, nodes }) => nodes.filter(node => isEmpty(id, node)).map(({ target, any }) => `axe ${id}: ${target} ${any[0]?.message ?? ""}`));
    }, [rules, without]);
    note(path, place, found);
    count("runs of axe");
}

/** Goes through a page with the Tab key, and looks at each focus in each theme. */
async function keyboard(tab, path, width, themes) {
    const stops = await tab.evaluate(() => audit.followTab());
    for (let press = 0; press < stops + 20; press += 1) {
        await tab.keyboard.press("Tab");
    }
    note(path, width, await tab.evaluate(() => audit.endTab()));
    count("Tab stops", stops);
    for (const theme of themes) {
        await tab.evaluate(one => audit.setTheme(one), theme);
        note(path, `${width} ${theme}`, await tab.evaluate(() => audit.hiddenFocus()));
    }
}

/** What a reader opens on any page: its name, where it is, and how a key opens it. */
const STATES = [
    ["search", "#mdbook-search-wrapper", async tab => {
        await tab.keyboard.press("/");
        await tab.locator("#mdbook-searchbar").fill("softmax");
        await tab.locator("#mdbook-searchresults li").first().waitFor();
    }],
    ["themes", "#mdbook-theme-list", tab => tab.locator("#mdbook-theme-toggle").press("Enter")],
    ["help", "#mdbook-help-popup", tab => tab.keyboard.press("?")],
    ["sidebar", "#mdbook-sidebar", tab => tab.locator("button[aria-controls=mdbook-sidebar]").press("Enter")],
];

/** Reads a page with each of the states. */
async function states(browser, address, path, width, themes) {
    for (const [state, part, enter] of STATES) {
        const tab = await newTab(browser, address);
        await open(tab, path, width);
        await enter(tab);
        for (const theme of themes) {
            await tab.evaluate(one => audit.setTheme(one), theme);
            const place = `${width} ${theme} ${state}`;
            await axe(tab, path, place, theme === themes[0] ? undefined : ONLY_COLORS);
            note(path, place, await tab.evaluate(one => [...audit.overflow(), ...audit.hiddenFocus(one)], part));
        }
        await tab.close();
    }
}

/** Looks at the colors of the figures in each theme. */
async function figures(tab, path, width) {
    if (await tab.locator("figure.figure svg").count() === 0) {
        return;
    }
    for (const theme of THEMES) {
        await tab.evaluate(one => audit.setTheme(one), theme);
        note(path, `${width} ${theme}`, await tab.evaluate(() => audit.faint()));
    }
}

/** Calls `work` with a tab for each page, several at a time, and prints what it has noted. */
async function each(browser, address, paths, work) {
    const waiting = [...paths.entries()];
    const workers = Array.from({ length: availableParallelism() }, async () => {
        const tab = await newTab(browser, address);
        for (let next = waiting.shift(); next; next = waiting.shift()) {
            const [index, path] = next;
            await work(tab, path, WIDTHS[index % WIDTHS.length]);
            report(path);
        }
        await tab.close();
    });
    await Promise.all(workers);
}

/** Opens every page once, at one of the widths, and reads a few that show most there is. */
async function short(browser, address, paths) {
    const kinds = new Map();
    await each(browser, address, paths, async (tab, path, width) => {
        await open(tab, path, width);
        kinds.set(path, await tab.evaluate(() => audit.kinds()));
        await figures(tab, path, width);
    });
    const chosen = choose(kinds);
    await each(browser, address, chosen, async (tab, path, width) => {
        await open(tab, path, width);
        await axe(tab, path, `${width} light`);
        await tab.evaluate(() => audit.setTheme("navy"));
        await axe(tab, path, `${width} navy`, ONLY_COLORS);
        await keyboard(tab, path, width, ["navy", "light"]);
    });
    await states(browser, address, chosen.at(-1), 390, ["light", "navy"]);
    report(chosen.at(-1));
}

/** Chooses pages that together show most kinds of elements and match most rules of the style sheets. */
function choose(kinds) {
    const missing = new Set([...kinds.values()].flat());
    const chosen = [];
    const gain = path => kinds.get(path).filter(kind => missing.has(kind)).length;
    while (missing.size > 0 && chosen.length < MOST_CHOSEN) {
        const best = [...kinds.keys()].reduce((a, b) => gain(b) > gain(a) ? b : a);
        kinds.get(best).forEach(kind => missing.delete(kind));
        chosen.push(best);
    }
    console.log(`axe and keyboard: ${chosen.join(", ")}`);
    if (missing.size > 0) {
        console.log(`not on these pages: ${[...missing].join(", ")}`);
    }
    return chosen;
}

/** Reads every page at every width in every theme. */
async function all(browser, address, paths) {
    await each(browser, address, paths, async (tab, path) => {
        console.log(path);
        for (const width of WIDTHS) {
            await open(tab, path, width);
            await figures(tab, path, width);
            for (const theme of THEMES) {
                await tab.evaluate(one => audit.setTheme(one), theme);
                await axe(tab, path, `${width} ${theme}`, theme === THEMES[0] ? undefined : ONLY_COLORS);
            }
            await keyboard(tab, path, width, THEMES);
        }
    });
    for (const width of WIDTHS) {
        await states(browser, address, paths[0], width, THEMES);
    }
    report(paths[0]);
}

const [level, ...named] = process.argv.slice(2);
const start = Date.now();
const paths = await wanted(named);
const { address, close } = await serve();
const browser = await chromium.launch({ executablePath: browserProgram(), args: ["--no-sandbox", "--disable-gpu"] });
try {
    await (level === "--all" ? all : short)(browser, address, paths);
} finally {
    await browser.close();
    close();
}
const seconds = Math.round((Date.now() - start) / 1000);
console.log(`${paths.length} pages in ${seconds} s: ${[...counts].map(([what, number]) => `${number} ${what}`).join(", ")}`);
process.exitCode = counts.has("complaints") ? 1 : 0;
