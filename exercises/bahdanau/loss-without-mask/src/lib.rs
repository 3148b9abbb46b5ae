//! A loss that counts the padding.

use attention::Real;
use attention::data::{Batch, Corpus, Vocabularies};
use attention::encoder_decoder::{
    Change, EncoderDecoder, FixedContext, Recipe, RecurrentConfig,
};
use attention::tape::{Tape, Var};

/// Returns the mean cross-entropy of all steps of a batch, including the padding.
///
/// # Shapes
///
/// Logits `[batch, steps, vocab]` and targets `[batch, steps]` to a scalar `[]`.
pub fn loss_with_padding<'t>(
    model: &FixedContext,
    tape: &'t Tape,
    batch: &Batch,
) -> Var<'t> {
    //@ solution
    let logits = model.forward(tape, &batch.source, &batch.inputs).logits;
    logits.cross_entropy(&batch.targets, None)
    //@ stub let (mode, vocab) = (tape.mode(), model.target_vocab());
    //@ stub todo!("the loss of {model:?} on a tape in {mode:?} for {batch:?}, {vocab}")
    //@ end
}

/// Returns the table of two models. Rows: trained with the mask, trained without.
/// Columns: loss per token, loss over all steps.
///
/// Each model is made with a new generator from this seed.
pub fn compare(seed: u64) -> [[Real; 2]; 2] {
    //@ solution
    use attention::encoder_decoder::{Changed, train};
    use attention::tape::Mode;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let corpus = small_corpus();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    let [source, target] = vocabularies.sizes();
    let all = Batch::new(&examples, source, target).expect("known words");
    [true, false].map(|mask| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = FixedContext::new(&config(&vocabularies), &mut rng);
        let wrong = Changed(model.clone(), CountsPadding); // it shares the parameters
        let report = if mask {
            train(&model, &examples, [source, target], &recipe(seed))
        } else {
            train(&wrong, &examples, [source, target], &recipe(seed))
        };
        report.expect("the recipe is possible");
        let tape = Tape::new(Mode::Eval, 0);
        [model.loss(&tape, &all), wrong.loss(&tape, &all)].map(Var::item)
    })
    //@ stub todo!("train two models from seed {seed} and measure each twice")
    //@ end
}

/// Returns the sentences that both models are trained on and measured with.
pub fn small_corpus() -> Corpus {
    Corpus::generated(60, 0).expect("the grammar makes more than that")
}

/// Returns the sizes of both models.
pub fn config(vocabularies: &Vocabularies) -> RecurrentConfig {
    let [source, target] = vocabularies.sizes();
    RecurrentConfig::new(source, target).sizes(8, 16)
}

/// Returns the recipe by which both models are trained.
pub fn recipe(seed: u64) -> Recipe {
    Recipe {
        epochs: 6,
        batch: 16,
        learning_rate: 0.02,
        clip: 1.0,
        seed,
        ..Recipe::default()
    }
}

/// The change to a model whose loss is [`loss_with_padding`].
#[derive(Clone, Copy, Debug)]
pub struct CountsPadding;

impl Change<FixedContext> for CountsPadding {
    fn loss<'t>(&self, model: &FixedContext, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        loss_with_padding(model, tape, batch)
    }
}
exercise_solutions::tests!(loss_without_mask);
