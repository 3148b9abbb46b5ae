//! Each kind of mistake in the sources, made once in the small book. Each message names file and
//! line.

use crate::fixture::{Fixture, error};

/// Makes one replacement in one file, returns the error message of the build, and restores the
/// file.
fn broken(file: &str, from: &str, to: &str) -> String {
    thread_local!(static BOOK: Fixture = Fixture::new());
    BOOK.with(|book| {
        let text = book.read(file);
        let error = book.replace(file, from, to).build_error();
        book.write(file, &text);
        error
    })
}

#[track_caller]
fn assert_says(error: &str, message: &str) {
    assert!(error.contains(&format!("error: {message}")), "no {message:?} in\n{error}");
    assert!(error.ends_with("the book was not built: 1 problem\n"), "{error}");
}

#[test]
fn references_and_labels() {
    let error = broken("src/means.md", "(#eq:mean) is", "(#eq:median) is");
    assert_says(&error, "src/means.md:12: nothing has the label `eq:median`");
    let error = broken("src/start.md", "#sec:weights", "#sec:wieghts");
    assert_says(&error, "src/start.md:3: nothing has the label `sec:wieghts`");
    let error = broken("src/part/deep.md", "\"fig:deep\"", "\"fig:dot\"");
    assert_says(&error, "src/part/deep.md:5: the label `fig:dot` is used twice");
    let error = broken("src/means.md", "{#exercises}", "{#weights}");
    assert!(
        error.contains("src/means.md:39: two elements of this page have the identifier `weights`")
    );
    let error = broken("src/means.md", "## Weights {#weights}", "## Weights");
    assert!(error.contains("src/means.md:5: a heading needs a title and an identifier"), "{error}");
    let error = broken("src/means.md", "{#eq:mean}\n", "{#mean}\n");
    assert!(error.contains("src/means.md:7: `{#mean}`: a label is written"), "{error}");
    let error = broken("src/means.md", "## Two means {#ex:two}", "## Two means {#fig:two}");
    assert!(error.contains("src/means.md:41: `fig:two`: only exercises"), "{error}");
}

#[test]
fn links() {
    let error = broken("src/start.md", "part/deep.md#deep", "part/deap.md#deep");
    assert_says(&error, "src/start.md:3: `part/deap.md` is not a page of this book");
    let error = broken("src/start.md", "part/deep.md#deep", "part/deep.md#shallow");
    assert_says(&error, "src/start.md:3: part/deep.md has no `#shallow`");
    let error = broken("src/means.md", "Two.\n", "<a href=\"part/deep.html#nowhere\">Two</a>.\n");
    assert_says(
        &error,
        "means.html:1: links to part/deep.html#nowhere, but nothing there has that name",
    );
    let error = broken("src/means.md", "Two.\n", "<a href=\"nowhere.html\">Two</a>.\n");
    assert_says(&error, "means.html:1: links to nowhere.html, which is not in the site");
}

#[test]
fn figures() {
    let error = broken("src/means.md", "[A single dot.]", "[]");
    assert_says(&error, "src/means.md:14: fig:dot has no alternative text");
    let error = broken("src/means.md", "The dot, with $`x`$ and [Equation](#eq:mean).\n", "");
    assert_says(&error, "src/means.md:14: fig:dot has no caption on the line after it");
    let error = broken("src/means.md", "means/dot.svg", "means/dit.svg");
    assert!(error.contains("src/means.md:14: cannot read images/means/dit.svg: "), "{error}");
    let error = broken("src/means.md", "../images/means/dot.svg", "dot.png");
    assert!(error.contains("src/means.md:14: a figure is an SVG file in ../images/"), "{error}");
    let error = broken("src/means.md", "\"fig:dot\"", "\"a dot\"");
    assert!(error.contains("src/means.md:14: a figure needs a label"), "{error}");
    let error = broken("src/means.md", "Two.\n", "Two ![dots](../images/means/dot.svg).\n");
    assert!(error.contains("src/means.md:46: a picture needs a paragraph of its own"));
    let error = broken("src/means.md", "Two.\n", "<img src=\"x.svg\">\n");
    assert!(error.contains("src/means.md:46: a picture without alternative text"), "{error}");
}

#[test]
fn formulas() {
    let error = broken("src/means.md", "w_i \\ge 0", "w_i \\gee 0");
    assert!(error.contains("error: src/means.md:3: KaTeX: "), "{error}");
    assert!(error.contains("\\gee"), "{error}");
    let error = broken("src/means.md", "m = \\sum_i", "m = \\sum_{i");
    assert!(error.contains("error: src/means.md:7: KaTeX: "), "{error}");
    let error = broken("src/means.md", "with $`x`$ and", "with $`x` and");
    assert_says(&error, "src/means.md:15: the formula `x` has only one dollar sign");
}

