use std::fs;
use std::path::Path;

use super::*;

fn book(root: &Path) -> Book {
    let toml = format!("[preprocessor.katex]{KATEX}");
    fs::write(root.join("book.toml"), toml).unwrap();
    Book::find(root).unwrap()
}

/// Returns the HTML that replaces a mark.
fn shown(formulas: &Formulas, mark: &str) -> String {
    let mut page = html::parse(mark);
    let mark = html::find(&mut page, MARK).unwrap();
    formulas.html(mark).to_owned()
}

#[test]
fn a_page_shows_the_formula_in_place_of_its_mark() {
    let folder = tempfile::tempdir().unwrap();
    let mut formulas = Formulas::load(&book(folder.path()));
    let mark = formulas.show("a_b' \\ge\n c", false).unwrap();
    assert!(mark.contains(">a&#95;b&#39; &#92;ge c</"), "{mark}");
    assert_eq!(formulas.show("a_b' \\ge c", false).unwrap(), mark);
    let html = shown(&formulas, &mark);
    assert!(html.starts_with("<span class=\"katex\">"), "{html}");
    assert!(html.contains("</span><wbr><span class=\"base\">"), "{html}");
}

#[test]
fn a_line_does_not_end_in_a_parenthesis() {
    let folder = tempfile::tempdir().unwrap();
    let mut formulas = Formulas::load(&book(folder.path()));
    let long = format!("(a{}) = c", " + b".repeat(12));
    for (tex, breaks) in [
        ("-(a - b)^2/2 = c", 1),
        ("f(a, (b + c) - d) - e", 1),
        ("[a + b) + c", 1),
        ("a + b = c", 2),
        (&long, 13),
    ] {
        let mark = formulas.show(tex, false).unwrap();
        assert_eq!(shown(&formulas, &mark).matches("<wbr>").count(), breaks, "{tex}");
    }
}

#[test]
fn only_what_would_be_made_in_the_same_way_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(folder.path());
    let built = |book: &Book| {
        let mut formulas = Formulas::load(book);
        let mark = formulas.show("x", false).unwrap();
        formulas.save().unwrap();
        shown(&formulas, &mark)
    };
    let right = built(&book);
    let file = book.cache_file("formulas");
    let change = |from: &str, to: &str| {
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
    };
    change("\n<span", "\n<b></b><span");
    assert!(built(&book).starts_with("<b>"), "it was rendered again");
    // Another version of KaTeX, and another version of this program, which contains the
    // settings.
    for (from, to) in [("0.", "1."), (&*cache::program().unwrap(), "another program")] {
        change("\n<span", "\n<b></b><span");
        change(from, to);
        assert_eq!(built(&book), right, "{from}");
    }
}
