//! Builds the book as `cargo book build` does: a broken reference, link, formula, or figure fails
//! this test with its file and line.
//!
//! Tests start in the order of their names. This one starts early, so that those that need the site
//! seldom wait for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use book::Book;

use crate::root;

/// The site and the number of its pages, built once for all tests.
static BUILT: LazyLock<(PathBuf, usize)> = LazyLock::new(|| {
    let book = Book::find(root()).unwrap();
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let pages = book::build(&book, &site).unwrap_or_else(|error| panic!("{error}"));
    (site, pages)
});

/// Returns the folder of the site.
pub(crate) fn site() -> &'static Path {
    &BUILT.0
}

#[test]
fn the_book_builds_without_a_single_complaint() {
    let (site, pages) = &*BUILT;
    assert_eq!(*pages, dialect::sources(root()).unwrap().len());
    for file in
        ["katex/LICENSE", "introduction.html", "references.html", "api/attention/index.html"]
    {
        assert!(site.join(file).is_file(), "{file}");
    }
    for page in ["attention-cues/index.html", "nadaraya-watson/index.html"] {
        let text = fs::read_to_string(site.join(page)).unwrap();
        assert!(text.contains("<figure class=\"figure\""), "{page} shows no figure");
        assert!(text.contains("language-text output"), "{page} shows no output");
    }
    // Screen readers and their tests do not always find the words of a formula.
    let pages = dialect::files(site).unwrap().into_iter();
    for file in pages.filter(|file| file.extension().is_some_and(|end| end == "html")) {
        let text = fs::read_to_string(&file).unwrap();
        for head in text.split("<th").skip(1).filter_map(|rest| rest.split("</th>").next()) {
            let opening = head.split_once('>').unwrap_or_default().1;
            let is_formula =
                opening.starts_with("<span class=\"katex") && !head.contains("</span> ");
            assert!(
                !is_formula,
                "{}: a head of a column needs a word: {head:.300}",
                file.display()
            );
        }
    }
    // Links from the time when a chapter was one page still work.
    let old = fs::read_to_string(site.join("attention-cues.html")).unwrap();
    for (id, page) in [
        ("softmax", "weights"),
        ("eq-soft-look-up", "index"),
        ("ex-alarm-and-question", "exercises"),
    ] {
        let entry = format!("\"{id}\":\"attention-cues/{page}.html\"");
        assert!(old.contains(&entry), "{entry} in {old}");
    }
    let old = fs::read_to_string(site.join("bahdanau.html")).unwrap();
    assert!(old.contains("\"entropy-floor\":\"encoder-decoder/loss.html\""));
    // A font of the text is preloaded, and on pages with formulas two for these.
    let page = fs::read_to_string(site.join("scoring-functions/index.html")).unwrap();
    let fonts = page.split("rel=\"preload\" href=\"../").skip(1);
    let fonts: Vec<_> = fonts.filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(fonts.len(), 3, "{fonts:?}");
    assert_eq!(page.matches("as=\"font\"").count(), 3);
    for font in fonts {
        assert!(site.join(font).is_file(), "{font}");
    }
    let page = fs::read_to_string(site.join("glossary.html")).unwrap();
    assert_eq!(page.matches("as=\"font\"").count(), 1);
    assert!(page.contains("<td></td>") && !page.contains("<th></th>"));
}