#[test]
fn a_formula_that_is_cut_is_never_shown() {
    let table = "| a | b |\n|---|---|\n| $`P(A|B)`$ | x |\n";
    let error = broken("src/means.md", "Two.\n", table);
    assert!(error.contains("src/means.md:48: `$`P(A` is not a formula"), "{error}");
    // Raw HTML is not scanned, but no page may show the marks.
    let error = broken("src/means.md", "Two.\n", "<div>$`x`$</div>\n");
    assert_says(&error, "means.html:1: shows the marks of a formula: $`x`$");
}

#[test]
fn citations() {
    let error = broken("src/means.md", "[@nadaraya1964;", "[@nadaraja1964;");
    assert_says(&error, "src/means.md:3: `nadaraja1964` is not in src/references.bib");
    let error = broken("src/references.bib", "{watson1964,", "{watson1965,");
    assert!(error.contains("src/means.md:3: `watson1964` is not in src/references.bib"), "{error}");
    assert!(error.contains("src/references.bib:8: `watson1965` is cited nowhere"), "{error}");
    let error = broken("src/references.bib", "author = {Watson, Geoffrey S.},", "author {Watson},");
    assert!(error.contains("error: src/references.bib:9: "), "{error}");
    let error = broken("src/references.md", "<!-- references -->", "None.");
    assert!(error.contains("src/references.bib:1: no page has the list of references"), "{error}");
    let error = broken("src/means.md", "[@nadaraya1964;", "[@nadaraya1964; watson,");
    assert!(error.contains("src/means.md:3: a citation is written on one line"), "{error}");
}

#[test]
fn snippets_and_includes() {
    let error = broken("src/part/deep.md", "code.rs:shown", "code.rs:hidden");
    assert_says(&error, "src/part/deep.md:9: code/code.rs: no anchor `hidden`");
    let error = broken("src/part/deep.md", "code/code.rs", "code/none.rs");
    assert!(error.contains("src/part/deep.md:9: cannot include code/none.rs"), "{error}");
    let error = broken("src/part/deep.md", "```rust\n", "```rust,ignore\n");
    assert!(error.contains("src/part/deep.md:8: `rust,ignore`"), "{error}");
    let error = broken("src/means.md", "\n```text,output\n2", "\n\nText.\n\n```text,output\n2");
    assert!(error.contains("src/means.md:24: output that does not directly follow"), "{error}");
}

#[test]
fn markup_that_would_be_shown_as_typed_is_an_error() {
    let error =
        broken("src/means.md", "[@nadaraya1964; @watson1964,", "[@nadaraya1964;\n@watson1964,");
    assert!(error.contains("src/means.md:3: a citation is written on one line"), "{error}");
    let error = broken("src/means.md", "Section 2]", "*Section* 2]");
    assert!(error.contains("src/means.md:3: a citation is written on one line"), "{error}");
    let error = broken("src/start.md", "[the deep page]", "[@watson1964]");
    assert!(error.contains("src/start.md:3: a citation cannot be in a link"), "{error}");
    let error = broken("src/means.md", "m = \\sum_i", "m = % a comment\n\\sum_i");
    assert!(error.contains("src/means.md:7: a formula has no comments"), "{error}");
    let error = broken("src/means.md", "{#eq:mean}\n", "{#eq:}\n");
    assert!(error.contains("src/means.md:7: the label `eq:` is not made of"), "{error}");
    let error = broken("src/means.md", "> ```math\n", "> ```math {#eq:quoted}\n");
    assert!(error.contains("an equation in a quote or a list has no number"), "{error}");
    let error = broken("src/means.md", "Two.\n", "Text:\n\n    indented code\n");
    assert!(error.contains("a code block is fenced, with its language"), "{error}");
    let error = broken(
        "src/means.md",
        "Two.\n",
        "> ![A dot.](../images/means/dot.svg \"fig:quoted\")\n> Quoted.\n",
    );
    assert!(error.contains("a figure cannot be in a quote or a list"), "{error}");
    let error =
        broken("src/means.md", "../images/means/dot.svg", "../images/../images/means/dot.svg");
    assert!(error.contains("a figure is an SVG file in ../images/"), "{error}");
    let error = broken("src/means.md", "## Two means", "### Two means");
    assert!(error.contains("the title of an exercise is a second-level heading"), "{error}");
    let error = broken(
        "src/references.md",
        "<!-- references -->",
        "<!-- references -->\n\n<!-- references -->",
    );
    assert!(error.contains("src/references.md:5: the list of references occurs twice"), "{error}");
    let error = broken("src/means.md", "Two.\n", "Two.\n\n<!-- references -->\n");
    assert!(error.contains("src/references.md:3: another page has the list"), "{error}");
}

