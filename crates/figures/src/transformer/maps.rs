//! Where the heads of the model look.

use attention::data::{BOS, EOS, Padded, tokenize};
use attention::nn::Tokens;
use attention::tape::Var;
use attention::transformer::Maps;
use ndarray::Ix4;

use super::shipped;
use crate::prelude::*;

/// The sentence of all three figures, and its translation.
const SOURCE: &str = "I do not see them.";
const TARGET: &str = "Je ne les vois pas.";
const ROW: f64 = 16.0;
const GAP: f64 = 12.0;

pub(crate) fn encoder_maps() -> String {
    let ([source, ..], weights) = (words(), weights(|maps| &maps.encoder));
    let title = "Where the heads of the encoder look";
    draw([&source, &source, &[]], &weights, false, title)
}

pub(crate) fn decoder_maps() -> String {
    let ([_, inputs, targets], weights) = (words(), weights(|maps| &maps.decoder));
    let title = "Where the heads of the decoder look";
    draw([&inputs, &inputs, &targets], &weights, true, title)
}

pub(crate) fn cross_maps() -> String {
    let ([source, inputs, targets], weights) = (words(), weights(|maps| &maps.cross));
    let title = "Where the heads of the decoder look in the source";
    draw([&inputs, &source, &targets], &weights, false, title)
}

/// The tokens that the encoder reads, that the decoder reads, and that it writes.
fn words() -> [Vec<String>; 3] {
    let [source, target] = [SOURCE, TARGET].map(tokenize);
    let [begin, end] = ["<bos>", "<eos>"].map(|token| vec![token.to_owned()]);
    let inputs = [begin, target.clone()].concat();
    [
        [source, end.clone()].concat(),
        inputs,
        [target, end].concat(),
    ]
}

/// The weights of each block: `[heads, queries, keys]`.
fn weights(
    which: impl for<'a, 't> Fn(&'a Maps<'t>) -> &'a Vec<Var<'t>>,
) -> Vec<Array3<Real>> {
    let translator = shipped().transformer;
    let vocabularies = &translator.vocabularies;
    let (from, to) = (&vocabularies.source, &vocabularies.target);
    let source = [from.encode(&tokenize(SOURCE)), vec![EOS]].concat();
    let source = Padded::new(&[source], from.len()).expect("the sentence has tokens");
    let inputs = [vec![BOS], to.encode(&tokenize(TARGET))].concat();
    let inputs = Array1::from(inputs).insert_axis(Axis(0));
    let inputs = Tokens::new(inputs, to.len()).expect("the words are known");
    let tape = Tape::new(Mode::Eval, 0);
    let maps = translator.model.maps(&tape, &source, &inputs);
    let blocks = which(&maps).iter().map(|weights| {
        let all = weights.value().into_dimensionality::<Ix4>();
        let all = all.expect("batch, heads, queries, keys");
        all.index_axis(Axis(0), 0).to_owned()
    });
    blocks.collect()
}

fn widest(words: &[String]) -> f64 {
    let widths = words.iter().map(|word| text_width(word) + 6.0);
    widths.fold(0.0, f64::max)
}

/// Draws the maps of all blocks and heads, a column for each block `[heads, queries, keys]` and a row for
/// each head, with words beside the rows, above the columns, and, where the model writes, at the right of
/// the rows. In a causal map queries may not look at later keys.
fn draw(
    [rows, columns, next]: [&[String]; 3],
    all: &[Array3<Real>],
    causal: bool,
    title: &str,
) -> String {
    let (heads, queries, keys) = all[0].dim();
    // The names of the heads stand above those of the rows.
    let left = MARGIN + widest(rows).max(62.0);
    let right = WIDTH - MARGIN - widest(next);
    let first = MARGIN + LINE_HEIGHT + widest(columns);
    let width = (right - left - GAP) / 2.0;
    let height = ROW * queries as f64;
    let below = first + (height + LINE_HEIGHT + 4.0) * heads as f64;
    let canvas = &mut Canvas::new(below + 22.0);
    for head in 0..heads {
        let top = first + (height + LINE_HEIGHT + 4.0) * head as f64;
        canvas.heading((MARGIN, top - 10.0), format!("head {head}"));
        for (words, x, look) in [
            (rows, left - 5.0, Ink.end()),
            (next, right + 5.0, Ink.start()),
        ] {
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
                let cell = width / keys as f64;
                for (column, word) in columns.iter().enumerate() {
                    let x = left + cell * (column as f64 + 0.5);
                    canvas.text((x, top - 5.0), word, Ink.start().upward());
                }
            }
            cells(canvas, area, weights.index_axis(Axis(0), head), causal);
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

/// Draws one map: the cells of each tenth together, so that the file stays small.
fn cells(canvas: &mut Canvas, area: Area, weights: ArrayView2<'_, Real>, causal: bool) {
    let (queries, keys) = weights.dim();
    let cell = area.width / keys as f64;
    let table = Table::new((area.left, area.top), (cell, ROW), (queries, keys));
    if causal {
        // The keys after each query, row by row, each row with one stroke through all its cells.
        let hidden = (0..queries - 1).map(|row| {
            let first = table.cell(row, row + 1);
            Area::new(first.left, first.top, area.right() - first.left, ROW)
        });
        canvas.fill_cells(hidden, Masked);
        for row in 0..queries - 1 {
            let teeth = (row + 1..keys).flat_map(|column| {
                let cell = table.cell(row, column);
                [(cell.left, cell.bottom()), (cell.right(), cell.top)]
            });
            canvas.line(teeth.collect::<Vec<_>>(), Hatch.width(1.0));
        }
    }
    for tenths in (1..=10).map(f64::from) {
        let rounded = |place| (10.0 * f64::from(weights[place])).round();
        let same = table.cells().filter(|&(place, _)| rounded(place) == tenths);
        let same = same.map(|(_, area)| area);
        canvas.fill_cells(same, Heat.opacity(tenths / 10.0));
    }
    canvas.outline(area, Muted);
}
