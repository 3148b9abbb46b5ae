//! The figures of the site without its style sheet.

use std::fmt::Write;

use scraper::ElementRef;
use scraper::node::Node;

/// Returns the drawing `svg` of a page as XML that needs no style sheet. Each of its elements names
/// its color on white and the class of its role, so the classes are left out. Text is set in
/// `fonts`, such as `Libertinus Serif` or `sans-serif`.
pub(crate) fn standalone(svg: ElementRef, fonts: &str) -> String {
    let mut xml = String::new();
    element(&mut xml, svg, fonts);
    xml
}

fn element(xml: &mut String, element: ElementRef, fonts: &str) {
    let name = element.value().name();
    let _ = write!(xml, "<{name}");
    for (attribute, value) in element.value().attrs() {
        let value = if attribute == "font-family" { fonts } else { value };
        if attribute != "class" {
            let _ = write!(xml, " {attribute}=\"{}\"", quoted(value));
        }
    }
    if !element.has_children() {
        *xml += "/>";
        return;
    }
    *xml += ">";
    for child in element.children() {
        match child.value() {
            Node::Text(text) => *xml += &escape(text),
            Node::Element(_) => ElementRef::wrap(child)
                .into_iter()
                .for_each(|child| self::element(xml, child, fonts)),
            _ => {}
        }
    }
    let _ = write!(xml, "</{name}>");
}

/// Returns the text as an attribute or between tags.
pub(crate) fn quoted(text: &str) -> String {
    escape(text).replace('"', "&quot;")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use scraper::{Html, Selector};

    use super::standalone;

    #[test]
    fn a_figure_loses_its_classes_and_keeps_colors_names_and_text() {
        let page = Html::parse_fragment(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewbox=\"0 0 4 4\" font-family=\"sans-serif\">\
             <title>1 &lt; 2 &amp; 3</title><g class=\"frame\"><rect fill=\"#0069A8\" \
             class=\"fill-series-1\"/></g><text>a&nbsp;\"b\"</text></svg>",
        );
        let svg = page.select(&Selector::parse("svg").expect("valid")).next().expect("a drawing");
        assert_eq!(
            standalone(svg, "'Libertinus Serif', sans-serif"),
            "<svg font-family=\"'Libertinus Serif', sans-serif\" viewBox=\"0 0 4 4\" \
             xmlns=\"http://www.w3.org/2000/svg\"><title>1 &lt; 2 &amp; 3</title><g>\
             <rect fill=\"#0069A8\"/></g><text>a\u{a0}\"b\"</text></svg>"
        );
    }
}
