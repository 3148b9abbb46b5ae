//! What the tokens of a batch may look at.

use crate::prelude::*;

/// The sources of two pairs of sentences, and what the decoder reads, without padding.
const SOURCES: [&[&str]; 2] = [
    &["i", "see", "her", ".", "<eos>"],
    &["i", "sleep", ".", "<eos>"],
];
const INPUTS: [&[&str]; 2] = [
    &["<bos>", "je", "la", "vois", "."],
    &["<bos>", "je", "dors", "."],
];

pub(crate) fn masks() -> String {
    let padding = Mask::valid_lens(SOURCES.map(<[_]>::len));
    let canvas = &mut Canvas::new(526.0);
    for (top, name, mask, rows, columns) in [
        (6.0, "encoder", &padding, SOURCES, SOURCES),
        (178.0, "decoder", &Mask::causal(), INPUTS, INPUTS),
        (350.0, "cross-attention", &padding, INPUTS, SOURCES),
    ] {
        canvas.heading((6.0, top + 8.0), name);
        for (example, left) in [(0, 55.0), (1, 259.0)] {
            let words = [rows[example], columns[example]];
            let may_look = |query, key| mask.allows(example, query, key);
            table(canvas, (left, top + 70.0), words, may_look);
        }
    }
    canvas.text((122.5, 14.0), "sentence 0", Muted);
    canvas.text((326.5, 14.0), "sentence 1", Muted);
    canvas.svg("The masks of the three attentions for a batch of two sentences")
}

/// Draws what an example may look at, with its tokens as names of rows and columns.
fn table(
    canvas: &mut Canvas,
    corner: Point,
    words: [&[&str]; 2],
    may_look: impl Fn(usize, usize) -> bool,
) {
    // The tokens of each with padding.
    const STEPS: usize = 5;
    let table = Table::new(corner, (27.0, 19.0), (STEPS, STEPS));
    for ((query, key), area) in table.cells() {
        // What only padding looks at is fainter.
        let opacity = if query < words[0].len() { 0.35 } else { 0.1 };
        match may_look(query, key) {
            true => canvas.cell(area, Series1.opacity(opacity), ""),
            false => canvas.hidden_cell(area),
        }
    }
    for place in 0..STEPS {
        let (x, y) = table.cell(place, place).center();
        let [row, column] = words.map(|words| match words.get(place) {
            Some(&word) => (word, Ink),
            None => ("<pad>", Muted),
        });
        canvas.text((corner.0 - 5.0, y), row.0, row.1.end());
        let above = (x, corner.1 - 5.0);
        canvas.text(above, column.0, column.1.start().upward());
    }
}