#[test]
fn formulas_are_blamed_one_by_one() {
    let fixture = Fixture::new();
    fixture.replace("src/means.md", "> a < b", "> \\begin{align} a &< b \\end{align}");
    fixture.replace("src/start.md", "[the deep page]", "[the $`\\badd`$ page]");
    let error = fixture.build_error();
    assert!(error.contains("src/start.md:3: KaTeX: "), "{error}");
    assert!(!error.contains("src/means.md"), "{error}");
}

#[test]
fn tables_and_contents() {
    let error = broken("book.toml", "no-css", "no-sccs");
    assert!(error.contains("error: book.toml:14: unknown field `no-sccs`"), "{error}");
    let error = broken("book.toml", "title", "titel");
    assert!(error.contains("error: book.toml:2: "), "{error}");
    let error = broken("src/SUMMARY.md", "  - [Deep](part/deep.md)\n", "");
    assert!(error.contains("src/part/deep.md:1: is not listed in src/SUMMARY.md"), "{error}");
    let error = broken("src/SUMMARY.md", "(part/deep.md)", "(part/deep.md)\n- [None](none.md)");
    assert!(error.starts_with("error: src/SUMMARY.md:7: src/none.md cannot be read: "), "{error}");
    let twice = "(part/deep.md)\n- [Deep](./part/deep.md)";
    let error = broken("src/SUMMARY.md", "(part/deep.md)", twice);
    assert_says(&error, "src/SUMMARY.md:7: `./part/deep.md` is already listed in line 6");
}

#[test]
fn warnings_of_mdbook_are_errors() {
    let error = broken("src/means.md", "Two.\n\n</details>\n", "Two.\n");
    assert!(error.contains("error: src/means.md:43: unclosed HTML tag `<details>`"), "{error}");
    let error = broken("src/means.md", "Two.\n", "Two.[^note]\n\n[^note]: A.\n\n[^note]: B.\n");
    assert!(error.contains("error: src/means.md:"), "{error}");
    assert!(error.contains("footnote `note`"), "{error}");
}

#[test]
fn nothing_comes_from_another_host() {
    let fixture = Fixture::new();
    fixture.write("theme/head.hbs", "<script src=\"https://example.org/x.js\"></script>\n");
    let error = fixture.build_error();
    assert!(error.contains("means.html:1: loads https://example.org/x.js from another host"));
    fixture.write("theme/head.hbs", "<link rel=\"stylesheet\" href=\"katex/none.css\">\n");
    let error = fixture.build_error();
    assert!(error.contains("start.html:1: loads katex/none.css, which is not in the site"));
    fixture.write("theme/head.hbs", "");
    fixture.write("theme/header.hbs", "<img src=\"favicon.svg\">\n");
    let error = fixture.build_error();
    assert!(error.contains("means.html:1: a picture without alternative text"), "{error}");
    fixture.write("theme/header.hbs", "");
    fixture.write("theme/katex/katex.css", "@font-face { src: url(//example.org/x.woff2) }\n");
    let error = fixture.build_error();
    assert!(error.contains("katex/katex.css:1: loads //example.org/x.woff2 from another host"));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let fixture = Fixture::new();
    fixture.replace("src/means.md", "[A single dot.]", "[]");
    fixture.replace("src/part/deep.md", "code.rs:shown", "code.rs:hidden");
    let error = fixture.build_error();
    assert!(error.contains("src/means.md:14: ") && error.contains("src/part/deep.md:9: "));
    assert!(error.ends_with("the book was not built: 2 problems\n"), "{error}");
}

#[test]
fn folders_without_a_book_or_without_permission_are_errors() {
    let fixture = Fixture::new();
    std::fs::remove_file(fixture.path("book.toml")).unwrap();
    let said = error(&fixture.run(&["build"]));
    assert!(said.starts_with("error: no book.toml in ") && said.lines().count() == 1, "{said}");

    let fixture = Fixture::never_built();
    fixture.write("target", "a file where a folder must be");
    let said = error(&fixture.run(&["build"]));
    assert!(said.contains("failed to create directory") && said.lines().count() == 1, "{said}");
}
