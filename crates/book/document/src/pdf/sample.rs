//! A page for the tests of the conversion.

use anyhow::Result;
use scraper::Html;

use super::Figures;
use super::labels::Labels;
use super::page::Converter;
use crate::site::Page;

/// Converts `main`, the inside of a page `array/index.html`, to markup with one empty line at most
/// between its parts.
pub(super) fn convert(main: &str) -> Result<String> {
    let page = |name: &str, main: &str| Page {
        part: None,
        depth: 0,
        number: None,
        title: String::new(),
        name: name.to_owned(),
        html: Html::parse_document(&format!("<main>{main}</main>")),
    };
    let page_with_target = page("notation.html", "");
    let page = page("array/index.html", main);
    let labels = Labels::of(&[&page, &page_with_target]);
    let mut figures = Figures::default();
    let markup = Converter::new(&page, &labels, 1, &mut figures, None).page()?;
    let parts = markup.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    Ok(parts.collect::<Vec<_>>().join("\n\n"))
}
