use std::collections::BTreeSet;

use anyhow::Result;
use scraper::Html;

use super::page::{Content, convert};
use super::{contents, cover, document, lost, package};
use crate::site::{Page, Site};

fn page(name: &str, main: &str) -> Page {
    Page {
        part: None,
        depth: 0,
        number: None,
        title: "A title".to_owned(),
        name: name.to_owned(),
        html: Html::parse_document(&format!("<main>{main}</main>")),
    }
}

fn site(pages: Vec<Page>) -> Site {
    Site {
        title: "A & B".to_owned(),
        language: "en".to_owned(),
        contents: "Contents".to_owned(),
        pages,
    }
}

/// Converts a page of a book that also has the page `c/other.html`.
fn converted(main: &str) -> Result<Content> {
    let page = page("c/page.html", main);
    let content = convert(&page, &BTreeSet::from(["c/page.html", "c/other.html"]), "en")?;
    lost::check(&page, &content)?;
    let document = document("title", "en", &page.name, &content.body);
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(&document, options)?;
    Ok(content)
}

#[track_caller]
fn assert_body(main: &str, body: &str) {
    assert_eq!(converted(main).expect("the page can be converted").body, body);
}

#[track_caller]
fn assert_error(result: Result<impl Sized>, message: &str) {
    let error = result.err().expect("an error");
    assert_eq!(format!("{error:#}"), message);
}

const FORMULA: &str = "<span class=\"katex\"><span class=\"katex-mathml\"><math><semantics><mrow>\
    <mi>x</mi><mo>&lt;</mo><mi mathvariant=\"double-struck\">R</mi></mrow>\
    <annotation encoding=\"application/x-tex\">x &lt; \\R</annotation></semantics></math></span>\
    <span class=\"katex-html\">x&lt;R</span></span>";

#[test]
fn text_keeps_its_marks_and_loses_the_anchors_of_headings() {
    assert_body(
        "<h2 id=\"a\"><a class=\"header\" href=\"#a\">A &amp; <em>b</em></a></h2>\
         <p lang=\"fr\" data-x=\"1\">&lt;br&gt;<br>\u{e9}t\u{e9}</p>",
        "<h2 id=\"a\">A &amp; <em>b</em></h2>\
         <p lang=\"fr\" xml:lang=\"fr\">&lt;br&gt;<br/>\u{e9}t\u{e9}</p>",
    );
}

#[test]
fn a_listing_hides_lines_and_names_its_output() {
    assert_body(
        "<div class=\"snippet\"><pre><code class=\"language-rust hljs\"><span class=\"boring\">use a;\n\
         </span><span class=\"hljs-keyword\">let</span> a = <span class=\"hljs-number\">1</span>;\
         </code></pre>\n<pre><code class=\"language-text output\">1</code></pre></div>",
        "<div class=\"snippet\"><pre><code><b>let</b> a = 1;</code></pre>\n\
         <p class=\"output\">Output</p>\n<pre><code class=\"output\">1</code></pre></div>",
    );
}

#[test]
fn a_wide_listing_is_set_in_smaller_type() {
    let wide = "a".repeat(75);
    assert_body(
        &format!("<pre><code>{wide}</code></pre>"),
        &format!("<pre class=\"wide\"><code>{wide}</code></pre>"),
    );
}

#[test]
fn a_formula_is_mathml_with_its_source() {
    assert_body(
        FORMULA,
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"x &lt; \\R\"><mi>x</mi>\
         <mo>&lt;</mo><mi>\u{211d}</mi></math>",
    );
}

#[test]
fn a_long_formula_can_be_broken_before_a_relation_outside_parentheses() {
    let formula = |children: &str| {
        format!(
            "<math><semantics><mrow>{children}</mrow><annotation>{TEX}</annotation></semantics></math>"
        )
    };
    const TEX: &str = "x = f(y = z), \\operatorname{max} w";
    let parts = [
        "<mi>x</mi>",
        "<mo>=</mo><mi>f</mi><mo>\u{2061}</mo><mo>(</mo><mi>y</mi><mo>=</mo><mi>z</mi><mo>)</mo><mo>,</mo>",
        "<mi>max</mi><mo rspace=\"0.1667em\">\u{2061}</mo><mi>w</mi>",
    ];
    let xmlns = "xmlns=\"http://www.w3.org/1998/Math/MathML\"";
    let [first, second, third] = parts;
    assert_body(
        &formula(&parts.concat().replace(" rspace=\"0.1667em\"", "")),
        &format!(
            "<math {xmlns} alttext=\"{TEX}\">{first}</math><wbr/><math {xmlns}>{second}</math>\
             <wbr/><math {xmlns}>{third}</math>"
        ),
    );
}

#[test]
fn a_formula_has_no_element_where_none_is_permitted() {
    let formula = "<math><semantics><mrow><msub><mi>y</mi><mi>max</mi><mo>\u{2061}</mo></msub>\
        <mo><mrow><mi>m</mi><mi>o</mi><mi>d</mi></mrow></mo></mrow><annotation>t</annotation>\
        </semantics></math>";
    assert_body(
        formula,
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"t\"><msub><mi>y</mi>\
         <mi>max</mi></msub><mo>mod</mo></math>",
    );
}

#[test]
fn the_number_of_an_equation_follows_it() {
    assert_body(
        "<math display=\"block\"><semantics><mtable width=\"100%\"><mtr><mtd></mtd><mtd><mi>x</mi>\
         </mtd><mtd></mtd><mtd><mtext>(1.1)</mtext></mtd></mtr></mtable><annotation>x \\tag{1.1}\
         </annotation></semantics></math>",
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\" \
         alttext=\"x \\tag{1.1}\"><mi>x</mi></math> <span class=\"number\">(1.1)</span>",
    );
}

