//! How long the engine takes, and how much it allocates: `cargo bench -p attention`.
//!
//! Absolute times hold for one machine and one day. Read ratios within one run: where there are two
//! ways, the plain one is listed next to the one that the crate takes. The sizes are taken from the
//! book's models and from common benchmarks of other libraries.
//!
//! The composed attention of 512 keys and more waits for fresh memory: each of its arrays of scores
//! and weights has an entry for each query and key.

use attention::Real;
use attention::mask::Mask;
use attention::nn::{Gru, LayerNorm, Linear, Module, Visitor};
use attention::tape::{Mode, Tape, Value, Var, attend};
use divan::Bencher;
use divan::counter::ItemsCount;
use ndarray::{Array3, ArrayD, IxDyn};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

fn normal(shape: &[usize]) -> ArrayD<Real> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    ArrayD::from_shape_simple_fn(IxDyn(shape), || StandardNormal.sample(&mut random))
}

/// Runs a forward pass and a backward pass from a gradient of ones.
fn both(tape: &Tape, compute: impl for<'t> FnOnce(&'t Tape) -> Var<'t>) {
    let result = compute(tape);
    let ones = ArrayD::ones(result.shape());
    divan::black_box(result.backward_from(ones));
}

/// Functions of one number over 4096 numbers.
mod elementary {
    use super::*;

    const NUMBERS: usize = 4096;

    fn of_std(bencher: Bencher<'_, '_>, function: fn(Real) -> Real) {
        let numbers = normal(&[NUMBERS]);
        bencher.counter(ItemsCount::new(NUMBERS)).bench_local(|| numbers.mapv(function));
    }

    fn on_tape(bencher: Bencher<'_, '_>, function: fn(&Tape, Value) -> Value) {
        let numbers = normal(&[NUMBERS]).into_shared();
        bencher
            .counter(ItemsCount::new(NUMBERS))
            .bench_local(|| function(&Tape::new(Mode::Eval, 0), numbers.clone()));
    }

    #[divan::bench]
    fn exp_of_std(bencher: Bencher<'_, '_>) {
        of_std(bencher, Real::exp);
    }

    #[divan::bench]
    fn exp(bencher: Bencher<'_, '_>) {
        on_tape(bencher, |tape, x| tape.constant(x).exp().value());
    }

    #[divan::bench]
    fn tanh_of_std(bencher: Bencher<'_, '_>) {
        of_std(bencher, Real::tanh);
    }

    #[divan::bench]
    fn tanh(bencher: Bencher<'_, '_>) {
        on_tape(bencher, |tape, x| tape.constant(x).tanh().value());
    }
}

/// Attention: 8 heads, as many queries as keys, 64 numbers in each.
mod attention_of {
    use super::*;

    const HEADS: usize = 8;
    const DIM: usize = 64;
    const KEYS: [usize; 3] = [128, 512, 2048];

    type Inputs = [Value; 3];

    fn inputs(keys: usize) -> Inputs {
        [(); 3].map(|()| normal(&[HEADS, keys, DIM]).into_shared())
    }

    fn composed<'t>(tape: &'t Tape, inputs: &Inputs) -> Var<'t> {
        let [q, k, v] = inputs.clone().map(|input| tape.variable(input));
        attend(q, k, v, &Mask::all(), 0.0).output
    }

    fn fused<'t>(tape: &'t Tape, inputs: &Inputs, mask: &Mask) -> Var<'t> {
        let [q, k, v] = inputs.clone().map(|input| tape.variable(input));
        attention::tape::fused_attend(q, k, v, 1, 1, mask)
    }

    #[divan::bench(args = KEYS, sample_count = 20)]
    fn forward_composed(bencher: Bencher<'_, '_>, keys: usize) {
        let inputs = inputs(keys);
        bencher.bench_local(|| composed(&Tape::new(Mode::Eval, 0), &inputs).value());
    }

    #[divan::bench(args = KEYS, sample_count = 20)]
    fn forward_fused(bencher: Bencher<'_, '_>, keys: usize) {
        let (inputs, mask) = (inputs(keys), Mask::all());
        bencher.bench_local(|| fused(&Tape::new(Mode::Eval, 0), &inputs, &mask).value());
    }

    #[divan::bench(args = KEYS, sample_count = 20)]
    fn forward_fused_causal(bencher: Bencher<'_, '_>, keys: usize) {
        let (inputs, mask) = (inputs(keys), Mask::causal());
        bencher.bench_local(|| fused(&Tape::new(Mode::Eval, 0), &inputs, &mask).value());
    }

    #[divan::bench(args = KEYS, sample_count = 20)]
    fn both_composed(bencher: Bencher<'_, '_>, keys: usize) {
        let inputs = inputs(keys);
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| composed(tape, &inputs));
        });
    }

    #[divan::bench(args = KEYS, sample_count = 20)]
    fn both_fused(bencher: Bencher<'_, '_>, keys: usize) {
        let (inputs, mask) = (inputs(keys), Mask::all());
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| fused(tape, &inputs, &mask));
        });
    }

    #[divan::bench]
    fn masked_softmax_256_10_10(bencher: Bencher<'_, '_>) {
        let scores = normal(&[256, 10, 10]);
        let mask = Mask::valid_lens(vec![7; 256]);
        bencher.bench_local(|| attention::array::masked_softmax(&scores, &mask));
    }
}

