use super::*;

#[test]
fn a_page_is_written_as_it_was_read() {
    for page in [
        "<!DOCTYPE html><html><head><link rel=\"icon\" href=\"a?b&amp;c\"><script async>if (a < b && c) { \"</p>\" }</script></head></html>",
        "<p title=\"&quot;a&quot; > b\">a &lt; b &amp;&amp; <b>c</b><br>d<!-- e --></p>\n",
        "<svg viewbox=\"0 0 1 1\"><path d=\"M0 0\"/><text>x</text></svg>",
    ] {
        assert_eq!(written(&parse(page)), page);
    }
}

#[test]
fn a_missing_or_an_additional_end_changes_nothing_around_it() {
    assert_eq!(written(&parse("<p>a<b>c</p></i>d")), "<p>a<b>c</b></p>d");
}

#[test]
fn elements_are_found_and_changed() {
    let mut page = parse("<main><h1 class=\"a b\">x<i>y</i></h1></main>");
    let heading = find(&mut page, "h1").unwrap();
    assert!(heading.has_class("b") && !heading.has_class("a b"));
    assert_eq!(heading.text(), "xy");
    heading.set("class", "c");
    heading.rename("h2");
    heading.children.push(Node::Element(Element::new("img", &[("alt", "\"")])));
    let html = "<main><h2 class=\"c\">x<i>y</i><img alt=\"&quot;\"></h2></main>";
    assert_eq!(written(&page), html);
}
