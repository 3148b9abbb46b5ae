use std::sync::LazyLock;

use attention::data::{Batch, Vocabularies};
use attention::encoder_decoder::{Changed, EncoderDecoder, FixedContext, train};
use attention::tape::{Mode, Tape};
use attention::{Real, array::assert_close, assert_between};
use loss_without_mask::{
    CountsPadding, compare, config, loss_with_padding, recipe, small_corpus,
};
use ndarray::Array1;
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns the tables of three seeds, computed once.
static TABLES: LazyLock<[[[Real; 2]; 2]; 3]> =
    LazyLock::new(|| [3, 11, 12].map(compare));

#[test]
fn both_start_from_the_same_parameters() {
    let corpus = small_corpus();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    let sizes = vocabularies.sizes();
    let batch = Batch::new(&examples, sizes[0], sizes[1]).expect("known words");
    let new = || {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        FixedContext::new(&config(&vocabularies), &mut rng)
    };
    let (with, without) = (new(), Changed(new(), CountsPadding));
    train(&with, &examples, sizes, &recipe(3)).expect("a good recipe");
    train(&without, &examples, sizes, &recipe(3)).expect("a good recipe");
    let tape = Tape::new(Mode::Eval, 0);
    let mut want: Vec<Real> = Vec::new();
    for model in [&with, &without.0] {
        want.push(model.loss(&tape, &batch).item());
        want.push(loss_with_padding(model, &tape, &batch).item());
    }
    let mut got: Vec<Real> = TABLES[0].concat();
    // In any order: the other test checks their positions.
    want.sort_by(Real::total_cmp);
    got.sort_by(Real::total_cmp);
    assert_close(&Array1::from(got), &Array1::from(want), 1e-3);
}

#[test]
fn the_number_without_a_mask_misleads() {
    for table in TABLES.iter() {
        let [[with, with_steps], [without, without_steps]] = *table;
        println!("{table:?}");
        assert_between!(with / without, 0.8, 1.1, "the ratio of the losses per token");
        let share = without_steps / with_steps;
        assert_between!(share, 0.0, 0.7, "without mask and with it, over all steps");
        let share = without_steps / without;
        assert_between!(share, 0.0, 0.8, "without mask, over all steps and per token");
    }
}
