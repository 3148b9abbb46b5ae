//! Appendices: suffix chapters with a letter.

use crate::fixture::Fixture;

const TABLES: &str = r#"# Tables {#tables}

Before all sections [@watson1964].

## Rows {#rows}

## Columns {#columns}

```math {#eq:table}
a = b
```

![A dot in a table.](../images/means/dot.svg "fig:table")
A table, after [Equation](#eq:table).

## Two tables {#ex:tables}

See [@watson1964].
"#;

/// Creates the small book with two appendices, and with `contents` at the end of its table of
/// contents.
fn book(contents: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.replace(
        "src/SUMMARY.md",
        "[References](references.md)\n",
        &format!("{contents}\n[References](references.md)\n"),
    );
    fixture.write("src/tables.md", TABLES);
    fixture.write("src/part/more.md", "# More: *tables* {#more}\n");
    fixture.replace(
        "src/start.md",
        "See [Section](#sec:plain).",
        "[Chapter](#ch:tables), [Appendix](#ch:part/more), [](#ch:tables), [Section](#sec:columns), \
         [Equation](#eq:table), [Figure](#fig:table), [Exercise](#ex:tables).",
    );
    fixture
}

const BOTH: &str = "[Appendix A: Tables](tables.md)\n[Appendix B: More: *tables*](part/more.md)\n";

#[test]
fn letters_take_the_place_of_numbers() {
    let fixture = book(BOTH);
    fixture.build();
    let start = fixture.read("target/book/start.html");
    for link in [
        r#"<a href="tables.html">Appendix~A</a>"#,
        r#"<a href="part/more.html">Appendix~B</a>"#,
        r#"<a href="tables.html">A</a>"#,
        r#"<a href="tables.html#columns">Section~A.2</a>"#,
        r#"<a href="tables.html#eq-table">Equation~(A.1)</a>"#,
        r#"<a href="tables.html#fig-table">Figure~A.1</a>"#,
        r#"<a href="tables.html#ex-tables">Exercise~A.1</a>"#,
    ] {
        let link = link.replace('~', "\u{a0}");
        assert!(start.contains(&link), "no {link} in\n{start}");
    }
    let tables = fixture.read("target/book/tables.html");
    for part in [
        "<title>Appendix A: Tables - A small book</title>",
        r#"<span class="section-number">Appendix A:</span> Tables"#,
        r#"<span class="section-number">A.2</span> Columns"#,
        r#"<span class="section-number">Exercise A.1:</span> Two tables"#,
        r#"<span class="figure-number">Figure A.1.</span> A table"#,
        r"\tag{A.1}",
    ] {
        assert!(tables.contains(part), "no {part} in\n{tables}");
    }
    assert!(fixture.read("target/book/toc.html").contains("Appendix A: Tables</a>"));
    let references = fixture.read("target/book/references.html");
    for place in [">Appendix A</a>", ">Exercise A.1</a>"] {
        assert!(references.contains(place), "no {place} in\n{references}");
    }
}

#[test]
fn letters_are_in_order_and_without_gaps() {
    for (contents, line, message) in [
        (
            "[Appendix B: Tables](tables.md)\n[Appendix A: More](part/more.md)\n",
            8,
            "`Appendix B: Tables`: an appendix is titled in order; the next is `Appendix A: Title`",
        ),
        (
            "[Appendix A: Tables](tables.md)\n\n[Appendix C: More](part/more.md)\n",
            10,
            "`Appendix C: More`: an appendix is titled in order; the next is `Appendix B: Title`",
        ),
        (
            "[Appendix A: Tables](tables.md)\n[Appendix A: More](part/more.md)\n",
            9,
            "`Appendix A: More`: an appendix is titled in order; the next is `Appendix B: Title`",
        ),
        (
            "[Appendix A Tables](tables.md)\n[More](part/more.md)\n",
            8,
            "`Appendix A Tables`: an appendix is titled in order; the next is `Appendix A: Title`",
        ),
    ] {
        let error = book(contents).build_error();
        let expected = format!("error: src/SUMMARY.md:{line}: {message}\n");
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn an_appendix_before_a_chapter_is_an_error() {
    let fixture = Fixture::new();
    fixture.replace("src/SUMMARY.md", "[Start]", "[Appendix A: Start]");
    let error = fixture.build_error();
    let expected = ": an appendix comes after the numbered chapters";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn pages_of_an_appendix_share_its_letter_and_what_follows_has_none() {
    let fixture = Fixture::new();
    fixture.replace(
        "src/SUMMARY.md",
        "\n[References]",
        "\n- [Appendix A: Tables](tables.md)\n  - [More](part/more.md)\n- [Notes](notes.md)\n\n[References]",
    );
    fixture.write("src/tables.md", TABLES);
    fixture.write("src/part/more.md", "# More {#more}\n\n## Cells {#cells}\n");
    fixture.write("src/notes.md", "# Notes {#notes}\n\nSee [Section](#sec:cells).\n");
    fixture.build();
    let notes = fixture.read("target/book/notes.html");
    assert!(notes.contains("href=\"part/more.html#cells\">Section\u{a0}A.3</a>"), "{notes}");
    let above = |page: &str| {
        let page = fixture.read(&format!("target/book/{page}.html"));
        let (_, rest) = page.split_once("<div class=\"above\">")?;
        Some(rest.split_once("</div>")?.0.trim().to_owned())
    };
    let link = "<p><a href=\"../tables.html\">Appendix A: Tables</a></p>";
    assert_eq!(above("part/more").as_deref(), Some(link));
    assert_eq!(above("notes"), None);
    let toc = fixture.read("target/book/toc.html");
    assert!(toc.contains("<strong aria-hidden=\"true\">1.</strong> Means"), "{toc}");
    for name in ["Appendix A: Tables", "Notes"] {
        assert!(toc.contains(&format!(">{name}</a>")), "{toc}");
    }
}

#[test]
fn a_page_has_the_title_that_the_contents_announce() {
    for title in ["Appendix A: Tables", "Table"] {
        let fixture = book(BOTH);
        fixture.replace("src/tables.md", "# Tables ", &format!("# {title} "));
        let error = fixture.build_error();
        let expected = "error: src/tables.md:1: src/SUMMARY.md calls this appendix `Tables`";
        assert!(error.starts_with(expected), "{error}");
    }
    let fixture = book(BOTH);
    fixture.replace("src/start.md", "[Appendix](#ch:part/more)", "[Appendix](#ch:means)");
    let error = fixture.build_error();
    assert!(error.contains("src/start.md:7: `ch:means` is not an appendix"), "{error}");
}
