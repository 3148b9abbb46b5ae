use super::*;

fn links(page: &str) -> Links {
    Links::of_page(&html::parse(page))
}

#[test]
fn all_files_that_a_page_loads_are_found() {
    let figure = "<figure data-script=\"a\" data-module=\"b\" data-trained=\"c\"></figure>";
    assert_eq!(links(figure).resources, ["a", "b", "c"]);
    let others = "<link rel=\"preload\" href=\"d\"><link rel=\"canonical\" href=\"e\"><template><script src=\"f\"></script></template>";
    assert_eq!(links(others).resources, ["d", "f"]);
}

#[test]
fn the_marks_of_a_formula_are_only_shown_in_code() {
    assert!(links("<p><code>$`x`$</code></p><pre>`$</pre>").unread_formula.is_none());
    for page in ["<p>$`x</p>", "<td>x`$</td>", "<b>```math</b>"] {
        assert!(links(page).unread_formula.is_some(), "{page}");
    }
}
