//! The block of an encoder with additive attention.

use attention::mask::Mask;
use attention::nn::{Linear, Module, Visitor};
use attention::scoring_functions::AdditiveAttention;
use attention::tape::{Attended, Var};
use attention::transformer::{AddNorm, Config, FeedForward};
use rand::Rng;

/// An `EncoderBlock` whose heads score pairs of tokens with a small network.
pub struct AdditiveBlock {
    /// Each has its own projections of queries and keys: `[hidden, width]`.
    pub heads: Vec<AdditiveAttention>,
    /// The projection of the values for all heads: `[hidden, hidden]`.
    pub value: Linear,
    /// From the concatenated outputs of the heads: `[hidden, hidden]`.
    pub output: Linear,
    /// Around the attention.
    pub around_attention: AddNorm,
    /// Each token on its own.
    pub feed_forward: FeedForward,
    /// Around it.
    pub around_feed_forward: AddNorm,
}

impl AdditiveBlock {
    /// Creates a block with random parameters, whose score networks have width `width`.
    ///
    /// The number of heads divides the hidden size.
    pub fn new(config: &Config, width: usize, rng: &mut dyn Rng) -> Self {
        let hidden = config.hidden;
        let head = |_| {
            let dropout = config.dropout;
            AdditiveAttention::new(hidden, hidden, width, dropout, rng)
        };
        Self {
            heads: (0..config.heads).map(head).collect(),
            value: Linear::without_bias(hidden, hidden, rng),
            output: Linear::without_bias(hidden, hidden, rng),
            around_attention: AddNorm::new(config),
            feed_forward: FeedForward::new(hidden, config.feed_forward, hidden, rng),
            around_feed_forward: AddNorm::new(config),
        }
    }

    /// Returns a new vector for each token, and the weights of each head.
    ///
    /// `x` and the output are `[batch, steps, hidden]`, and the weights are
    /// `[batch, heads, steps, steps]`. Head h mixes the columns `h * dim` to
    /// `(h + 1) * dim` of the values, where `dim` is `hidden / heads`.
    pub fn forward<'t>(&self, x: Var<'t>, mask: &Mask) -> Attended<'t> {
        //@ solution
        use attention::tape::{concat, stack};

        let inner = self.around_attention.before(x);
        let values = self.value.forward(inner); // [batch, steps, hidden]
        let [_batch, _steps, hidden] = values.dims();
        let dim = hidden / self.heads.len();
        let attended = self.heads.iter().enumerate().map(|(place, head)| {
            let values = values.slice(2, place * dim..(place + 1) * dim);
            head.forward(inner, inner, values, mask)
        });
        let attended: Vec<Attended> = attended.collect();
        let outputs: Vec<Var> = attended.iter().map(|head| head.output).collect();
        let weights: Vec<Var> = attended.iter().map(|head| head.weights).collect();
        let result = self.output.forward(concat(&outputs, 2));
        let x = self.around_attention.after(x, result);
        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        Attended {
            output: self.around_feed_forward.after(x, result),
            weights: stack(&weights, 1),
        }
        //@ stub todo!("{:?} tokens and {mask:?}", x.shape())
        //@ end
    }
}

impl Module for AdditiveBlock {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (place, head) in self.heads.iter().enumerate() {
            visitor.module(&format!("heads.{place}"), head);
        }
        visitor.module("value", &self.value);
        visitor.module("output", &self.output);
        visitor.module("around_attention", &self.around_attention);
        visitor.module("feed_forward", &self.feed_forward);
        visitor.module("around_feed_forward", &self.around_feed_forward);
    }
}
exercise_solutions::tests!(additive_blocks);
