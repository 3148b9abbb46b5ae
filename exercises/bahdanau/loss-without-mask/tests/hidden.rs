use std::sync::LazyLock;

use attention::Real;
use attention::data::{Batch, Vocabularies};
use attention::encoder_decoder::{Changed, EncoderDecoder, FixedContext, train};
use attention::tape::{Mode, Tape};
use loss_without_mask::{
    CountsPadding, compare, config, loss_with_padding, recipe, small_corpus,
};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns the tables of three seeds, computed once.
static TABLES: LazyLock<[[[Real; 2]; 2]; 3]> =
    LazyLock::new(|| [3, 11, 12].map(compare));

#[test]
fn both_start_from_the_same_parameters() {
    let corpus = small_corpus();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    let [source, target] = vocabularies.sizes();
    let sizes = [source, target];
    let batch = Batch::new(&examples, source, target).expect("known words");
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
    for (got, want) in got.iter().zip(&want) {
        assert!((got - want).abs() < 1e-3, "seed 3, sorted: {want:.3}, not {got:.3}");
    }
}

#[test]
fn the_number_without_a_mask_misleads() {
    for table in TABLES.iter() {
        let [[with, with_steps], [without, without_steps]] = *table;
        assert!(
            0.8 * without < with && with < 1.1 * without,
            "per token, the two models are not far from each other: {table:?}"
        );
        assert!(
            without_steps < 0.7 * with_steps,
            "over all steps, the model without the mask looks far better: {table:?}"
        );
        assert!(
            without_steps < 0.8 * without,
            "its loss over all steps is far below its loss per token: {table:?}"
        );
    }
}
