//! What the tokens of a batch may look at.

use attention::mask::Mask;
use drawing::prelude::*;

/// The sources of two pairs of sentences, and what the decoder reads, without padding.
const SOURCES: [&[&str]; 2] = [
    &["i", "see", "her", ".", "<eos>"],
    &["i", "sleep", ".", "<eos>"],
];
const INPUTS: [&[&str]; 2] = [
    &["<bos>", "je", "la", "vois", "."],
    &["<bos>", "je", "dors", "."],
];
/// The tokens of each with padding.
const STEPS: usize = 5;
const CELL: (f64, f64) = (27.0, 19.0);

/// The masks of the three attentions for two sentences, queries as rows.
pub fn masks() -> String {
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
    [rows, columns]: [&[&'static str]; 2],
    may_look: impl Fn(usize, usize) -> bool,
) {
    let table = Table::new(corner, CELL, (STEPS, STEPS));
    let cells = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<Area> {
        let wanted = table
            .cells()
            .filter(|&((query, key), _)| wanted(query, key));
        wanted.map(|(_, area)| area).collect()
    };
    let used = |query: usize| query < rows.len();
    let seen = cells(&|query, key| used(query) && may_look(query, key));
    canvas.fill_cells(seen, Series1.opacity(0.35));
    let unused = cells(&|query, key| !used(query) && may_look(query, key));
    canvas.fill_cells(unused, Series1.opacity(0.1));
    let hidden = cells(&|query, key| !may_look(query, key));
    canvas.fill_cells(hidden.iter().copied(), Masked);
    for area in hidden {
        canvas.strike(area, 1.0);
    }
    let whole = table.area();
    for place in 1..STEPS {
        let Area { left, top, .. } = table.cell(place, place);
        canvas.line(
            [(left, whole.top), (left, whole.bottom())],
            Muted.width(1.0),
        );
        canvas.line([(whole.left, top), (whole.right(), top)], Muted.width(1.0));
    }
    canvas.outline(whole, Muted);
    let word = |words: &[&'static str], place: usize| match words.get(place) {
        Some(&word) => (word, Ink),
        None => ("<pad>", Muted),
    };
    for place in 0..STEPS {
        let (x, y) = table.cell(place, place).center();
        let (name, role) = word(rows, place);
        canvas.text((corner.0 - 5.0, y), name, role.end());
        let (name, role) = word(columns, place);
        canvas.text((x, corner.1 - 5.0), name, role.start().upward());
    }
}
