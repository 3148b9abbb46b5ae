//! The classic check of two attentions, and the same with keys that differ.

use attention::array::assert_close;
use attention::mask::Mask;
use attention::nn::Dropout;
use attention::nn::init::normal;
use attention::scoring_functions::{AdditiveAttention, DotProductAttention};
use attention::tape::{Attended, Mode, Tape};
use drawing::prelude::*;
use ndarray::{Array2, Array3};

use crate::prelude::*;

/// The weights of two examples with one query each, for equal keys and for different ones.
pub fn classic_check() -> String {
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

    // One query each, so the examples can be the rows of one map.
    let weights = |attended: Attended<'_>| {
        let weights = attended.weights.value();
        Array2::from_shape_fn((BATCH, KEYS), |(row, key)| weights[[row, 0, key]])
    };
    let same = weights(additive.forward(long, equal, values, &mask));
    let other = weights(product.forward(short, equal, values, &mask));
    assert_close(&same, &other, 1e-5);
    let by_sum = weights(additive.forward(long, different, values, &mask));
    let by_product = weights(product.forward(short, different, values, &mask));
    let allowed =
        Array2::from_shape_fn((BATCH, KEYS), |(row, key)| mask.allows(row, 0, key));
    let maps = [
        ("keys equal, both mechanisms", same),
        ("keys different, additive", by_sum),
        ("keys different, scaled dot product", by_product),
    ];
    let maps = maps.map(|(name, weights)| {
        HeatMap::new(weights.view())
            .mask(allowed.view())
            .names("Examples", "")
            .numbers(2)
            .heading(name)
    });
    let title = "The weights of the classic check, for equal and for different keys";
    heat_maps(1, maps, title)
}
