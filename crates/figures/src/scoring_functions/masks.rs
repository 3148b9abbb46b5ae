//! The pairs that masks allow, and the resulting weights.

use attention::array::assert_close;
use attention::nn::{Dropout, init::normal};
use attention::scoring_functions::{AdditiveAttention, DotProductAttention};
use attention::tape::Attended;

use crate::prelude::*;

fn lengths() -> [Mask; 2] {
    [Mask::valid_lens([3, 1]), Mask::valid_lens_per_query(array![[2, 4], [3, 1]])]
}

pub(crate) fn mask_gallery() -> String {
    const COLUMNS: [f64; 2] = [40.0, 230.0];
    const CELL: f64 = 28.0;
    let canvas = &mut Canvas::new(452.0);
    for (left, name) in COLUMNS.into_iter().zip(["may attend to", "masked"]) {
        canvas.mask_cell((left, 6.0, CELL, 18.0), left == COLUMNS[0]);
        canvas.text((left + 36.0, 15.0), name, Ink.start());
    }
    // The mask of an example, with queries as rows.
    let table = |canvas: &mut Canvas, mask: &Mask, example, (left, top), shape| {
        let table = Table::new((left, top), (CELL, CELL), shape);
        for ((query, key), area) in table.cells() {
            canvas.mask_cell(area, mask.allows(example, query, key));
        }
        if left == COLUMNS[0] {
            canvas.text((left - 16.0, table.area.center().1), "queries", Muted.upward());
        }
    };
    let [lens, rows] = lengths();
    for (top, name, mask) in [
        (46.0, "valid lengths [3, 1], one for each example", lens),
        (160.0, "valid lengths [[2, 4], [3, 1]], for queries", rows),
    ] {
        canvas.heading((COLUMNS[0], top), name);
        for (example, left) in COLUMNS.into_iter().enumerate() {
            canvas.text((left + 2.0 * CELL, top + 20.0), format!("example {example}"), Muted);
            table(canvas, &mask, example, (left, top + 32.0), (2, 4));
        }
    }
    let both = Mask::causal().and(Mask::valid_lens([3]));
    let squares = [("causal", Mask::causal()), ("causal and length 3", both)];
    for ((name, mask), left) in squares.into_iter().zip(COLUMNS) {
        canvas.heading((left, 274.0), name);
        table(canvas, &mask, 0, (left, 286.0), (5, 5));
        canvas.text((left + 2.5 * CELL, 438.0), "keys", Muted);
    }
    canvas.svg("Four masks: the keys to which each query may attend")
}

pub(crate) fn classic_check() -> String {
    const BATCH: usize = 2;
    const KEYS: usize = 10;
    let rng = &mut rng(0);
    let additive = AdditiveAttention::new(20, 2, 8, Dropout::off(), rng);
    let product = DotProductAttention::new(Dropout::off());
    let tape = Tape::new(Mode::Eval, 0);
    let long = tape.constant(normal((BATCH, 1, 20), 1.0, rng));
    let short = tape.constant(normal((BATCH, 1, 2), 1.0, rng));
    let different = tape.constant(normal((BATCH, KEYS, 2), 1.0, rng));
    let equal = tape.constant(Array3::ones((BATCH, KEYS, 2)));
    let values = tape.constant(Array3::zeros((BATCH, KEYS, 4)));
    let mask = Mask::valid_lens([2, 6]);

    // Each example has one query, so the examples can be the rows of one map.
    let weights = |attended: Attended<'_>| {
        let weights = attended.weights.value();
        Array2::from_shape_fn((BATCH, KEYS), |(row, key)| weights[[row, 0, key]])
    };
    let same = weights(additive.forward(long, equal, values, &mask));
    assert_close(&same, &weights(product.forward(short, equal, values, &mask)), 1e-5);
    let by_sum = weights(additive.forward(long, different, values, &mask));
    let by_product = weights(product.forward(short, different, values, &mask));
    let maps = [
        ("equal keys, both mechanisms", same),
        ("different keys, additive", by_sum),
        ("different keys, scaled dot product", by_product),
    ];
    let maps = maps.map(|(name, weights)| {
        let map = HeatMap::new(weights.view()).names("Examples", "");
        map.mask(|(row, key)| mask.allows(row, 0, key)).numbers(2).heading(name)
    });
    heat_maps(1, &maps, "The weights of the classic check, for equal and for different keys")
}
