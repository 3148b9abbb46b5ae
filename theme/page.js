// What the style sheets cannot do for readers who use a keyboard or a screen reader, and what a browser keeps for a reader. The book can be read without this file.
"use strict";

(() => {
    // mdBook sets this class with a script in the page, which a strict policy of a server forbids.
    document.documentElement.classList.add("js");

    // The bar of a phone has the color of the theme, whatever the system prefers.
    const [barColor, ...otherColors] = document.querySelectorAll("meta[name=theme-color]");
    barColor.removeAttribute("media");
    otherColors.forEach(color => { color.remove(); });

    const content = document.getElementById("mdbook-content");
    const main = content.querySelector("main");
    const sidebar = document.querySelector("mdbook-sidebar-scrollbox");

    // What a screen reader should say although nothing visible moves to it. It is set a little later, because a text that comes with a click is often not heard.
    const status = document.createElement("div");
    status.className = "unseen";
    status.setAttribute("role", "status");
    document.body.append(status);
    const say = text => {
        status.textContent = "";
        setTimeout(() => { status.textContent = text; }, 100);
    };

    document.addEventListener("say", event => say(event.detail));

    // The link past the navigation comes first in the page. It moves the focus itself, so that the address stays what it is.
    const skipLink = document.querySelector(".skip-link");
    main.tabIndex = -1;
    main.style.outline = "none";
    document.body.prepend(skipLink);
    skipLink.addEventListener("click", event => {
        event.preventDefault();
        main.focus();
        main.scrollIntoView();
    });

    // mdBook has scrolled the sidebar to this page, and Tab would go on from there instead of from the first link. To focus something takes a layout of the page; after mdBook's own work on the complete page there is one.
    document.addEventListener("DOMContentLoaded", () => {
        if (!location.hash && document.activeElement === document.body) {
            document.body.tabIndex = -1;
            document.body.focus({ preventScroll: true });
            document.body.removeAttribute("tabindex");
        }
    });

    document.getElementById("mdbook-menu-bar")?.setAttribute("role", "banner");
    const search = document.getElementById("mdbook-search-wrapper");
    search?.setAttribute("role", "search");

    // mdBook searches when a key is released; a text can also be pasted, dictated, or removed with the mouse.
    const bar = document.getElementById("mdbook-searchbar");
    bar?.addEventListener("input", () => bar.dispatchEvent(new KeyboardEvent("keyup")));

    // mdBook names the texts of the results, which may have no name.
    const results = document.getElementById("mdbook-searchresults");
    if (results) {
        new MutationObserver(() => {
            results.querySelectorAll(".teaser[aria-label]").forEach(teaser => teaser.removeAttribute("aria-label"));
        }).observe(results, { childList: true });
    }

    // To search is to jump to the top. Whoever closes the search goes on where it was opened.
    if (search) {
        let place;
        const isClosed = () => search.classList.contains("hidden");
        const remember = () => {
            if (isClosed()) {
                place = { y: window.scrollY, focus: document.activeElement };
            }
        };
        document.addEventListener("keydown", remember, { capture: true });
        document.addEventListener("click", remember, { capture: true });
        new MutationObserver(() => {
            if (isClosed() && place) {
                window.scrollTo({ top: place.y, behavior: "instant" });
                place.focus.focus({ preventScroll: true });
            }
        }).observe(search, { attributeFilter: ["class"] });
    }

    // The sidebar marks the first section of a page as soon as it is in view; the style sheet waits until the title is not.
    const title = main.querySelector("h1");
    if (title) {
        new IntersectionObserver(([entry]) => {
            document.documentElement.classList.toggle("at-title", entry.isIntersecting);
        }).observe(title);
    }

    // The arrows turn pages, and a chapter has several.
    document.querySelectorAll(".nav-chapters, .mobile-nav-chapters").forEach(arrow => {
        arrow.title = arrow.title.replace("chapter", "page");
        arrow.setAttribute("aria-label", arrow.title);
    });

    // mdBook opens the sidebar with a label, which no key reaches: a real button in front of it passes the clicks on.
    const label = document.getElementById("mdbook-sidebar-toggle");
    const button = document.createElement("button");
    button.type = "button";
    button.className = label.className;
    button.title = label.title;
    button.append(...label.cloneNode(true).childNodes);
    button.setAttribute("aria-label", label.getAttribute("aria-label"));
    button.setAttribute("aria-controls", label.getAttribute("aria-controls"));
    const copyState = () => button.setAttribute("aria-expanded", label.getAttribute("aria-expanded"));
    copyState();
    new MutationObserver(copyState).observe(label, { attributeFilter: ["aria-expanded"] });
    button.addEventListener("click", () => label.click());
    label.before(button);
    label.classList.add("hidden");

    // No key reaches the signs that unfold chapters in the sidebar either. The list of headings, which comes with the complete page, may have some too.
    document.addEventListener("DOMContentLoaded", () => {
        for (const sign of sidebar.querySelectorAll(".chapter-fold-toggle")) {
            const item = sign.closest("li");
            const button = document.createElement("button");
            button.type = "button";
            button.className = sign.className;
            button.append(...sign.childNodes);
            button.setAttribute("aria-label", `Contents of ${item.querySelector("a[href]").textContent}`);
            button.setAttribute("aria-expanded", item.classList.contains("expanded"));
            button.addEventListener("click", () => button.setAttribute("aria-expanded", item.classList.toggle("expanded")));
            sign.replaceWith(button);
        }
    });

    // Where the sidebar covers the page, it makes room for the section that was chosen from it, for whoever touches the page, and at Escape.
    const makeRoom = () => {
        const covers = window.matchMedia("(max-width: 1079px)").matches;
        if (covers && label.getAttribute("aria-expanded") === "true") {
            label.click();
        }
    };
    sidebar.addEventListener("click", event => {
        const link = event.target.closest("a[href]");
        if (link?.hash && link.pathname === location.pathname) {
            makeRoom();
        }
    });
    content.addEventListener("click", makeRoom);
    document.addEventListener("keydown", event => {
        if (event.key === "Escape") {
            makeRoom();
        }
    });

    // A page is read when its end has been in view, half a minute after it was opened or later: who jumps to the end and on has not read it. The browser keeps the paths of these pages, and the sidebar, which mdBook has filled before this script runs, marks them.
    const key = "pages-read";
    const readPages = () => {
        try {
            return JSON.parse(localStorage.getItem(key)) ?? [];
        } catch {
            return [];
        }
    };
    const forget = document.createElement("button");
    forget.type = "button";
    forget.className = "forget";
    forget.textContent = "Forget which pages I have read";
    sidebar.append(forget);
    const showRead = () => {
        const pages = readPages();
        forget.hidden = pages.length === 0;
        sidebar.querySelectorAll(".chapter-item > span > a[href]").forEach(link => {
            link.classList.toggle("read", pages.includes(link.pathname));
        });
    };
    forget.addEventListener("click", () => {
        localStorage.removeItem(key);
        showRead();
        sidebar.querySelector("a").focus();
        say("No page is marked as read.");
    });
    showRead();
    window.addEventListener("pageshow", showRead);

    const here = sidebar.querySelector("a.active")?.pathname;
    const end = document.createElement("div");
    main.append(end);
    const markRead = () => {
        try {
            localStorage.setItem(key, JSON.stringify([...new Set(readPages()).add(here)]));
        } catch {
            // This browser keeps nothing.
        }
        showRead();
    };
    let timer;
    new IntersectionObserver(([entry], observer) => {
        clearTimeout(timer);
        if (!entry.isIntersecting || !here) {
            return;
        }
        timer = setTimeout(() => {
            observer.disconnect();
            markRead();
        }, 30_000 - performance.now());
    }).observe(end);

    // Whatever scrolls sideways can be focused and scrolled with the arrow keys, and has a name. Only what is near the screen is measured, and all of it before anything changes.
    const scrollers = "pre > code, .katex-display, .table-wrapper";
    const nameOf = element => {
        if (element.matches("code")) {
            return element.classList.contains("output") ? "Output" : "Code";
        }
        return element.matches(".table-wrapper") ? "Table" : "Equation";
    };
    const update = (element, scrolls) => {
        element.classList.toggle("scrolls", scrolls);
        const set = (name, value) => scrolls ? element.setAttribute(name, value) : element.removeAttribute(name);
        set("tabindex", 0);
        set("role", "group");
        set("aria-label", nameOf(element));
    };
    const sizes = new ResizeObserver(entries => {
        const scrolls = entries.map(({ target }) => target.scrollWidth > target.clientWidth + 1);
        entries.forEach(({ target }, index) => update(target, scrolls[index]));
    });
    const near = new IntersectionObserver(entries => {
        entries.forEach(({ target, isIntersecting }) => isIntersecting ? sizes.observe(target) : sizes.unobserve(target));
    }, { rootMargin: "200% 0%" });
    const watch = () => {
        near.disconnect();
        main.querySelectorAll(scrollers).forEach(element => near.observe(element));
    };
    watch();
    // A formula is as wide as its fonts make it.
    document.fonts?.addEventListener("loadingdone", watch);

    // A figure with controls can answer when it comes near the screen. The scripts for that are loaded with the first one; without them, its controls go and it stays as it is printed.
    const answering = main.querySelectorAll("figure[data-widget]");
    if (answering.length) {
        // Each script says how it mounts a figure.
        const loading = new Map();
        const load = ({ dataset: { script: src } }) => {
            const mount = loading.get(src) ?? new Promise((resolve, reject) => {
                const script = document.createElement("script");
                script.src = src;
                script.onload = () => resolve(window.mountWidget);
                script.onerror = reject;
                document.body.append(script);
            });
            loading.set(src, mount);
            return mount;
        };
        const approaching = new IntersectionObserver(entries => {
            entries.filter(entry => entry.isIntersecting).forEach(({ target }) => {
                approaching.unobserve(target);
                load(target).then(mount => mount(target), () => target.querySelector("form").remove());
            });
        }, { rootMargin: "50% 0%" });
        answering.forEach(figure => approaching.observe(figure));
    }

    // A question before a run. Who has chosen sees whether it was the answer, and why.
    main.querySelectorAll(".blockquote-tag > ol + details").forEach((answer, index) => {
        const list = answer.previousElementSibling;
        const question = list.previousElementSibling;
        question.id ||= `question-${index}`;
        list.setAttribute("role", "radiogroup");
        list.setAttribute("aria-labelledby", question.id);
        const choices = Array.from(list.children, item => {
            item.setAttribute("role", "none");
            const [label, choice] = [document.createElement("label"), document.createElement("input")];
            choice.type = "radio";
            choice.name = `choice-${index}`;
            label.append(choice, ...item.childNodes);
            item.append(label);
            return choice;
        });
        const check = document.createElement("button");
        check.textContent = "Check";
        check.disabled = true;
        const summary = answer.querySelector("summary");
        const right = choices[parseInt(answer.querySelector("strong").textContent) - 1];
        answer.before(check);
        answer.parentElement.addEventListener("change", () => {
            check.disabled = false;
            summary.textContent = "Answer";
        });
        answer.parentElement.addEventListener("keydown", event => event.stopPropagation());
        check.addEventListener("click", () => {
            summary.textContent = right.checked ? "Answer: correct" : "Answer: not this one";
            answer.open = true;
            answer.scrollIntoView({ block: "nearest" });
            say(`${summary.textContent}. The explanation follows.`);
        });
    });

    // There the arrow keys scroll; elsewhere mdBook turns the page with them.
    main.addEventListener("keydown", event => {
        const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
        if (sideways && event.target.closest(scrollers)) {
            event.stopPropagation();
        }
    });

    // A copy is the whole program: what the hidden lines hold is needed to compile it.
    window.playground_text = block => block.querySelector("code").textContent;
    main.querySelectorAll("pre:has(.boring) > .buttons > .clip-button").forEach(copy => {
        copy.title = "Copy with the hidden lines";
        copy.setAttribute("aria-label", copy.title);
    });

    // mdBook loses the name of the button that shows hidden lines, and shows only to the eye that something was copied. By now it has replaced the picture that was clicked, but not the button.
    document.addEventListener("click", event => {
        const pressed = event.composedPath().find(element => element.matches?.("pre > .buttons > button"));
        if (pressed) {
            pressed.setAttribute("aria-label", pressed.title);
            say(pressed.textContent);
        }
    });

    main.querySelectorAll(".blockquote-tag").forEach(box => {
        box.setAttribute("role", "note");
        const title = box.querySelector(".blockquote-tag-title + p > strong:first-child");
        if (title) {
            box.setAttribute("aria-label", title.textContent);
        }
    });

    document.documentElement.style.setProperty("--running-title", JSON.stringify(document.title));
    // Paper cannot unfold anything, but whoever prints exercises to do them does without the hints.
    let folded = [];
    window.addEventListener("beforeprint", () => {
        folded = Array.from(main.querySelectorAll("details:not([open], .hint)"));
        folded.forEach(details => { details.open = true; });
    });
    window.addEventListener("afterprint", () => {
        folded.forEach(details => { details.open = false; });
        folded = [];
    });

    // mdBook scrolls smoothly to the top when the title is clicked, asked or not.
    document.querySelector(".menu-title")?.addEventListener("click", event => {
        if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
            event.stopImmediatePropagation();
            window.scrollTo(0, 0);
        }
    }, { capture: true });
})();

