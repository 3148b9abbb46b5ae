//! Listings, tables, and figures.

use anyhow::{Result, anyhow};
use scraper::ElementRef;

use super::escape;
use super::page::Converter;
use crate::raster::FONT;
use crate::site::selector;
use crate::svg::standalone;

impl Converter<'_> {
    /// Converts a program and what it prints.
    pub(super) fn snippet(&mut self, element: ElementRef) -> Result<String> {
        let listings = element.child_elements().collect::<Vec<_>>();
        let outputs = listings.len().saturating_sub(1);
        let mut markup = String::new();
        for (index, listing) in listings.iter().enumerate() {
            markup += &self.listing(*listing, index < outputs)?;
        }
        Ok(markup)
    }

    /// Converts the code in `element`; with `followed`, its output comes next.
    pub(super) fn listing(&mut self, element: ElementRef, followed: bool) -> Result<String> {
        let code = element.select(&selector("code")).next();
        let code = code.ok_or_else(|| anyhow!("{}: a listing without code", self.page.name))?;
        let mut text = String::new();
        for piece in code.descendants() {
            let hidden = piece.ancestors().filter_map(ElementRef::wrap).any(|around| {
                around.attr("class").is_some_and(|class| class.split(' ').any(|c| c == "boring"))
            });
            if let (Some(piece), false) = (piece.value().as_text(), hidden) {
                text += piece;
            }
        }
        let class = code.attr("class").unwrap_or_default();
        let text = escape::string(text.trim_end());
        if class.split(' ').any(|class| class == "output") {
            return Ok(format!("#output({text})\n\n"));
        }
        let language = class.split(' ').find_map(|class| class.strip_prefix("language-"));
        let language = escape::string(language.unwrap_or("text"));
        Ok(format!("#listing({language}, followed: {followed}, {text})\n\n"))
    }

    pub(super) fn table(&mut self, element: ElementRef) -> Result<String> {
        let mut longest = Vec::new();
        let mut markup = String::new();
        self.table = true;
        for (index, row) in element.select(&selector("tr")).enumerate() {
            let mut cells = Vec::new();
            for (column, cell) in row.child_elements().enumerate() {
                longest.resize(longest.len().max(column + 1), 0);
                longest[column] = longest[column].max(length(cell));
                let align = match cell.attr("style").unwrap_or_default() {
                    style if style.contains("right") => "align: right",
                    style if style.contains("center") => "align: center",
                    _ => "",
                };
                cells.push(format!("table.cell({align})[{}]", self.line(cell)?.trim()));
            }
            let cells = cells.join(", ");
            markup += &if index == 0 { format!("table.header({cells}),\n") } else { cells + ",\n" };
        }
        self.table = false;
        Ok(format!("#rows(({}),\n{markup})\n\n", columns(&longest)))
    }

    /// Converts a figure with its caption; the controls of an interactive one are left out.
    pub(super) fn figure(&mut self, element: ElementRef) -> Result<String> {
        let find = |name: &str| {
            let found = element.select(&selector(name)).next();
            found.ok_or_else(|| anyhow!("{}: a figure without {name}", self.page.name))
        };
        let text = |name: &str| Ok::<_, anyhow::Error>(find(name)?.text().collect::<String>());
        let drawing = find("svg")?;
        let alt = escape::string(&format!("{}. {}", text("svg title")?, text("svg desc")?));
        let width = drawing.attr("width").unwrap_or("400");
        let file = self.figures.add(standalone(drawing, FONT));
        let caption = self.blocks(find("figcaption")?)?;
        let caption = caption.trim();
        let label = element.attr("id").and_then(|id| self.labels.of_element(self.page, id));
        let label = label.map_or_else(String::new, |label| format!("<{label}>"));
        Ok(format!("#drawing(\"{file}\", {width}, {alt})[{caption}]{label}\n\n"))
    }
}

/// Estimates the length of a cell in letters; its formulas count as a few each.
fn length(cell: ElementRef) -> usize {
    let text = |element: ElementRef| element.text().map(|text| text.chars().count()).sum::<usize>();
    let katex = selector(".katex");
    let formulas = cell.select(&katex);
    formulas.fold(text(cell), |length, formula| length + 6 - text(formula).min(length))
}

/// Returns the widths of columns with these lengths: where a line cannot hold them all, the short
/// ones are as wide as their text, and the others divide the rest.
fn columns(longest: &[usize]) -> String {
    let fits = longest.iter().sum::<usize>() <= 75;
    let width = |length: &usize| {
        let share = (*length as f64).sqrt();
        if fits || *length <= 20 { "auto, ".to_owned() } else { format!("{share:.1}fr, ") }
    };
    longest.iter().map(width).collect()
}

#[cfg(test)]
mod tests {
    use crate::pdf::sample::convert;

    #[test]
    fn a_listing_has_no_hidden_lines_and_keeps_its_output() {
        let markup = convert(
            "<div class=\"snippet\"><pre><code class=\"language-rust hljs\"><span class=\"boring\">\
             <span class=\"hljs-keyword\">use</span> a;\n</span>b(<span>5</span>);</code></pre>\
             <pre><code class=\"language-text output\">6\n  7\n</code></pre></div>",
        );
        assert_eq!(
            markup.expect("the elements are known"),
            "#listing(\"rust\", followed: true, \"b(5);\")\n\n#output(\"6\\n  7\")"
        );
    }

    #[test]
    fn a_table_has_a_header() {
        let markup = convert(
            "<div class=\"table-wrapper\"><table><thead><tr><th>a</th><th style=\"text-align: \
             right\">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>",
        );
        assert_eq!(
            markup.expect("the elements are known"),
            "#rows((auto, auto, ),\ntable.header(table.cell()[a], table.cell(align: right)[b]),\n\
             table.cell()[1], table.cell()[2],\n)"
        );
    }

    #[test]
    fn a_figure_keeps_drawing_description_and_caption_but_no_controls() {
        let markup = convert(
            "<figure class=\"figure\"><svg width=\"400\"><title>Masks</title><desc>Two tables.</desc>\
             </svg><form class=\"controls\"><label>query</label></form><figcaption><p>\
             <span class=\"figure-number\">Figure 1.</span> A mask.</p></figcaption></figure>",
        );
        assert_eq!(
            markup.expect("the elements are known"),
            "#drawing(\"figures/1.svg\", 400, \"Masks. Two tables.\")\
             [#strong[Figure 1\\.]; A mask.]"
        );
    }
}
