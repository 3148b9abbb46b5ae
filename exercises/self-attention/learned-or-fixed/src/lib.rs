//! Learned and fixed positions: which model learns the previous token faster?

use attention::Real;
use attention::mask::Mask;
use attention::nn::{Embedding, Linear, Module, Param, Tokens, Visitor};
use attention::nn::{SinusoidalPositions, init};
use attention::tape::{Tape, Var, attend};
use ndarray::Array2;
use rand::{Rng, RngExt};

/// The number of different tokens.
pub const VOCAB: usize = 8;
/// The number of tokens in a sequence.
pub const LEN: usize = 16;
/// The number of entries of a token inside the model.
pub const DIM: usize = 32;

/// The start of the table of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The sines and cosines of [`SinusoidalPositions`].
    Waves,
    /// Entries from the normal distribution with mean 0 and standard deviation 1.
    Random,
}

/// One layer of self-attention over tokens with positions; logits for each position.
pub struct Model {
    embedding: Embedding,
    table: Param, // [LEN, DIM]
    learns: bool,
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
}

impl Model {
    /// Creates a model whose table of positions is trained with the rest only if
    /// `learns`.
    pub fn new(start: Start, learns: bool, rng: &mut dyn Rng) -> Self {
        let table = match start {
            Start::Waves => SinusoidalPositions::new(DIM).rows(0, LEN),
            Start::Random => init::normal((LEN, DIM), 1.0, rng),
        };
        Self {
            embedding: Embedding::new(VOCAB, DIM, rng),
            table: Param::new(table),
            learns,
            query: Linear::without_bias(DIM, DIM, rng),
            key: Linear::without_bias(DIM, DIM, rng),
            value: Linear::without_bias(DIM, DIM, rng),
            output: Linear::new(DIM, VOCAB, rng),
        }
    }

    /// Maps tokens `[batch, LEN]` to logits `[batch, LEN, VOCAB]`.
    pub fn forward<'t>(&self, tape: &'t Tape, tokens: &Tokens) -> Var<'t> {
        let x = self.embedding.forward(tape, tokens) + tape.param(&self.table);
        let (query, key) = (self.query.forward(x), self.key.forward(x));
        let value = self.value.forward(x);
        let attended = attend(query, key, value, &Mask::all(), 0.0);
        self.output.forward(attended.output)
    }
}

impl Module for Model {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
        if self.learns {
            visitor.param("table", &self.table);
        }
        visitor.module("query", &self.query);
        visitor.module("key", &self.key);
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
    }
}

/// Draws random sequences, `[count, LEN]`.
pub fn draw(count: usize, rng: &mut dyn Rng) -> Array2<usize> {
    Array2::from_shape_simple_fn((count, LEN), || rng.random_range(0..VOCAB))
}

/// Returns the share of right answers on 200 new sequences, after `steps` training
/// steps.
///
/// The answer at a position is right if the token before it has the largest logit.
/// Position 0 has no token before it and does not count.
pub fn accuracy_after(start: Start, learns: bool, steps: usize, seed: u64) -> Real {
    //@ solution
    use attention::tape::Mode;
    use attention::train::{Adam, Loss, Trainer};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = Model::new(start, learns, &mut rng);
    let mut adam = Adam::new(0.01).expect("a positive rate");
    let training = Trainer::new(steps).run(&model, &mut adam, |tape, _| {
        let sequences = draw(32, &mut rng);
        let targets =
            Array2::from_shape_fn(sequences.dim(), |(i, place)| match place {
                0 => usize::MAX,
                _ => sequences[[i, place - 1]],
            });
        let logits = model.forward(tape, &Tokens::new(sequences, VOCAB)?);
        let value = logits.cross_entropy(&targets, Some(usize::MAX));
        Ok(Loss { value, tokens: 32 * (LEN - 1) })
    });
    training.expect("a training with finite numbers");

    let sequences = draw(200, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let tokens = Tokens::new(sequences.clone(), VOCAB).expect("tokens below VOCAB");
    let logits = model.forward(&tape, &tokens).value();
    let mut right = 0;
    for i in 0..200 {
        for place in 1..LEN {
            let logit = |token: usize| logits[[i, place, token]];
            let best = (0..VOCAB).max_by(|&a, &b| logit(a).total_cmp(&logit(b)));
            right += usize::from(best == Some(sequences[[i, place - 1]]));
        }
    }
    right as Real / (200 * (LEN - 1)) as Real
    //@ stub todo!("train {start:?}, learns: {learns}, {steps} steps, seed {seed}")
    //@ end
}
exercise_solutions::tests!(learned_or_fixed);
