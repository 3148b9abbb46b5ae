//! Where the heads of the model look, and what the tokens of a batch may look at.

use attention::data::{Padded, Vocabularies};
use attention::tape::{Value, Var};
use attention::transformer::Maps;

use super::shipped;
use crate::prelude::*;

/// The sentence of the three maps, and its translation with what the decoder reads and writes of it.
const SENTENCE: &[&str] = &["i", "do", "not", "see", "them", ".", "<eos>"];
const TRANSLATION: [&str; 8] =
    ["<bos>", "je", "ne", "les", "vois", "pas", ".", "<eos>"];
const READ: &[&str] = TRANSLATION.split_at(7).0;
const WRITTEN: &[&str] = TRANSLATION.split_at(1).1;
const ROW: f64 = 16.0;
const GAP: f64 = 12.0;

pub(crate) fn encoder_maps() -> String {
    let weights = weights(|maps| maps.encoder);
    let title = "Where the heads of the encoder look";
    draw([SENTENCE, SENTENCE, &[]], &weights, &Mask::all(), title)
}

pub(crate) fn decoder_maps() -> String {
    let weights = weights(|maps| maps.decoder);
    let title = "Where the heads of the decoder look";
    draw([READ, READ, WRITTEN], &weights, &Mask::causal(), title)
}

pub(crate) fn cross_maps() -> String {
    let weights = weights(|maps| maps.cross);
    let title = "Where the heads of the decoder look in the source";
    draw([READ, SENTENCE, WRITTEN], &weights, &Mask::all(), title)
}

/// The weights of each block: `[1, heads, queries, keys]`.
fn weights(which: fn(Maps<'_>) -> Vec<Var<'_>>) -> Vec<Value> {
    let translator = shipped().transformer;
    let Vocabularies { source, target } = &translator.vocabularies;
    let ids: Vec<usize> = SENTENCE.iter().map(|word| source.id(word)).collect();
    let sentence = Padded::new(&[ids], source.len()).expect("it has tokens");
    let read = Array2::from_shape_fn((1, READ.len()), |(_, at)| target.id(READ[at]));
    let read = Tokens::new(read, target.len()).expect("known words");
    let tape = Tape::new(Mode::Eval, 0);
    let maps = translator.model.maps(&tape, &sentence, &read);
    which(maps).into_iter().map(Var::value).collect()
}

/// Draws a column of maps for each block and a row for each head. What the model writes is at the right.
fn draw(words: [&[&str]; 3], all: &[Value], mask: &Mask, title: &str) -> String {
    let [rows, columns, next] = words;
    let (heads, shape) = (all[0].shape()[1], (rows.len(), columns.len()));
    let mask = mask.to_array([1, shape.0, shape.1]);
    let mask = mask.index_axis(Axis(0), 0);
    // The names of the heads stand above those of the rows.
    let left = MARGIN + (widest(rows) + 6.0).max(62.0);
    let beside = next.iter().map(|word| text_width(word) + 6.0);
    let right = WIDTH - MARGIN - beside.fold(0.0, f64::max);
    let first = MARGIN + LINE_HEIGHT + widest(columns) + 6.0;
    let width = (right - left - GAP) / 2.0;
    let height = ROW * rows.len() as f64;
    let below = first + (height + LINE_HEIGHT + 4.0) * heads as f64;
    let canvas = &mut Canvas::new(below + 22.0);
    for head in 0..heads {
        let top = first + (height + LINE_HEIGHT + 4.0) * head as f64;
        canvas.heading((MARGIN, top - 10.0), format!("head {head}"));
        let beside = [
            (rows, left - 5.0, Ink.end()),
            (next, right + 5.0, Ink.start()),
        ];
        for (words, x, look) in beside {
            for (row, word) in words.iter().enumerate() {
                canvas.text((x, top + ROW * (row as f64 + 0.5)), word, look);
            }
        }
        for (block, weights) in all.iter().enumerate() {
            let left = left + (width + GAP) * block as f64;
            let area = Area::new(left, top, width, height);
            if head == 0 {
                // The number of the block, and the words of the columns.
                let at = (area.center().0, MARGIN + 8.0);
                canvas.text(at, format!("block {block}"), Ink.bold());
                let cell = width / columns.len() as f64;
                for (column, word) in columns.iter().enumerate() {
                    let x = left + cell * (column as f64 + 0.5);
                    canvas.text((x, top - 5.0), word, Ink.start().upward());
                }
            }
            let weight = |(query, key)| weights[[0, head, query, key]];
            let map = HeatMap::new(Array2::from_shape_fn(shape, weight).view());
            map.tenths().mask(mask).draw_cells(canvas, area);
            canvas.outline(area, Muted);
        }
    }
    // What the tenths look like, from left to right.
    canvas.text((left, below + 8.0), "weight 0", Muted.start());
    let bar = Area::new(left + 66.0, below + 1.0, 110.0, 14.0);
    for tenths in 1..=10 {
        let tenths = f64::from(tenths);
        let cell = Area::new(bar.left + 10.0 * tenths, bar.top, 10.0, bar.height);
        canvas.fill_cells([cell], Heat.opacity(tenths / 10.0));
    }
    canvas.outline(bar, Muted);
    canvas.text((bar.right() + 6.0, below + 8.0), "1", Muted.start());
    canvas.svg(title)
}

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
