//! Attention with fewer key heads than heads.

use attention::array::assert_close;
use attention::newer_transformer::{GroupedQueryAttention, GroupedQueryConfig};
use attention::tape::{Mode, Tape};
use engine::testing::{random, rng};

/// A training reads long texts in blocks, unless an option changes the
/// scores in between.
#[test]
fn a_long_text_has_the_same_output_and_gradient_in_training() {
    let config = GroupedQueryConfig::new(8, 4, 2);
    let scores_are_products = [
        config.clone(),
        GroupedQueryConfig { query_key_norm: true, ..config.clone() },
        GroupedQueryConfig { window: Some(100), first_keys: 4, ..config.clone() },
    ];
    let others = [
        GroupedQueryConfig { score_factor: 1.5, ..config.clone() },
        GroupedQueryConfig { score_cap: Some(0.5), ..config },
    ];
    let [x, d] = [1, 2].map(|seed| random([1, 520, 8], seed).into_dyn());
    let bias = random([4, 520, 520], 3).into_dyn();
    let all = scores_are_products.iter().map(|config| (config, false, 0));
    let biased = (&scores_are_products[0], true, 520);
    let others = others.iter().map(|config| (config, false, 520));
    for (config, biased, keys) in all.chain(others).chain([biased]) {
        let layer = GroupedQueryAttention::new(config, &mut rng(0)).unwrap();
        let [plain, training] = [Mode::Check, Mode::Train].map(|mode| {
            let tape = Tape::new(mode, 0);
            let x = tape.variable(x.clone());
            let bias = biased.then(|| tape.constant(bias.clone()));
            let attended = layer.forward(x, bias);
            let gradients = attended.output.backward_from(d.clone());
            let dx = gradients.wrt(x).unwrap().clone();
            let output = attended.output.value().into_owned();
            (output, dx, attended.weights.shape())
        });
        assert_eq!(training.2, [1, 4, 520, keys], "{config:?}");
        assert_close(&training.0, &plain.0, 1e-4);
        assert_close(&training.1, &plain.1, 1e-4);
    }
}
