//! The parts of a Transformer, and whole ones with a loss over a batch with padding on both sides.

mod blocks;

use attention::nn::{Embedding, Module, Tokens, Visitor};
use attention::transformer::{
    AddNorm, Arrangement, Config, FeedForward, InputLayer, LanguageModel, OutputLayer, Transformer,
};
use rand::rngs::ChaCha8Rng;

use super::comparison::{layer, part_of};
use super::recurrent::taught;
use crate::proof::{Proof, name_of};

const HIDDEN: usize = 4;
const SOURCE_VOCAB: usize = 6;
const TARGET_VOCAB: usize = 7;

pub(super) fn proofs() -> Vec<Proof> {
    let arrangements = [
        ("add_norm_post", Arrangement::PostNorm),
        ("add_norm_pre", Arrangement::PreNorm),
        ("add_norm_without_norm", Arrangement::WithoutNorm),
        ("add_norm_without_residual", Arrangement::WithoutResidual),
    ];
    let models = [
        (Arrangement::PostNorm, false, ["transformer_post_own", "language_model_post_own"]),
        (Arrangement::PostNorm, true, ["transformer_post_tied", "language_model_post_tied"]),
        (Arrangement::PreNorm, false, ["transformer_pre_own", "language_model_pre_own"]),
        (Arrangement::PreNorm, true, ["transformer_pre_tied", "language_model_pre_tied"]),
    ];
    let feed_forward = layer(
        "feed_forward",
        |rng| FeedForward::new(4, 6, 3, rng),
        |feed_forward, x| vec![("y", feed_forward.forward(x.get("x")))],
    );
    [feed_forward]
        .into_iter()
        .chain(arrangements.map(add_norm))
        .chain(inputs())
        .chain(outputs())
        .chain(blocks::proofs())
        .chain(models.into_iter().flat_map(whole))
        .collect()
}

/// Returns the sizes of all cases.
fn config(arrangement: Arrangement) -> Config {
    let config = Config { feed_forward: 6, blocks: 2, ..Config::new(HIDDEN, 2) };
    Config { arrangement, ..config }
}

fn add_norm((case, arrangement): (&'static str, Arrangement)) -> Proof {
    layer(
        case,
        move |_| AddNorm::new(&config(arrangement)),
        |around, x| {
            let (x, result) = (x.get("x"), x.get("result"));
            vec![("before", around.before(x)), ("after", around.after(x, result))]
        },
    )
}

fn inputs() -> [Proof; 2] {
    let of = |case, positions| {
        layer(
            case,
            move |rng| {
                let config = config(Arrangement::PostNorm);
                InputLayer::new(TARGET_VOCAB, &Config { positions, ..config }, rng)
            },
            |input, x| {
                let tokens = Tokens::new(x.whole("tokens"), TARGET_VOCAB);
                let tokens = tokens.expect("all are below 7");
                vec![("y", input.forward(x.tape(), &tokens, 3))]
            },
        )
    };
    [of("input_layer", true), of("input_layer_without_positions", false)]
}

/// An output layer with the table that a tied one shares.
struct WithTable {
    output: OutputLayer,
    embedding: Embedding,
    tied: bool,
}

impl Module for WithTable {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.output.visit(visitor);
        if self.tied {
            visitor.module("embedding", &self.embedding);
        }
    }
}

fn outputs() -> [Proof; 2] {
    let of = |case, tied| {
        let make = move |rng: &mut ChaCha8Rng| {
            let config = Config { tied, ..config(Arrangement::PostNorm) };
            WithTable {
                output: OutputLayer::new(TARGET_VOCAB, &config, rng),
                embedding: Embedding::new(TARGET_VOCAB, HIDDEN, rng),
                tied,
            }
        };
        part_of(&name_of::<OutputLayer>(), case, make, |layer, x| {
            vec![("logits", layer.output.forward(x.get("x"), &layer.embedding))]
        })
    };
    [of("output_layer_own", false), of("output_layer_tied", true)]
}

fn whole(
    (arrangement, tied, [transformer, language_model]): (Arrangement, bool, [&'static str; 2]),
) -> [Proof; 2] {
    let config = Config { tied, ..config(arrangement) };
    let vocabs = [SOURCE_VOCAB, TARGET_VOCAB];
    [
        layer(transformer, move |rng| fits(Transformer::new(&config, vocabs, rng)), taught),
        layer(
            language_model,
            move |rng| fits(LanguageModel::new(&config, TARGET_VOCAB, rng)),
            taught,
        ),
    ]
}

fn fits<M, E: std::fmt::Debug>(model: Result<M, E>) -> M {
    model.expect("2 divides 4")
}