/// Additive attention with hidden size 32: the sums of all pairs in one array, as the formula is
/// usually written, and the operation that never stores them.
mod additive {
    use super::*;
    use attention::tape::fused_additive_scores;

    const HIDDEN: usize = 32;

    /// batch, queries, keys: a batch of long texts, and one step of a decoder.
    const SIZES: [[usize; 3]; 2] = [[8, 128, 128], [64, 1, 10]];

    type Inputs = [Value; 4];

    /// Projected queries, projected keys, values, and the weight.
    fn inputs([batch, queries, keys]: [usize; 3]) -> Inputs {
        let shapes = [
            &[batch, queries, HIDDEN][..],
            &[batch, keys, HIDDEN],
            &[batch, keys, HIDDEN],
            &[HIDDEN],
        ];
        shapes.map(|shape| normal(shape).into_shared())
    }

    fn composed<'t>(tape: &'t Tape, inputs: &Inputs) -> Var<'t> {
        let [q, k, v, w] = inputs.clone().map(|input| tape.variable(input));
        let sums = q.insert_axis(2) + k.insert_axis(1);
        let scores = (sums.tanh() * w).sum_axis(3);
        scores.softmax(&Mask::all()).matmul(v)
    }

    fn fused<'t>(tape: &'t Tape, inputs: &Inputs) -> Var<'t> {
        let [q, k, v, w] = inputs.clone().map(|input| tape.variable(input));
        fused_additive_scores(q, k, w).softmax(&Mask::all()).matmul(v)
    }

    #[divan::bench(args = SIZES, sample_count = 30)]
    fn forward_composed(bencher: Bencher<'_, '_>, size: [usize; 3]) {
        let inputs = inputs(size);
        bencher.bench_local(|| composed(&Tape::new(Mode::Eval, 0), &inputs).value());
    }

    #[divan::bench(args = SIZES, sample_count = 30)]
    fn forward_fused(bencher: Bencher<'_, '_>, size: [usize; 3]) {
        let inputs = inputs(size);
        bencher.bench_local(|| fused(&Tape::new(Mode::Eval, 0), &inputs).value());
    }

    #[divan::bench(args = SIZES, sample_count = 30)]
    fn both_composed(bencher: Bencher<'_, '_>, size: [usize; 3]) {
        let inputs = inputs(size);
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| composed(tape, &inputs));
        });
    }

    #[divan::bench(args = SIZES, sample_count = 30)]
    fn both_fused(bencher: Bencher<'_, '_>, size: [usize; 3]) {
        let inputs = inputs(size);
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| fused(tape, &inputs));
        });
    }
}

/// Multi-head attention: batch 8, 128 positions, hidden size 256, 8 heads.
mod multi_head {
    use super::*;
    use attention::multi_head::{MultiHead, MultiHeadConfig};

    fn layer() -> MultiHead {
        let random = &mut ChaCha8Rng::seed_from_u64(0);
        MultiHead::new(&MultiHeadConfig::new(256, 8), random).expect("8 divides 256")
    }

    fn compute<'t>(layer: &MultiHead, x: Var<'t>) -> Var<'t> {
        layer.forward(x, x, x, &Mask::all()).output
    }

    #[divan::bench(sample_count = 30)]
    fn forward(bencher: Bencher<'_, '_>) {
        let (layer, x) = (layer(), normal(&[8, 128, 256]).into_shared());
        bencher.bench_local(|| {
            let tape = Tape::new(Mode::Eval, 0);
            compute(&layer, tape.constant(x.clone())).value()
        });
    }

    #[divan::bench(sample_count = 30)]
    fn both_passes(bencher: Bencher<'_, '_>) {
        let (layer, x) = (layer(), normal(&[8, 128, 256]).into_shared());
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| compute(&layer, tape.variable(x.clone())));
        });
    }
}

