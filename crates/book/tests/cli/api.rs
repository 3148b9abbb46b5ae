//! The documentation of a crate as part of the site, and links into it.

use crate::fixture::Fixture;

/// Creates the small book with links to `items` in its deepest page.
fn linking(items: &[&str]) -> Fixture {
    let fixture = Fixture::with_api();
    let links: Vec<_> = items.iter().map(|item| format!("[`{item}`](#api:{item})")).collect();
    let text = format!("see {}\n\nSee [@watson1964]", links.join(" "));
    fixture.replace("src/part/deep.md", "see [@watson1964]", &text);
    fixture
}

#[test]
fn every_kind_of_item_has_its_page_while_it_exists() {
    let pages = [
        ("things", "index.html"),
        ("things::Thing", "struct.Thing.html"),
        ("things::Thing::grow", "struct.Thing.html#method.grow"),
        ("structfield@things::Thing::size", "struct.Thing.html#structfield.size"),
        ("method@things::Thing::size", "struct.Thing.html#method.size"),
        ("things::LARGEST", "constant.LARGEST.html"),
        ("things::Shaped", "trait.Shaped.html"),
        ("things::Shaped::shape", "trait.Shaped.html#tymethod.shape"),
        ("things::Shape", "enum.Shape.html"),
        ("things::Shape::Round", "enum.Shape.html#variant.Round"),
        ("fn@things::shapes", "fn.shapes.html"),
        ("mod@things::shapes", "shapes/index.html"),
        ("things::shapes::Shapes", "shapes/type.Shapes.html"),
        ("things::things", "macro.things.html"),
        ("things::Shown", "struct.Shown.html"),
    ];
    let fixture = linking(&pages.map(|(item, _)| item));
    // The pages of the API documentation are not counted.
    let printed = fixture.build();
    assert!(printed.starts_with("4 pages built in "), "{printed}");
    let deep = fixture.read("target/book/part/deep.html");
    for (item, page) in pages {
        let link = format!("<a href=\"../api/things/{page}\"><code>{item}</code></a>");
        assert!(deep.contains(&link), "no {link} in\n{deep}");
        let file = page.split('#').next().unwrap();
        assert!(fixture.path(&format!("target/book/api/things/{file}")).is_file(), "{file}");
    }
    assert!(!fixture.path("target/book/api/.lock").exists());

    // An item that is gone has no page, and no link leads to it.
    let source = fixture.read("things/src/lib.rs");
    let (kept, _) = source.split_once("mod private").unwrap();
    fixture.write("things/src/lib.rs", kept);
    let output = fixture.run(&["build"]);
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = "src/part/deep.md:3: the API documentation has no `things::Shown`";
    assert!(error.contains(expected), "{error}");
    fixture.replace("src/part/deep.md", " [`things::Shown`](#api:things::Shown)", "");
    fixture.build();
    let page = fixture.path("target/book/api/things/struct.Shown.html");
    assert!(!page.exists());
}

