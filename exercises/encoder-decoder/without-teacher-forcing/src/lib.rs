//! A model that learns from its own tokens.

use attention::data::{EOS, Example, Padded};
use attention::encoder_decoder::{
    Change, Decoded, EncoderDecoder, FixedContext, RecurrentConfig,
};
use attention::nn::Tokens;
use attention::tape::Tape;
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// The number of words to translate, which are the tokens from 4 on.
pub const WORDS: usize = 4;
/// The size of the vocabulary, with the four special tokens.
pub const VOCAB: usize = 4 + WORDS;

/// Returns examples in which each word has two right translations: the word and the
/// next one, in either order.
pub fn examples() -> Vec<Example> {
    let pairs = (0..WORDS).flat_map(|word| {
        let (one, other) = (4 + word, 4 + (word + 1) % WORDS);
        [[one, other], [other, one]].map(|[first, second]| Example {
            source: vec![one, EOS],
            target: vec![first, second, EOS],
        })
    });
    pairs.collect()
}

/// Returns a small model with random parameters.
pub fn untrained(seed: u64) -> FixedContext {
    let config = RecurrentConfig::new(VOCAB, VOCAB).sizes(8, 16);
    FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// The change to a model whose inputs are its own tokens, even in training. The model
/// computes the start and single steps.
#[derive(Clone, Copy, Debug)]
pub struct OwnInputs;

impl Change<FixedContext> for OwnInputs {
    /// All steps one by one. The first step reads the first column of `inputs`. Each
    /// later step reads the token with the largest logit of the step before.
    ///
    /// # Shapes
    ///
    /// `inputs`: `[batch, steps]`; the logits: `[batch, steps, vocab]`.
    fn forward<'t>(
        &self,
        model: &FixedContext,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        //@ solution
        use attention::{Real, tape::stack};
        use ndarray::{Array1, ArrayView1, Axis, Ix2};

        let most_likely = |row: ArrayView1<Real>| {
            let best = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            best.map_or(EOS, |(token, _)| token)
        };
        let mut state = model.start(tape, source);
        let inputs = inputs.ids();
        let first = inputs.index_axis(Axis(1), 0);
        let mut tokens: Array1<usize> = first.iter().copied().collect();
        let mut all = Vec::new();
        for _ in 0..inputs.shape()[1] {
            let read = Tokens::new(tokens, model.target_vocab()).expect("own tokens");
            let (step, next) = model.step(tape, &read, &state);
            let logits = step.logits.value().into_dimensionality::<Ix2>();
            let logits = logits.expect("[batch, vocab]");
            tokens = logits.outer_iter().map(most_likely).collect();
            all.push(step.logits);
            state = next;
        }
        let (logits, weights) = (stack(&all, 1), None);
        Decoded { logits, weights }
        //@ stub let _start = model.start(tape, source);
        //@ stub todo!("the logits of all steps of {inputs:?}")
        //@ end
    }
}

/// Returns the losses after training, in nats per token: of a model that is trained
/// with teacher forcing, and of a model that is trained with its own tokens as inputs.
///
/// Both models start as `untrained(seed)`, learn from all [`examples`], and are
/// measured with the kind of inputs with which they were trained. The recipe has 60
/// epochs, batches of 4, a learning rate of 0.02, and this seed; everything else is as
/// in `Recipe::default()`.
pub fn losses(seed: u64) -> [f64; 2] {
    //@ solution
    use attention::encoder_decoder::{Changed, Recipe, mean_loss, train};

    fn loss<M: EncoderDecoder>(model: &M, seed: u64) -> f64 {
        let recipe = Recipe {
            epochs: 60,
            batch: 4,
            learning_rate: 0.02,
            seed,
            ..Recipe::default()
        };
        let (examples, vocabs) = (examples(), [VOCAB, VOCAB]);
        train(model, &examples, vocabs, &recipe).expect("nothing diverges");
        mean_loss(model, &examples, vocabs).expect("tokens of the vocabulary")
    }
    let own = Changed(untrained(seed), OwnInputs);
    [loss(&untrained(seed), seed), loss(&own, seed)]
    //@ stub todo!("train two models with the seed {seed}")
    //@ end
}
exercise_solutions::tests!(without_teacher_forcing);