#[test]
fn a_figure_is_a_file_and_says_its_state_without_controls() {
    let content = converted(
        "<figure class=\"figure\" id=\"f\" data-widget=\"w\"><svg role=\"img\" viewbox=\"0 0 4 4\">\
         <title>T</title><desc>D.</desc><text>t</text></svg><form class=\"controls\"><label>x \
         <input></label><p class=\"result\">At 1.</p><button>Reset</button></form><figcaption>C\
         </figcaption></figure>",
    );
    let content = content.expect("the page can be converted");
    assert_eq!(
        content.body,
        "<figure id=\"f\"><img src=\"page-1.svg\" alt=\"T. D.\"/><p class=\"result\">At 1.</p>\
         <figcaption>C</figcaption></figure>"
    );
    let [(name, drawing)] = &content.figures[..] else { panic!("one figure") };
    assert_eq!(name, "page-1.svg");
    assert!(
        drawing.contains("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><title>T</title>")
    );
}

#[test]
fn links_lead_to_pages_of_the_book_or_outside() {
    assert_body(
        "<a href=\"other.html#b\">b</a> <a href=\"https://a.example/x.html?a=1&amp;b\">x</a> \
         <a href=\"../api/a/fn.b.html\"><code>b</code></a>",
        "<a href=\"other.xhtml#b\">b</a> <a href=\"https://a.example/x.html?a=1&amp;b\">x</a> \
         <code>b</code>",
    );
}

#[test]
fn an_unknown_element_is_an_error() {
    let message = "c/page.html: an e-book cannot show the element `video`";
    assert_error(converted("<p>a</p><video>b</video>"), message);
}

#[test]
fn a_link_to_no_page_or_no_part_of_one_is_an_error() {
    let message = "c/page.html: a link to none.html, which is no page of the book";
    assert_error(converted("<a href=\"none.html\">b</a>"), message);

    let pages = vec![page("a.html", "<a href=\"b.html#x\">b</a>"), page("b.html", "<p>b</p>")];
    let message = "a.html: a link to b.html#x, which does not exist";
    assert_error(package(&site(pages)), message);
}

#[test]
fn an_identifier_that_occurs_twice_is_an_error() {
    let message = "c/page.html: the identifier `a` occurs twice";
    assert_error(converted("<p id=\"a\">a</p><p id=\"a\">b</p>"), message);
}

#[test]
fn a_lost_word_is_an_error() {
    let page = page("a.html", "<p>one two three</p>");
    let content = Content { body: "<p>one three</p>".to_owned(), ..Content::default() };
    let message = "a.html: the e-book has lost `two` after `one`";
    assert_error(lost::check(&page, &content), message);
}

#[test]
fn a_language_without_words_is_an_error() {
    let result = convert(&page("a.html", ""), &BTreeSet::new(), "eo");
    let message = "src/words.rs: no words for the language eo";
    assert_error(result, message);
}

#[test]
fn the_contents_nest_parts_chapters_and_pages() {
    let entry = |part: Option<&str>, depth, number: Option<&str>, name| Page {
        part: part.map(str::to_owned),
        depth,
        number: number.map(str::to_owned),
        ..page(name, "")
    };
    let contents = contents::page(&site(vec![
        entry(None, 0, None, "preface.html"),
        entry(Some("P"), 0, Some("1"), "a/index.html"),
        entry(None, 1, Some("1.1"), "a/b.html"),
        entry(None, 0, Some("2"), "c/index.html"),
        entry(Some("Q"), 0, None, "glossary.html"),
    ]));
    let text: String = contents.lines().skip(10).collect();
    assert_eq!(
        text,
        "<h1>Contents</h1><ol><li><a href=\"preface.xhtml\">A title</a></li>\
         <li><span>P</span><ol><li><a href=\"a/index.xhtml\">1. A title</a>\
         <ol><li><a href=\"a/b.xhtml\">A title</a></li></ol></li>\
         <li><a href=\"c/index.xhtml\">2. A title</a></li></ol></li>\
         <li><span>Q</span><ol><li><a href=\"glossary.xhtml\">A title</a></li></ol></li>\
         </ol></nav><nav epub:type=\"landmarks\" hidden=\"hidden\"><ol>\
         <li><a epub:type=\"cover\" href=\"cover.xhtml\">A &amp; B</a></li>\
         <li><a epub:type=\"toc\" href=\"contents.xhtml\">Contents</a></li>\
         <li><a epub:type=\"bodymatter\" href=\"a/index.xhtml\">A title</a></li>\
         <li><a epub:type=\"glossary\" href=\"glossary.xhtml\">A title</a></li>\
         </ol></nav></body></html>"
    );
}

#[test]
fn the_cover_is_well_formed_and_breaks_the_title_into_lines() {
    let drawing = cover::drawing("Attention & Rust");
    let drawing = roxmltree::Document::parse(&drawing).expect("XML");
    let lines = drawing.descendants().filter(|node| node.has_tag_name("text"));
    let lines: Vec<_> = lines.filter_map(|line| line.text()).collect();
    assert_eq!(lines, ["Attention &", "Rust"]);
}

#[test]
fn two_runs_write_the_same_bytes() {
    let write = || {
        let pages = vec![page("a.html", FORMULA), page("b.html", "<a href=\"a.html\">a</a>")];
        let epub = package(&site(pages)).expect("a package");
        epub.write().generate_toc(false).to_vec().expect("an archive")
    };
    assert_eq!(write(), write());
}