// The search is loaded when it is first opened, or when the address asks for it.
const search_scripts = document.getElementById("mdbook-search-scripts")?.content;
if (search_scripts) {
    window.path_to_searchindex_js = search_scripts.querySelector("link").getAttribute("href");
    const toggle = document.getElementById("mdbook-search-toggle");
    // One of these scripts, or the index, which mdBook's script loads. A script that is missing stops the others.
    window.addEventListener("error", ({ target }) => {
        if (target instanceof HTMLScriptElement) {
            document.getElementById("mdbook-search-wrapper").classList.remove("hidden");
            document.getElementById("mdbook-searchbar-outer").classList.remove("searching");
            document.getElementById("mdbook-searchresults-outer").classList.remove("hidden");
            const header = document.getElementById("mdbook-searchresults-header");
            header.setAttribute("role", "alert");
            header.textContent = "The search could not be loaded. Load the page again to try once more.";
        }
    }, { capture: true });
    const load = async () => {
        toggle.removeEventListener("click", open);
        document.removeEventListener("keydown", onKey);
        for (const listed of search_scripts.querySelectorAll("script")) {
            const script = document.createElement("script");
            script.src = listed.getAttribute("src");
            const loaded = new Promise(resolve => { script.onload = resolve; });
            document.body.append(script);
            await loaded;
        }
    };
    const open = () => load().then(() => toggle.click());
    const onKey = event => {
        const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (plain && ["s", "/"].includes(event.key) && !mdbook_something_else_has_focus(event)) {
            event.preventDefault();
            open();
        }
    };
    if (/[?&](search|highlight)=/.test(location.search)) {
        load();
    } else {
        toggle.addEventListener("click", open);
        document.addEventListener("keydown", onKey);
    }
}
