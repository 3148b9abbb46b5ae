//! Each layer against finite differences, with respect to its inputs and parameters.

mod newer;
mod recurrent;
mod transformer;

use attention::Real;
use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::nn::{
    Dropout, Embedding, Gru, LayerNorm, LearnedPositions, Linear, Module,
    SinusoidalPositions, Tokens,
};
use attention::scoring_functions::{
    AdditiveAttention, BilinearAttention, DotProductAttention,
};
use attention::tape::{Attended, Mode, Tape, Var, check, concat};
use ndarray::{ArrayD, array};
use rand::rngs::ChaCha8Rng;

use crate::proof::{
    Kind, Proof, assert_close, assert_proved, name_of, numbers, projection, rng,
};

pub(crate) fn proofs() -> Vec<Proof> {
    let x: &[&[usize]] = &[&[2, 3, 4]];
    let [sinusoidal, _has_no_parameters] = layer(
        |_| SinusoidalPositions::new(4),
        x,
        |positions, _, v| positions.forward(v[0], 5),
    );
    let apart: &[&[usize]] = &[&[2, 3, 4], &[2, 5, 3], &[2, 5, 2]];
    let [dot_product, _has_no_parameters] = layer(
        |_| DotProductAttention::new(Dropout::off()),
        &[&[2, 3, 4], &[2, 5, 4], &[2, 5, 2]],
        |attention, _, v| both(attention.forward(v[0], v[1], v[2], &mask())),
    );
    let [with_bias, _that_of_the_keys_gets_none] = layer(
        |rng| multi_head(MultiHeadConfig::new(6, 3).bias(), rng),
        apart,
        multi_head_forward,
    );
    [
        layer(
            |rng| AdditiveAttention::new(4, 3, 5, Dropout::off(), rng),
            apart,
            |attention, _, v| both(attention.forward(v[0], v[1], v[2], &mask())),
        ),
        layer(
            |rng| BilinearAttention::new(4, 3, Dropout::off(), rng),
            apart,
            |attention, _, v| both(attention.forward(v[0], v[1], v[2], &mask())),
        ),
        // Without a bias: a bias of the keys changes no weight, so its gradient is 0.
        layer(
            |rng| multi_head(MultiHeadConfig::new(6, 3), rng),
            apart,
            multi_head_forward,
        ),
        layer(
            |rng| Linear::new(4, 5, rng),
            x,
            |linear, _, v| linear.forward(v[0]),
        ),
        layer(|_| LayerNorm::new(4), x, |norm, _, v| norm.forward(v[0])),
        layer(
            |rng| Embedding::new(4, 3, rng),
            &[],
            |embedding, tape, _| {
                let tokens = Tokens::new(array![[1, 3, 1], [0, 2, 3]], 4);
                embedding.forward(tape, &tokens.expect("all are below 4"))
            },
        ),
        layer(
            |rng| LearnedPositions::new(3, 4, rng),
            x,
            |positions, _, v| {
                positions
                    .forward(v[0], 0)
                    .expect("there are three positions")
            },
        ),
        layer(
            |rng| Gru::new(4, 3, 2, rng),
            &[&[2, 3, 4], &[2, 2, 3]],
            |gru, _, v| {
                let read = gru.forward_with_lens(v[0], Some(v[1]), &[3, 2]);
                // [batch, layers, hidden] after [batch, steps, hidden]
                concat(&[read.outputs, read.state.permute(&[1, 0, 2])], 1)
            },
        ),
        layer(
            |rng| Gru::new(4, 3, 2, rng),
            &[&[2, 4], &[2, 2, 3]],
            |gru, _, v| gru.step(v[0], v[1]).state,
        )
        .map(|proof| match proof.kind {
            Kind::Gradient => proof.of("step"),
            _ => proof.of("every_parameter_gets_a_gradient_from_a_step"),
        }),
    ]
    .into_iter()
    .flatten()
    .chain(newer::proofs())
    .chain(recurrent::proofs())
    .chain(transformer::proofs())
    .chain([
        sinusoidal,
        dot_product,
        with_bias.of("with_bias"),
        dropout(),
    ])
    .collect()
}

fn mask() -> Mask {
    Mask::causal().starting_at(1).and(Mask::valid_lens([5, 2]))
}

