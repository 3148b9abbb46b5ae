// What the style sheets cannot do for readers who use a keyboard or a screen reader. The book can be read without this file.
"use strict";

(() => {
    const content = document.getElementById("mdbook-content");
    const main = content.querySelector("main");

    // The link past the navigation comes first in the page. It moves the focus itself because the page for missing addresses has another base address.
    const skipLink = document.querySelector(".skip-link");
    main.tabIndex = -1;
    main.style.outline = "none";
    document.body.prepend(skipLink);
    skipLink.addEventListener("click", event => {
        event.preventDefault();
        main.focus();
        main.scrollIntoView();
    });

    document.getElementById("mdbook-menu-bar")?.setAttribute("role", "banner");
    document.getElementById("mdbook-search-wrapper")?.setAttribute("role", "search");

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

    // Whatever scrolls sideways can be focused and scrolled with the arrow keys, and has a name.
    const scrollers = "pre > code, .katex-display, .table-wrapper, .figure-wide";
    const nameOf = element => {
        if (element.matches("code")) {
            return element.classList.contains("output") ? "Output" : "Code";
        }
        return element.matches(".table-wrapper") ? "Table" : "Equation";
    };
    const update = element => {
        const scrolls = element.scrollWidth > element.clientWidth + 1;
        if (scrolls) {
            element.tabIndex = 0;
        } else {
            element.removeAttribute("tabindex");
        }
        // A figure is one already, and its caption says which.
        if (element.matches("figure")) {
            return;
        }
        if (scrolls) {
            element.setAttribute("role", "group");
            element.setAttribute("aria-label", nameOf(element));
        } else {
            element.removeAttribute("role");
            element.removeAttribute("aria-label");
        }
    };
    const regions = Array.from(main.querySelectorAll(scrollers));
    const observer = new ResizeObserver(entries => entries.forEach(entry => update(entry.target)));
    regions.forEach(region => observer.observe(region));
    document.fonts?.ready.then(() => regions.forEach(update));

    // There the arrow keys scroll; elsewhere mdBook turns the page with them.
    main.addEventListener("keydown", event => {
        const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
        if (sideways && event.target.closest(scrollers)) {
            event.stopPropagation();
        }
    });

    main.querySelectorAll(".blockquote-tag").forEach(box => {
        box.setAttribute("role", "note");
        const title = box.querySelector(".blockquote-tag-title + p > strong:first-child");
        if (title) {
            box.setAttribute("aria-label", title.textContent);
        }
    });

    main.querySelectorAll("li > input[type=checkbox], li > p > input[type=checkbox]").forEach(box => {
        box.setAttribute("aria-label", box.closest("li").innerText.trim().split("\n")[0]);
    });

    // Paper cannot unfold anything.
    let folded = [];
    window.addEventListener("beforeprint", () => {
        folded = Array.from(main.querySelectorAll("details:not([open])"));
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
