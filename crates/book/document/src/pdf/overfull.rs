//! Finds text beyond the margin of a page.

use std::num::NonZeroUsize;

use typst::foundations::{Label, Selector};
use typst::introspection::{Introspector, MetadataElem};
use typst::layout::{Abs, Em, Frame, FrameItem, Point, Transform};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

/// The width of the text in millimeters, which `book.typ` centers on the page.
pub(super) const TEXT_WIDTH: f64 = 140.0;

/// Returns the page, its page of the site, and the words of each text that ends beyond the
/// margin.
pub(super) fn check(document: &PagedDocument) -> Vec<String> {
    let sources = sources(document);
    let mut found = Vec::new();
    for (index, page) in document.pages().iter().enumerate() {
        // A point or a hyphen at the end of a line may be there.
        let right = (page.frame.width() + Abs::mm(TEXT_WIDTH)) / 2.0 + Abs::pt(3.0);
        let mut texts = Vec::new();
        collect(&page.frame, Transform::identity(), right, &mut texts);
        let number = index + 1;
        let source = sources.iter().rfind(|(start, _)| start.get() <= number);
        let source = source.map_or("", |(_, source)| source);
        found.extend(texts.into_iter().map(|text| format!("{source}, page {number}: {text}")));
    }
    found
}

/// Returns the pages of the site with the pages of the document on which they begin.
fn sources(document: &PagedDocument) -> Vec<(NonZeroUsize, String)> {
    let Some(label) = Label::new(PicoStr::intern("source")) else { return Vec::new() };
    let marks = document.introspector().query(&Selector::Label(label));
    let source = |mark: &typst::foundations::Content| {
        let page = document.introspector().page(mark.location()?)?;
        let name = mark.to_packed::<MetadataElem>()?.value.clone().cast::<String>().ok()?;
        Some((page, name))
    };
    marks.iter().filter_map(source).collect()
}

/// Collects the texts in `frame`, which lies on the page as `place` says, that end beyond `right`.
fn collect(frame: &Frame, place: Transform, right: Abs, texts: &mut Vec<String>) {
    for (position, item) in frame.items() {
        let place = place.pre_concat(Transform::translate(position.x, position.y));
        match item {
            FrameItem::Group(group) => {
                collect(&group.frame, place.pre_concat(group.transform), right, texts);
            }
            FrameItem::Text(text) => {
                let letters = text.text.trim_end().len();
                let glyphs = text.glyphs.iter().filter(|glyph| glyph.range().start < letters);
                let width = glyphs.map(|glyph| glyph.x_advance).sum::<Em>().at(text.size);
                let end = Point::with_x(width).transform(place);
                if end.x > right {
                    texts.push(text.text.to_string());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use typst_layout::PagedDocument;

    use super::check;
    use crate::pdf::world::Memory;

    #[test]
    fn a_text_beyond_the_margin_is_named_with_its_page() {
        let markup = "#set page(\"a4\", margin: 35mm)\n#metadata(\"a.html\")<source>\nIn it.\n\n\
                      #box(width: 150mm)[#h(1fr)beyond]";
        let world = Memory::new(markup.to_owned(), Vec::new()).expect("no file is read");
        let document = typst::compile::<PagedDocument>(&world).output.expect("the markup is right");
        assert_eq!(check(&document), ["a.html, page 1: beyond"]);
    }
}