/// A GRU as in the encoder of chapter 4: batch 64, 32 numbers in and out, 10 steps.
mod gru {
    use super::*;

    const BATCH: usize = 64;
    const HIDDEN: usize = 32;

    fn layer() -> Gru {
        Gru::new(HIDDEN, HIDDEN, 1, &mut ChaCha8Rng::seed_from_u64(0))
    }

    #[divan::bench]
    fn one_step(bencher: Bencher<'_, '_>) {
        let (gru, x) = (layer(), normal(&[BATCH, HIDDEN]).into_shared());
        let state = Array3::zeros((1, BATCH, HIDDEN)).into_shared();
        bencher.bench_local(|| {
            let tape = Tape::new(Mode::Eval, 0);
            let state = tape.constant(state.clone());
            gru.step(tape.constant(x.clone()), state).outputs.value()
        });
    }

    #[divan::bench]
    fn ten_steps_both(bencher: Bencher<'_, '_>) {
        let (gru, x) = (layer(), normal(&[BATCH, 10, HIDDEN]).into_shared());
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| {
                gru.forward(tape.variable(x.clone()), None).outputs
            });
        });
    }
}

/// A Transformer block with layer norm first: attention, then two linear layers, both with a
/// shortcut.
mod block {
    use super::*;

    struct Block {
        norms: [LayerNorm; 2],
        projections: [Linear; 4],
        feed_forward: [Linear; 2],
        heads: usize,
    }

    impl Module for Block {
        fn visit(&self, visitor: &mut Visitor<'_>) {
            for (index, norm) in self.norms.iter().enumerate() {
                visitor.module(&format!("norms.{index}"), norm);
            }
            for (index, linear) in self.projections.iter().chain(&self.feed_forward).enumerate() {
                visitor.module(&format!("linears.{index}"), linear);
            }
        }
    }

    impl Block {
        fn new([hidden, inner, heads]: [usize; 3]) -> Self {
            let random = &mut ChaCha8Rng::seed_from_u64(0);
            Self {
                norms: [(); 2].map(|()| LayerNorm::new(hidden)),
                projections: [(); 4].map(|()| Linear::new(hidden, hidden, random)),
                feed_forward: [
                    Linear::new(hidden, inner, random),
                    Linear::new(inner, hidden, random),
                ],
                heads,
            }
        }

        fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
            let y = self.norms[0].forward(x);
            let [query, key, value, output] = &self.projections;
            let (q, k, v) = (query.forward(y), key.forward(y), value.forward(y));
            let heads = self.heads;
            let mixed = attention::tape::fused_attend(q, k, v, heads, heads, &Mask::causal());
            let x = x + output.forward(mixed);
            let [first, second] = &self.feed_forward;
            x + second.forward(first.forward(self.norms[1].forward(x)).relu())
        }
    }

    /// batch, steps, hidden, inner, heads
    const SIZES: [[usize; 5]; 3] = [[4, 8, 16, 32, 2], [16, 16, 64, 128, 4], [32, 64, 128, 512, 4]];

    #[divan::bench(args = SIZES, sample_count = 30)]
    fn both_passes(bencher: Bencher<'_, '_>, size: [usize; 5]) {
        let [batch, steps, hidden, inner, heads] = size;
        let block = Block::new([hidden, inner, heads]);
        let x = normal(&[batch, steps, hidden]).into_shared();
        bencher.bench_local(|| {
            both(&Tape::new(Mode::Check, 0), |tape| block.forward(tape.variable(x.clone())));
        });
    }

    #[divan::bench(args = SIZES, sample_count = 30)]
    fn forward(bencher: Bencher<'_, '_>, size: [usize; 5]) {
        let [batch, steps, hidden, inner, heads] = size;
        let block = Block::new([hidden, inner, heads]);
        let x = normal(&[batch, steps, hidden]).into_shared();
        bencher.bench_local(|| {
            let tape = Tape::new(Mode::Eval, 0);
            block.forward(tape.constant(x.clone())).value()
        });
    }
}
