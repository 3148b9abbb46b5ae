//! The cover: the title, and the weights of a causal attention whose scores depend on distance.

use std::fmt::Write;

use anyhow::Result;

use super::{document, escape};
use crate::raster::{FONT, Raster};

/// The size of the cover in pixels.
const SIZE: (u32, u32) = (1200, 1600);

/// The queries and keys of the drawing.
const TOKENS: usize = 12;

/// Returns the page that shows the drawing.
pub(super) fn page(title: &str, language: &str) -> String {
    let alternative = escape(title);
    let body = format!(
        "<section epub:type=\"cover\" class=\"cover\"><img src=\"cover.png\" alt=\"{alternative}\"/>\
         </section>"
    );
    document(title, language, "cover.html", &body)
}

/// Returns the cover as a PNG, because not every e-reader draws an SVG on its shelf.
pub(super) fn picture(title: &str) -> Result<Vec<u8>> {
    Raster::new().png(&drawing(title), SIZE, 0.0)
}

/// Returns the drawing.
pub(super) fn drawing(title: &str) -> String {
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"{FONT}\"><rect width=\"{width}\" height=\"{height}\" \
         fill=\"#00225e\"/><g fill=\"#fff\" font-size=\"170\" font-weight=\"bold\">",
    );
    for (number, line) in lines(title, 11).iter().enumerate() {
        let y = 270 + 160 * number;
        let _ = write!(svg, "<text x=\"120\" y=\"{y}\">{}</text>", escape(line));
    }
    svg += "</g><g fill=\"#77b6ec\">";
    for query in 0..TOKENS {
        for (key, weight) in weights(query).into_iter().enumerate() {
            let (x, y) = (120 + 80 * key, 560 + 80 * query);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"72\" height=\"72\" opacity=\"{:.3}\"/>",
                0.08 + 0.92 * weight.sqrt()
            );
        }
    }
    svg + "</g></svg>"
}

/// Returns the weights of a query for itself and the keys before it.
fn weights(query: usize) -> Vec<f64> {
    let score = |key: usize| {
        let distance = (query - key) as f64;
        2.0 * (distance * 1.1).cos() - 0.2 * distance
    };
    let exponentials: Vec<f64> = (0..=query).map(|key| score(key).exp()).collect();
    let sum: f64 = exponentials.iter().sum();
    exponentials.into_iter().map(|exponential| exponential / sum).collect()
}

/// Breaks a title into lines of at most `width` characters.
fn lines(title: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
