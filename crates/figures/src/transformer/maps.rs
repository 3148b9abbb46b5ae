//! The attention of the heads of the model, and the masks of a batch.

use attention::data::Padded;
use attention::tape::{Value, Var};

use crate::models::trained_transformer;
use crate::prelude::*;

const SENTENCE: &[&str] = &["the", "men", "see", "the", "tired", "girl", ".", "<eos>"];
const ROW: f64 = 16.0;
const GAP: f64 = 12.0;

pub(crate) fn encoder_maps() -> String {
    let translator = trained_transformer().transformer;
    let source = &translator.vocabularies.source;
    let ids: Vec<usize> = SENTENCE.iter().map(|word| source.id(word)).collect();
    let sentence = Padded::new(&[ids], source.len()).expect("it has tokens");
    let tape = Tape::new(Mode::Eval, 0);
    let encoded = translator.model.encode(&tape, &sentence);
    let weights: Vec<Value> = encoded.weights.into_iter().map(Var::value).collect();
    draw(&weights, "Where the heads of the encoder attend")
}

/// Draws a column of maps for each block and a row for each head.
fn draw(all: &[Value], title: &str) -> String {
    let (heads, count) = (all[0].shape()[1], SENTENCE.len());
    // The names of the heads are above the words of the rows.
    let left = MARGIN + (widest(SENTENCE) + 6.0).max(62.0);
    let first = MARGIN + LINE_HEIGHT + widest(SENTENCE) + 6.0;
    let width = (WIDTH - MARGIN - left - GAP) / 2.0;
    let height = ROW * count as f64;
    let below = first + (height + LINE_HEIGHT + 4.0) * heads as f64;
    let canvas = &mut Canvas::new(below + 22.0);
    for head in 0..heads {
        let top = first + (height + LINE_HEIGHT + 4.0) * head as f64;
        canvas.heading((MARGIN, top - 10.0), format!("head {head}"));
        for (row, word) in SENTENCE.iter().enumerate() {
            canvas.text((left - 5.0, top + ROW * (row as f64 + 0.5)), word, Ink.end());
        }
        for (block, weights) in all.iter().enumerate() {
            let left = left + (width + GAP) * block as f64;
            let area = Area::new(left, top, width, height);
            if head == 0 {
                // The number of the block and the words of the columns.
                canvas.text((area.center().0, MARGIN + 8.0), format!("block {block}"), Ink.bold());
                let cell = width / count as f64;
                for (column, word) in SENTENCE.iter().enumerate() {
                    let x = left + cell * (column as f64 + 0.5);
                    canvas.text((x, top - 5.0), word, Ink.start().upward());
                }
            }
            let weight = |(query, key)| weights[[0, head, query, key]];
            let map = HeatMap::new(Array2::from_shape_fn((count, count), weight).view());
            map.tenths().draw_cells(canvas, area);
            canvas.outline(area, Muted);
        }
    }
    // The scale of the tenths, from left to right.
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

/// The sources of two sentence pairs, and the inputs of the decoder, without padding.
const SOURCES: [&[&str]; 2] = [&["i", "see", "her", ".", "<eos>"], &["i", "sleep", ".", "<eos>"]];
const INPUTS: [&[&str]; 2] = [&["<bos>", "je", "la", "vois", "."], &["<bos>", "je", "dors", "."]];

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
            table(canvas, (left, top + 70.0), words, |query, key| mask.allows(example, query, key));
        }
    }
    canvas.text((122.5, 14.0), "sentence 0", Muted);
    canvas.text((326.5, 14.0), "sentence 1", Muted);
    canvas.svg("The masks of the three attentions for a batch of two sentences")
}

/// Draws the mask of an example, with its tokens as names of rows and columns.
fn table(
    canvas: &mut Canvas,
    corner: Point,
    words: [&[&str]; 2],
    may_look: impl Fn(usize, usize) -> bool,
) {
    // The number of tokens of each example, including padding.
    const STEPS: usize = 5;
    let table = Table::new(corner, (27.0, 19.0), (STEPS, STEPS));
    for ((query, key), area) in table.cells() {
        // The queries of padding are fainter.
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
        canvas.text((x, corner.1 - 5.0), column.0, column.1.start().upward());
    }
}