/// Concatenates output and weights.
fn both(attended: Attended<'_>) -> Var<'_> {
    concat(&[attended.output, attended.weights], 2)
}

fn multi_head(config: MultiHeadConfig, rng: &mut ChaCha8Rng) -> MultiHead {
    MultiHead::new(&config.inputs(4, 3, 2), rng).expect("3 divides 6")
}

fn multi_head_forward<'t>(layer: &MultiHead, _: &'t Tape, v: &[Var<'t>]) -> Var<'t> {
    beside_weights(layer.forward(v[0], v[1], v[2], &mask()))
}

/// Concatenates output and weights of all heads.
fn beside_weights(attended: Attended<'_>) -> Var<'_> {
    let [batch, heads, queries, keys] = attended.weights.dims();
    let rows = attended.weights.permute(&[0, 2, 1, 3]);
    let weights = rows.reshape(&[batch, queries, heads * keys]);
    both(Attended {
        weights,
        ..attended
    })
}

type Forward<M> = for<'t> fn(&M, &'t Tape, &[Var<'t>]) -> Var<'t>;

/// Proves that the gradients of a layer are right, and that no parameter is left out.
fn layer<M: Module + 'static>(
    make: fn(&mut ChaCha8Rng) -> M,
    shapes: &[&[usize]],
    forward: Forward<M>,
) -> [Proof; 2] {
    prepared(move || with_random_parameters(make), shapes, forward)
}

/// Proves the same for a layer whose parameters are already set.
fn prepared<M: Module + 'static>(
    prepare: impl Fn() -> M + Copy + Send + 'static,
    shapes: &[&[usize]],
    forward: Forward<M>,
) -> [Proof; 2] {
    let inputs: Vec<ArrayD<Real>> = shapes.iter().map(|shape| numbers(shape)).collect();
    let constants = inputs.clone();
    let gradient = Proof::new(&name_of::<M>(), Kind::Gradient, move || {
        let layer = prepare();
        let by_inputs = check::gradients(&inputs, |tape, v| forward(&layer, tape, v));
        by_inputs.unwrap_or_else(|mismatch| panic!("{mismatch}"));
        let by_parameters = check::parameters(&layer, |tape| {
            forward(&layer, tape, &on_tape(tape, &inputs))
        });
        by_parameters.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    });
    let learns = Proof::new(&name_of::<M>(), Kind::Property, move || {
        let layer = prepare();
        let tape = Tape::new(Mode::Check, 0);
        let result = forward(&layer, &tape, &on_tape(&tape, &constants));
        assert_proved(&tape);
        let gradients = result.backward_from(projection(&result.shape()));
        assert!(!layer.params().is_empty());
        for (name, param) in layer.params() {
            let gradient = gradients.of(&param);
            let gradient = gradient.unwrap_or_else(|| panic!("{name} has no gradient"));
            assert!(gradient.iter().all(|&d| d != 0.0), "{name}: {gradient}");
        }
    });
    [gradient, learns.of("every_parameter_gets_a_gradient")]
}

fn on_tape<'t>(tape: &'t Tape, inputs: &[ArrayD<Real>]) -> Vec<Var<'t>> {
    inputs.iter().map(|x| tape.constant(x.clone())).collect()
}

/// A gain of 1 and a bias of 0 would hide mistakes.
pub(crate) fn with_random_parameters<M: Module>(make: fn(&mut ChaCha8Rng) -> M) -> M {
    let layer = make(&mut rng(0));
    for (_, param) in layer.params() {
        let new = numbers(&param.shape());
        param.update(|value| *value = new.into_shared());
    }
    layer
}

/// The layer equals its operation on tapes for training, and does nothing on other tapes.
fn dropout() -> Proof {
    Proof::new(&name_of::<Dropout>(), Kind::Gradient, || {
        let layer = Dropout::new(0.4).expect("a rate below 1");
        let of = |mode, compute: for<'t> fn(Dropout, Var<'t>) -> Var<'t>| {
            let tape = Tape::new(mode, 3);
            let x = tape.variable(numbers(&[4, 5]));
            let y = compute(layer, x);
            let gradients = y.backward_from(projection(&[4, 5]));
            let gradient = gradients.wrt(x).expect("x is a variable").clone();
            (y.value().to_owned(), gradient)
        };
        let (y, gradient) = of(Mode::Train, |layer, x| layer.forward(x));
        let expected = of(Mode::Train, |_, x| x.dropout(0.4));
        assert_close("the output", &y, &expected.0, 0.0);
        assert_close("the gradient", &gradient, &expected.1, 0.0);
        let (y, gradient) = of(Mode::Check, |layer, x| layer.forward(x));
        assert_close("the output", &y, &numbers(&[4, 5]), 0.0);
        assert_close("the gradient", &gradient, &projection(&[4, 5]), 0.0);
    })
}
