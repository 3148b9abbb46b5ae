//! The drawing of the cross-attention so far.

use std::ops::Range;

use crate::prelude::*;

/// The most rows that are drawn, and the most columns with words.
const ROWS: usize = 16;
const COLUMNS: usize = 22;

const HEIGHT: f64 = 256.0;

/// The room for a word in a row or above a column.
const WORD: f64 = 80.0;

/// Returns the rows that are drawn, the last ones up to a selected row and what fits after it.
pub(super) fn rows(count: usize, selected: Option<usize>) -> Range<usize> {
    let end = selected.map_or(count, |selected| (selected + 1).max(ROWS.min(count)));
    end.saturating_sub(ROWS)..end
}

/// Draws the weights of some of `count` French tokens over all English ones, `[rows, columns]`. One
/// of the tokens may be selected.
pub(super) fn draw(
    weights: ArrayView2<'_, Real>,
    [french, english]: [&[String]; 2],
    rows: Range<usize>,
    count: usize,
    selected: Option<usize>,
) -> String {
    let columns = english.len();
    let tokens: Vec<String> = french.iter().map(|word| cut(word)).collect();
    let word = |(index, word): (usize, &String)| match index {
        _ if columns <= COLUMNS => cut(word),
        index if index % 10 == 9 => (index + 1).to_string(),
        _ => String::new(),
    };
    let words: Vec<String> = english.iter().enumerate().map(word).collect();
    let row_height = (HEIGHT / rows.len() as f64).min(26.0);
    let map = HeatMap::new(weights).words(&tokens, &words).row_height(row_height).without_bar();
    let canvas = &mut Canvas::new(18.0 + WORD + 4.0 + HEIGHT + 6.0);
    let cells = map.draw(canvas, (18.0, 18.0), 376.0);
    let (across, down) = cells.center();
    let keys = if columns <= COLUMNS { "English (keys)" } else { "English (keys by position)" };
    canvas.text((across, 9.0), keys, Muted);
    let queries = match rows.len() {
        shown if shown < count => format!("French (queries {} to {})", rows.start + 1, rows.end),
        // A word of this length needs five rows.
        5.. => "French (queries)".to_owned(),
        _ => "French".to_owned(),
    };
    canvas.text((8.0, down.max(cells.top + 30.0)), queries, Muted.upward());
    if let Some(row) = selected.and_then(|selected| selected.checked_sub(rows.start)) {
        let area = (cells.left, cells.top + row as f64 * row_height, cells.width, row_height);
        canvas.outline(area, Accent);
    }
    canvas.svg("Where the decoder attends")
}

/// Shortens a word to the room that it has.
fn cut(word: &str) -> String {
    if text_width(word) <= WORD {
        return word.to_owned();
    }
    let mut cut = word.to_owned();
    while text_width(&cut) > WORD - 14.0 {
        cut.pop();
    }
    cut + "…"
}
