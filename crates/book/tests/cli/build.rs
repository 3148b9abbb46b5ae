//! `cargo book build` on a small book without mistakes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use mdbook_driver::MDBook;

use crate::fixture::{Fixture, error};

/// The files of the site, which is built once for all tests that only read it.
static SITE: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let fixture = Fixture::never_built();
    let printed = fixture.build();
    assert!(printed.starts_with("4 pages built in "), "{printed}");
    let site = fixture.path("target/book");
    let files = dialect::files(&site).unwrap().into_iter().map(|file| {
        let name = file.strip_prefix(&site).unwrap().display().to_string();
        let text = fs::read(file).unwrap();
        (name, String::from_utf8_lossy(&text).into_owned())
    });
    files.collect()
});

fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in\n{text}");
}

#[test]
fn numbers_and_references() {
    let start = &SITE["start.html"];
    assert_contains(
        start,
        r#"<a href="means.html">Chapter&nbsp;1</a>"#.replace("&nbsp;", "\u{a0}").as_str(),
    );
    assert_contains(start, "<a href=\"means.html#weights\">Section\u{a0}1.1</a>");
    let means = &SITE["means.html"];
    assert_contains(means, "<a href=\"means.html#eq-mean\">Equation\u{a0}(1.1)</a>");
    assert_contains(means, "<a href=\"means.html#fig-dot\">Figure\u{a0}1.1</a>");
    assert_contains(means, "<a href=\"means.html#ex-two\">Exercise\u{a0}1.1</a>");
    assert_contains(means, r#"<span class="section-number">1.1</span> Weights"#);
    assert_contains(means, r#"<h2 id="ex-two">"#);
    assert_contains(means, r#"<span class="section-number">Exercise 1.1:</span> Two means"#);
    let deep = &SITE["part/deep.html"];
    assert_contains(deep, "<a href=\"../means.html#fig-dot\">Figure\u{a0}1.1</a>");
    assert_contains(deep, r#"<span class="figure-number">Figure 1.2.</span> Deeper."#);
    assert!(!deep.contains("Every mean") && means.contains("Every mean"));
    assert_contains(means, r#"<h2 id="drawn">"#);
    let start = &SITE["start.html"];
    assert_contains(start, "<a href=\"start.html#plain\">Section\u{a0}“Plain”</a>");
}

#[test]
fn a_chapter_shows_its_minutes_and_prerequisites() {
    let fixture = Fixture::new();
    let title = "# Means {#means}\n";
    let needs = |names| format!("{title}\n<!-- needs {names} -->\n");
    fixture.replace("src/means.md", title, &needs("start, part/deep"));
    fixture.build();
    let means = fixture.read("target/book/means.html");
    assert_contains(&means, "<p>5 minutes to read, on 2 pages. Read first: ");
    assert_contains(&means, "<a href=\"part/deep.html\">Deep</a> (5 minutes).</p>");
    let broken = |file, from, to: &str| Fixture::new().replace(file, from, to).build_error();
    let error = broken("src/means.md", title, &needs("part/deeper"));
    assert_contains(&error, "src/means.md:3: `part/deeper` is not a page of the book");
    let error = broken("src/start.md", "## Plain", "<!-- needs means -->\n\n## Plain");
    assert_contains(
        &error,
        "src/start.md:5: only the first page of a chapter lists what to read first",
    );
}

#[test]
fn a_page_describes_itself_and_has_an_address_once_the_site_has_one() {
    let means = &SITE["means.html"];
    assert_contains(means, "<title>Chapter 1: Means - A small book</title>");
    assert_contains(means, "<meta property=\"og:title\" content=\"Chapter 1: Means\">");
    assert_contains(means, "\"@type\":\"Chapter\"");
    assert_contains(means, "\"position\":1");
    assert_contains(&SITE["index.html"], "<title>A small book</title>");
    assert!(!means.contains("canonical") && !SITE.contains_key("sitemap.xml"));
    let fixture = Fixture::new();
    let address = "address = \"https://a.example/book/\"";
    fixture.set(address).build();
    let deep = fixture.read("target/book/part/deep.html");
    let canonical = "<link rel=\"canonical\" href=\"https://a.example/book/part/deep.html\">";
    assert_contains(&deep, canonical);
    let first = fixture.read("target/book/index.html");
    assert_contains(&first, "<link rel=\"canonical\" href=\"https://a.example/book/\">");
    let same = fixture.read("target/book/start.html");
    assert_contains(&same, "<link rel=\"canonical\" href=\"https://a.example/book/\">");
    let book = "\"isPartOf\":{\"@type\":\"Book\",\"name\":\"A small book\",\"url\":\"https://a.example/book/\"}";
    assert_contains(&deep, book);
    assert!(!deep.contains("og:image") && !deep.contains("atom+xml"));
    let map = fixture.read("target/book/sitemap.xml");
    assert_contains(&map, "<loc>https://a.example/book/part/deep.html</loc>");
    assert_eq!(map.matches("<loc>").count(), 4, "{map}");
    assert!(!map.contains("toc.html") && !map.contains("404"), "{map}");
    let robots = fixture.read("target/book/robots.txt");
    assert_contains(&robots, "Sitemap: https://a.example/book/sitemap.xml");
    let fixture = Fixture::new();
    let error = fixture.set(&address.replace("https://", "")).build_error();
    let rule = "the address of a site begins with https:// and ends with /";
    assert_contains(&error, &format!("book.toml:20: {rule}"));
}

#[test]
fn one_setting_leads_to_the_repository() {
    let text = "A<!-- if known: [source]({repository}) -->B\n\n<!-- if known:\n```console\n\
                $ git clone {repository}\n```\n-->\n\nCD\n";
    let with_text = || {
        let fixture = Fixture::new();
        fixture.write("src/part/deep.md", &format!("{}\n{text}", fixture.read("src/part/deep.md")));
        fixture
    };
    let fixture = with_text();
    fixture.build();
    let deep = fixture.read("target/book/part/deep.html");
    assert_contains(&deep, "<p>AB</p>\n<p>CD</p>");
    for absent in ["if known", "clone", "class=\"source\"", "corrections"] {
        assert!(!deep.contains(absent), "{absent}");
    }
    let fixture = with_text();
    fixture.set("repository = \"https://a.example/b/c\"").build();
    let deep = fixture.read("target/book/part/deep.html");
    assert_contains(&deep, "<p>A<a href=\"https://a.example/b/c\">source</a>B</p>");
    assert_contains(&deep, ">$ git clone https://a.example/b/c\n</code></pre>\n<p>CD</p>");
    assert_contains(&deep, "<a class=\"source\" href=\"https://a.example/b/c\">Source</a>");
    let edit =
        "href=\"https://a.example/b/c/edit/main/src/part/deep.md\" rel=\"edit\">Edit this page<";
    assert_contains(&deep, edit);
    let report =
        "https://a.example/b/c/issues/new?template=mistake.yml&amp;title=Mistake%20in%20Deep";
    assert_contains(&deep, &format!("<a href=\"{report}\" rel=\"help\">Report a mistake</a>"));
    let index = fixture.read("target/book/index.html");
    assert_contains(&index, "/edit/main/src/start.md\"");
    // On another host, these addresses have other forms.
    let fixture = Fixture::new();
    fixture.set(
        "repository = \"https://a.example/b\"\nedit = \"{repository}/-/edit/main/{path}\"\n\
         report = \"https://b.example/?{title}\"",
    );
    fixture.build();
    let means = fixture.read("target/book/means.html");
    assert_contains(&means, "href=\"https://a.example/b/-/edit/main/src/means.md\"");
    assert_contains(&means, "href=\"https://b.example/?Mistake%20in%20Chapter%201%3A%20Means\"");
    let fixture = Fixture::new();
    fixture.replace("src/means.md", "Two.\n", "Two.\n\n<!-- if known: {repo} -->\n");
    let error = fixture.build_error();
    assert_contains(&error, "{repo} is none of the known names: repository, edition, date");
    let fixture = Fixture::new();
    fixture.replace(
        "book.toml",
        "[output.html.print]",
        "[output.html]\nedit-url-template = \"x\"\n\n[output.html.print]",
    );
    assert_contains(&fixture.build_error(), "edit-url-template would do nothing");
}

#[test]
fn changes_are_a_feed_of_a_site_with_an_address() {
    let changes =
        "# Changes\n\n## [2.0] - 2026-11-24\n\n- *More* & more.\n\n## [1.0] - 2026-02-02\n\nAll.\n";
    let start = "\n<!-- if known: Edition {edition}, {date} -->\n";
    let fixture = Fixture::new();
    fixture.write("CHANGELOG.md", changes);
    fixture.write("src/start.md", &format!("{}{start}", fixture.read("src/start.md")));
    fixture.set("address = \"https://a.example/book/\"").build();
    let first = fixture.read("target/book/index.html");
    assert_contains(&first, "<p>Edition 2.0, November 24, 2026</p>");
    assert_contains(&first, "\"bookEdition\":\"2.0\",\"datePublished\":\"2026-11-24\"");
    let deep = fixture.read("target/book/part/deep.html");
    let link = "<link rel=\"alternate\" type=\"application/atom+xml\" \
                title=\"Changes of A small book\" href=\"../changes.xml\">";
    assert_contains(&deep, link);
    let feed = fixture.read("target/book/changes.xml");
    assert_eq!(feed, include_str!("changes.xml"));
    fixture.write("CHANGELOG.md", &changes.replace("[1.0]", "1.0"));
    fs::remove_dir_all(fixture.path("target/book")).unwrap();
    assert_contains(&fixture.build_error(), "CHANGELOG.md:7: an edition is written");
}

#[test]
fn the_page_for_missing_addresses_loads_nothing_and_knows_the_folders() {
    let fixture = Fixture::new();
    fixture.replace("book.toml", "A small book", "Small & good");
    fixture.build();
    let page = fixture.read("target/book/404.html");
    assert_contains(&page, "<a href=\"./\">Small &amp; good</a>");
    assert_contains(&page, "\"part\"");
    assert!(!page.contains("<base") && !page.contains("src="), "{page}");
    assert_eq!(page.matches("<link").count(), 1, "{page}");
    assert_contains(&page, "<link rel=\"icon\" href=\"data:,\">");
}

#[test]
fn the_search_is_loaded_when_it_is_opened() {
    for page in ["means.html", "part/deep.html"] {
        let page = &SITE[page];
        let (before, list) = page.split_once("<template id=\"mdbook-search-scripts\">").unwrap();
        let (list, after) = list.split_once("</template>").unwrap();
        assert!(!before.contains("searcher-") && !after.contains("searcher-"));
        let names: Vec<_> = list.split('"').filter(|name| name.contains(".js")).collect();
        assert_eq!(names.len(), 4, "{list}");
        let expected = ["elasticlunr", "mark", "searcher", "searchindex"];
        for (name, expected) in names.iter().zip(expected) {
            let name = name.trim_start_matches("../");
            assert!(name.starts_with(expected), "{list}");
            assert!(SITE.contains_key(name));
        }
    }
}

#[test]
fn figures_are_inlined_with_title_and_description() {
    let means = &SITE["means.html"];
    assert_contains(means, r#"<figure class="figure" id="fig-dot">"#);
    assert_contains(means, r#"<svg aria-labelledby="fig-dot-title fig-dot-description""#);
    assert_contains(means, r#"<title id="fig-dot-title">Dot</title>"#);
    assert_contains(means, r#"<desc id="fig-dot-description">A single dot.</desc>"#);
    assert_contains(means, r#"<span class="figure-number">Figure 1.1.</span> The dot, with"#);
    assert!(!means.contains("<img"));
}

#[test]
fn formulas_are_rendered_with_mathml() {
    let means = &SITE["means.html"];
    assert_contains(means, r#"<div class="equation" id="eq-mean">"#);
    assert_contains(means, "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">");
    assert_contains(means, "katex-html");
    assert_contains(means, r"m = \sum_i w_i \, x_i&#x27; \tag{1.1}</annotation>");
    assert!(!means.contains("```") && !means.contains("$<"), "a formula was left as text");
}

#[test]
fn a_formula_stays_next_to_its_punctuation() {
    let fixture = Fixture::new();
    let text = r"where ($`a`$), $`b`$-fold, \($`c`$) and $`d`$ as [$`e`$, here](part/deep.md)";
    fixture.replace("src/means.md", r"where $`w_i \ge 0`$", text);
    fixture.build();
    let means = fixture.read("target/book/means.html");
    let shown = means.split("says ").nth(1).unwrap();
    let (shown, _) = shown.split_once("</p>").unwrap();
    let [_, a, b, c] =
        shown.split("<span class=\"unbroken\">").collect::<Vec<_>>().try_into().unwrap();
    assert!(a.starts_with("(<span class=\"katex\">") && a.ends_with("),</span> "));
    assert!(b.ends_with("-</span>fold, ("), "{b}");
    let (_, after) = c.split_once(")</span> and ").unwrap();
    // Formulas between words or in a link are unchanged.
    assert!(after.starts_with("<span class=\"katex\">"), "{after}");
    assert_contains(after, ", here</a>.");
}

#[test]
fn a_block_and_its_output_are_one_unit() {
    let means = &SITE["means.html"];
    assert_eq!(means.matches(r#"<div class="snippet">"#).count(), 2);
    let unit = means.split(r#"<div class="snippet">"#).nth(1).unwrap();
    let unit = unit.split("</div>").next().unwrap();
    assert_contains(unit, "language-rust");
    assert_contains(unit, r#"<code class="language-text output">2"#);
    assert_contains(
        unit,
        r#"<span class="boring"><span class="hljs-keyword">let</span> hidden = "#,
    );
    assert!(!means.contains("playground_url") && !means.contains("play-button"));
}

#[test]
fn citations_lead_to_references_and_back() {
    let means = &SITE["means.html"];
    assert_contains(means, "<title>Chapter 1: Means - A small book</title>");
    assert_contains(
        means,
        r##"(<a class="citation" id="cite-nadaraya1964-1" href="references.html#ref-nadaraya1964">Nadaraya 1964</a>; "##,
    );
    assert_contains(means, ">Watson 1964, Section 2</a>)");
    assert_contains(means, r##"href="references.html#ref-nadaraya1964">Nadaraya (1964)</a>"##);
    let references = &SITE["references.html"];
    assert_contains(references, r#"<div class="reference" id="ref-nadaraya1964">"#);
    assert_contains(references, "On Estimating Regression");
    assert_contains(references, r##"href="means.html#cite-watson1964-1">Chapter 1</a>"##);
    assert_contains(references, r##"href="part/deep.html#cite-watson1964-3">Deep</a>"##);
    assert_contains(references, r##"href="means.html#cite-watson1964-2">Exercise 1.1</a>"##);
    assert_eq!(references.matches(">Chapter 1</a>").count(), 2, "once for each entry");
    let deep = &SITE["part/deep.html"];
    assert_contains(deep, r##"href="../references.html#ref-watson1964""##);
}

#[test]
fn text_that_only_resembles_markup_is_left_alone() {
    let fixture = Fixture::new();
    fixture.replace(
        "src/means.md",
        "Two.\n",
        "Write to <me@example.org> or \\@nadaraya1964, `[@none]`, [mail](mailto:a@b.c), ./, [deep](./part/deep.md), [id](#there) <b id=\"there\">x</b>.\n\n```python\n[@none]\n```\n",
    );
    fixture.replace("src/means.md", "[A single dot.]", "[A dot & a < sign.]");
    let svg = fixture.read("images/means/dot.svg").replace("<circle", "\n<circle");
    fixture.write("images/means/dot.svg", &svg);
    fixture.build();
    let means = fixture.read("target/book/means.html");
    assert_contains(&means, "or @nadaraya1964, ");
    assert_contains(&means, ">A dot &amp; a &lt; sign.</desc>");
    assert!(!means.contains("&lt;circle"), "an empty line broke the drawing");
}

#[test]
fn a_failed_build_leaves_the_old_site() {
    let fixture = Fixture::new();
    fixture.build();
    let before = fixture.read("target/book/means.html");
    fixture.replace("src/means.md", "fig:dot\"", "fig:point\"");
    assert_eq!(fixture.run(&["build"]).status.code(), Some(1));
    assert_eq!(fixture.read("target/book/means.html"), before);
    let left = fs::read_dir(fixture.path("target")).unwrap();
    let names = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["book", "book-formulas"], "staging folders were left behind");
}

#[test]
fn another_folder_can_be_chosen_but_not_a_foreign_one() {
    let fixture = Fixture::new();
    assert!(fixture.run(&["build", "--dest-dir", "site"]).status.success());
    assert!(fixture.run(&["build", "--dest-dir", "site"]).status.success());
    assert!(fixture.path("site/means.html").is_file());
    let refused = error(&fixture.run(&["build", "--dest-dir", "src"]));
    assert!(refused.contains("is not a folder for the book alone"), "{refused}");
    assert!(fixture.path("src/means.md").is_file());
    // The site must neither be below the sources nor replace a repository that publishes it.
    error(&fixture.run(&["build", "--dest-dir", "src/site"]));
    fixture.write("site/.git/config", "");
    error(&fixture.run(&["build", "--dest-dir", "site"]));
    assert!(fixture.path("site/.git/config").is_file());
}

#[test]
fn a_folder_below_the_root_is_as_good() {
    let fixture = Fixture::new();
    let output = fixture.command().arg("build").current_dir(fixture.path("src/part")).output();
    assert!(output.unwrap().status.success());
    assert!(fixture.path("target/book/means.html").is_file());
}

#[test]
fn the_program_mdbook_stops_with_the_right_command() {
    // The test reads the real book, so it always runs.
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let site = tempfile::tempdir().unwrap();
    let mut book = MDBook::load(root).unwrap();
    book.config.build.build_dir = site.path().join("site");
    let key = "preprocessor.cargo-book.command";
    let command: Option<String> = book.config.get(key).unwrap();
    assert!(command.unwrap().contains("type: cargo book serve"));
    let error = format!("{:#}", book.build().unwrap_err());
    assert!(error.contains("\"cargo-book\" preprocessor"), "{error}");
    assert!(!site.path().join("site").exists());
}