#[test]
fn wrong_links_are_named_with_their_line() {
    let unknown = [
        "things::Thnig",
        "thing::Thing",
        "things::thing",
        "things::Thing::shrink",
        "things::Thing::",
        "things::private",
        "things::private::Shown",
        "enum@things::Thing",
        "",
    ];
    let ambiguous = ["things::shapes", "things::Thing::size"];
    let fixture = linking(&[&unknown[..], &ambiguous].concat());
    let error = fixture.build_error();
    let mut expected: Vec<_> =
        unknown.map(|item| format!("the API documentation has no `{item}`")).into();
    expected.extend([
        "`things::shapes` is one of `fn@things::shapes`, `mod@things::shapes`".into(),
        "`things::Thing::size` is one of `method@things::Thing::size`, `structfield@things::Thing::size`"
            .into(),
    ]);
    for message in &expected {
        let line = format!("src/part/deep.md:3: {message}\n");
        assert!(error.contains(&line), "no {line} in\n{error}");
    }
    let count = format!("the book was not built: {} problems\n", expected.len());
    assert!(error.ends_with(&count), "{error}");

    // The same documentation with other links.
    let link = linking(&["things::Thing"]).read("src/part/deep.md");
    fixture.write("src/part/deep.md", &link.replace("[`things::Thing`]", "[]"));
    let error = fixture.build_error();
    let expected = "src/part/deep.md:3: a link into the API documentation needs a text";
    assert!(error.contains(expected), "{error}");

    fixture.replace("book.toml", "\n[preprocessor.cargo-book]\ndocuments = [\"things\"]\n", "");
    let error = fixture.build_error();
    let expected = "src/part/deep.md:3: book.toml names no crate for the API documentation";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn warnings_of_rustdoc_and_files_of_another_host_are_errors() {
    let fixture = Fixture::with_api();
    fixture.replace("things/src/lib.rs", "A thing that grows.", "See [`Nothing`].");
    let error = fixture.build_error();
    assert!(
        error.contains("unresolved link to `Nothing`") && error.contains("--> src/lib.rs:4:11"),
        "{error}"
    );
    assert!(
        error.ends_with(
            "error: the API documentation was not built: rustdoc found a mistake (see above)\n"
        ),
        "{error}"
    );
    // The error recurs, because nothing was kept that would pass for correct.
    fixture.build_error();

    let picture = "A thing.\n///\n/// ![A thing](https://example.org/thing.svg)";
    fixture.replace("things/src/lib.rs", "See [`Nothing`].", picture);
    let error = fixture.build_error();
    assert!(
        error.contains(
            "api/things/struct.Thing.html:1: loads https://example.org/thing.svg from another host"
        ),
        "{error}"
    );
}

#[test]
fn a_wrong_table_is_refused() {
    let fixture = Fixture::with_api();
    fixture.replace("book.toml", "\"things\"", "\"thinks\"");
    let error = fixture.build_error();
    assert!(error.contains("error: book.toml:20: no Cargo.toml in thinks"), "{error}");
}

/// Returns the links of a page of the documentation back to the book.
fn ways_back(fixture: &Fixture, page: &str) -> String {
    let page = fixture.read(&format!("target/book/api/{page}"));
    let (_, links) = page.split_once("<nav class=\"book\" aria-label=\"A small book\">").unwrap();
    links.split_once("</nav>").unwrap().0.to_owned()
}

/// Creates the small book with chapters that explain the crate, which refers to them.
fn explaining() -> Fixture {
    let fixture = Fixture::with_api();
    let shapes = "(#eq:mean) is drawn with [shapes](#api:fn@things::shapes), not `Round`,";
    fixture.replace("src/means.md", "(#eq:mean) is drawn", shapes);
    fixture.replace("src/means.md", "has weights [", "has weights, as `Shaped`, [");
    fixture.write("code/code.rs", "// ANCHOR: shown\npub struct Thing;\n// ANCHOR_END: shown\n");
    let documented =
        "/// [Chapter 1](#ch:means): a module and a function, see [Section 1.2](#sec:drawn).";
    let old = "/// A module and a function with one name.";
    fixture.replace("things/src/lib.rs", old, documented);
    let formulas = "The largest step, $`x_i < 1`$.\n///\n/// ```math\n/// \\frac{a}{b}\n/// ```";
    fixture.replace("things/src/lib.rs", "The largest step.", formulas);
    fixture
}

#[test]
fn each_page_leads_back_to_the_section_that_explains_it() {
    let fixture = explaining();
    fixture.build();
    let book = |up: &str| format!("<a href=\"{up}index.html\">A small book</a>");
    let ways = [
        ("index.html", "../", ""),
        ("help.html", "../", ""),
        ("src/things/lib.rs.html", "../../../", ""),
        ("things/constant.LARGEST.html", "../../", ""),
        // Defined, linked, named; then introduced by its own documentation, or by its module.
        ("things/struct.Thing.html", "../../", "part/deep.html\">Deep"),
        ("things/fn.shapes.html", "../../", "means.html#drawn\">Section 1.2: Drawn"),
        ("things/trait.Shaped.html", "../../", "means.html\">Chapter 1: Means"),
        ("things/shapes/index.html", "../../../", "means.html\">Chapter 1: Means"),
        ("things/shapes/type.Shapes.html", "../../../", "means.html\">Chapter 1: Means"),
    ];
    for (page, up, place) in ways {
        let place = match place {
            "" => String::new(),
            _ => format!("<a href=\"{up}{place}</a>"),
        };
        assert_eq!(ways_back(&fixture, page), book(up) + &place, "{page}");
    }
    let module = fixture.read("target/book/api/things/shapes/index.html");
    for link in ["means.html\">Chapter 1</a>", "means.html#drawn\">Section 1.2</a>"] {
        assert!(module.contains(&format!("<a href=\"../../../{link}")), "{link} in\n{module}");
    }
    let first = fixture.read("target/book/api/index.html");
    let things = "<a class=\"mod\" href=\"things/index.html\">things</a></dt><dd>Things.</dd>";
    assert!(first.contains(things) && first.contains("<title>API documentation"), "{first}");
    assert!(!first.contains("canonical"));

    // With an address, pages name theirs. The titles of sections are never outdated.
    let address = "[preprocessor.cargo-book]\naddress = \"https://example.org/book/\"";
    fixture.replace("book.toml", "[preprocessor.cargo-book]", address);
    fixture.replace("src/means.md", "## Drawn", "## Painted");
    fixture.build();
    let function = fixture.read("target/book/api/things/fn.shapes.html");
    let canonical = "\"canonical\" href=\"https://example.org/book/api/things/fn.shapes.html\"";
    assert!(function.contains(canonical) && function.contains(">Section 1.2: Painted<"));
    assert!(!fixture.read("target/book/sitemap.xml").contains("api/"));
}

#[test]
fn formulas_of_the_documentation_are_typeset() {
    let fixture = explaining();
    fixture.build();
    let page = fixture.read("target/book/api/things/constant.LARGEST.html");
    assert_eq!(page.matches("<span class=\"katex\">").count(), 2, "{page}");
    assert!(page.contains("<div class=\"equation\"><span class=\"katex-display\">"), "{page}");
    assert!(page.contains("x_i &lt; 1</annotation>") && !page.contains("$<code>"), "{page}");
    assert!(page.contains("<link rel=\"stylesheet\" href=\"../../katex/katex.min.css\">"));
    let other = fixture.read("target/book/api/things/struct.Thing.html");
    assert!(!other.contains("katex"));
}

#[test]
fn a_wrong_reference_or_formula_of_the_documentation_is_named_with_its_line() {
    let fixture = explaining();
    fixture.replace("things/src/lib.rs", "(#sec:drawn)", "(#sec:plain)");
    fixture.replace("things/src/lib.rs", "[Chapter 1]", "[Chapter 2]");
    fixture.replace("things/src/lib.rs", "/// Round.", "/// See [Figure 1.1](#fig:none).");
    fixture.replace("things/src/lib.rs", "\\frac{a}", "\\frac{a");
    let error = fixture.build_error();
    let source = fixture.read("things/src/lib.rs");
    let line = |text: &str| source.lines().position(|line| line.contains(text)).unwrap() + 1;
    for (at, message) in [
        ("(#sec:plain)", "`Section 1.2` with the label `sec:plain` is Section “Plain”"),
        ("(#ch:means)", "`Chapter 2` with the label `ch:means` is Chapter 1"),
        ("(#fig:none)", "nothing has the label `fig:none`"),
        ("\\frac", "KaTeX: "),
    ] {
        let expected = format!("things/src/lib.rs:{}: {message}", line(at));
        assert_eq!(error.matches(&expected).count(), 1, "{expected} in\n{error}");
    }
}
