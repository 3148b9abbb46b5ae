// Checks the pages that `cargo book build` has written, in a browser. CONTRIBUTING.md explains it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism, cpus } from "node:os";
import { chromium } from "playwright-core";
import { browserProgram } from "./browser.mjs";
import { serve, wanted } from "./site.mjs";

const WIDTHS = [320, 390, 768, 1280];
const THEMES = ["light", "rust", "coal", "navy", "ayu"];

/** Themes change nothing but colors, so in all themes but the first these rules of axe suffice, without formulas, which have the color of their text, and drawings, in which axe sees no ground. */
const ONLY_COLORS = { rules: ["color-contrast", "link-in-text-block"], without: [".katex", "figure svg"] };

/** Pages that are read by axe and by keyboard in the short audit. */
const MOST_CHOSEN = 12;

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

/** Opens a page at a width, and notes what its console, its requests, and its size say. */
async function open(browser, address, path, width) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const found = [];
    page.on("console", message => found.push(`the console says: ${message.text()}`));
    page.on("pageerror", error => found.push(`an exception: ${error.message}`));
    page.on("requestfailed", request => found.push(`a failed request: ${request.url().replace(address, "")} ${request.failure()?.errorText}`));
    page.on("response", response => response.status() >= 400 && found.push(`the answer ${response.status()}: ${response.url().replace(address, "")}`));
    page.on("request", request => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(address) && found.push(`a request to another host: ${request.url()}`));
    await page.goto(address + path);
    for (const script of scripts) {
        await page.evaluate(script);
    }
    await page.evaluate(() => audit.reveal());
    found.push(...await page.evaluate(() => audit.overflow()), ...await page.evaluate(() => audit.boxes()));
    note(path, width, found);
    count("pages opened");
    return page;
}

/** Reads a page with axe. */
async function axe(page, path, place, { rules, without = [] } = {}) {
    const found = await page.evaluate(async ([runOnly, exclude]) => {
        const { violations } = await window.axe.run({ exclude }, { resultTypes: ["violations"], ...(runOnly && { runOnly }) });
        // It does not hear the MathML in a head of a table.
        const isEmpty = (id, { target }) => id !== "empty-table-header" || !document.querySelector(target).querySelector("math");
        return violations.flatMap(({ id, nodes }) => nodes.filter(node => isEmpty(id, node)).map(({ target, any }) => `axe ${id}: ${target} ${any[0]?.message ?? ""}`));
    }, [rules, without]);
    note(path, place, found);
    count("runs of axe");
}

/** Goes through a page with the Tab key, and looks at each focus in each theme. */
async function keyboard(page, path, width, themes) {
    const stops = await page.evaluate(() => audit.followTab());
    for (let press = 0; press < stops + 20; press += 1) {
        await page.keyboard.press("Tab");
    }
    note(path, width, await page.evaluate(() => audit.endTab()));
    count("Tab stops", stops);
    for (const theme of themes) {
        await page.evaluate(one => audit.setTheme(one), theme);
        note(path, `${width} ${theme}`, await page.evaluate(() => audit.hiddenFocus()));
    }
}

/** What a reader opens on any page. */
const STATES = {
    search: async page => {
        await page.keyboard.press("/");
        await page.locator("#mdbook-searchbar").fill("softmax");
        await page.locator("#mdbook-searchresults li").first().waitFor();
    },
    themes: page => page.locator("#mdbook-theme-toggle").click(),
    help: page => page.keyboard.press("?"),
    sidebar: page => page.locator("button[aria-controls=mdbook-sidebar]").click(),
};

/** Reads a page with each of the states. */
async function states(browser, address, path, width, themes) {
    for (const [state, enter] of Object.entries(STATES)) {
        const page = await open(browser, address, path, width);
        await enter(page);
        for (const theme of themes) {
            await page.evaluate(one => audit.setTheme(one), theme);
            const place = `${width} ${theme} ${state}`;
            await axe(page, path, place, theme === themes[0] ? undefined : ONLY_COLORS);
            note(path, place, await page.evaluate(() => [...audit.overflow(), ...audit.hiddenFocus()]));
        }
        await page.context().close();
    }
}

/** Looks at the colors of the figures in each theme. */
async function figures(page, path, width) {
    if (await page.locator("figure.figure svg").count() === 0) {
        return;
    }
    for (const theme of THEMES) {
        await page.evaluate(one => audit.setTheme(one), theme);
        note(path, `${width} ${theme}`, await page.evaluate(() => audit.faint()));
    }
}

/** Calls `work` for each item, several at a time. */
async function each(items, work) {
    const waiting = [...items];
    const workers = Array.from({ length: availableParallelism?.() ?? cpus().length }, async () => {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
            await work(item);
        }
    });
    await Promise.all(workers);
}

/** Opens every page once, at one of the widths, and reads a dozen that show all there is. */
async function short(browser, address, paths) {
    const kinds = new Map();
    await each(paths.entries(), async ([index, path]) => {
        const width = WIDTHS[index % WIDTHS.length];
        const page = await open(browser, address, path, width);
        kinds.set(path, await page.evaluate(() => audit.kinds()));
        await figures(page, path, width);
        await page.context().close();
        report(path);
    });
    const chosen = choose(kinds);
    await each(chosen.entries(), async ([index, path]) => {
        const width = WIDTHS[index % WIDTHS.length];
        const page = await open(browser, address, path, width);
        await axe(page, path, `${width} light`);
        await page.evaluate(() => audit.setTheme("navy"));
        await axe(page, path, `${width} navy`, ONLY_COLORS);
        await keyboard(page, path, width, ["navy", "light"]);
        await page.context().close();
        report(path);
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
        console.log(`seen by neither: ${[...missing].join(", ")}`);
    }
    return chosen;
}

/** Reads every page at every width in every theme. */
async function all(browser, address, paths) {
    await each(paths, async path => {
        for (const width of WIDTHS) {
            const page = await open(browser, address, path, width);
            await figures(page, path, width);
            for (const theme of THEMES) {
                await page.evaluate(one => audit.setTheme(one), theme);
                await axe(page, path, `${width} ${theme}`, theme === THEMES[0] ? undefined : ONLY_COLORS);
            }
            await keyboard(page, path, width, THEMES);
            await page.context().close();
        }
        console.log(path);
        report(path);
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
const browser = await chromium.launch({ executablePath: browserProgram(), args: ["--no-sandbox"] });
try {
    await (level === "--all" ? all : short)(browser, address, paths);
} finally {
    await browser.close();
    close();
}
const seconds = Math.round((Date.now() - start) / 1000);
console.log(`${paths.length} pages in ${seconds} s: ${[...counts].map(([what, number]) => `${number} ${what}`).join(", ")}`);
process.exitCode = counts.has("complaints") ? 1 : 0;
