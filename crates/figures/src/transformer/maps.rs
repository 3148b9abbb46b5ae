//! Where the heads of the model look.

use attention::Real;
use attention::data::{BOS, EOS, Padded, tokenize};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Var};
use attention::transformer::Maps;
use ndarray::{Array2, Array3, Axis, Ix4};

use super::panels::Panels;
use super::shipped;

/// The sentence of all three figures, and its translation.
const SOURCE: &str = "I do not see them.";
const TARGET: &str = "Je ne les vois pas.";

/// The weights of the encoder: two blocks with four heads each.
pub fn encoder_maps() -> String {
    let panels = Panels {
        rows: &words(&[SOURCE, "<eos>"]),
        columns: &words(&[SOURCE, "<eos>"]),
        next: &[],
        causal: false,
        weights: weights(|maps| &maps.encoder),
    };
    panels.svg("Where the heads of the encoder look")
}

/// The weights of the decoder among its own tokens.
pub fn decoder_maps() -> String {
    let panels = Panels {
        rows: &words(&["<bos>", TARGET]),
        columns: &words(&["<bos>", TARGET]),
        next: &words(&[TARGET, "<eos>"]),
        causal: true,
        weights: weights(|maps| &maps.decoder),
    };
    panels.svg("Where the heads of the decoder look")
}

/// The weights of the decoder on the source.
pub fn cross_maps() -> String {
    let panels = Panels {
        rows: &words(&["<bos>", TARGET]),
        columns: &words(&[SOURCE, "<eos>"]),
        next: &words(&[TARGET, "<eos>"]),
        causal: false,
        weights: weights(|maps| &maps.cross),
    };
    panels.svg("Where the heads of the decoder look in the source")
}

/// The tokens of sentences, and those that are written in angle brackets.
fn words(parts: &[&str]) -> Vec<String> {
    let tokens = parts.iter().flat_map(|part| match part.starts_with('<') {
        true => vec![part.to_string()],
        false => tokenize(part),
    });
    tokens.collect()
}

/// The weights of each block: `[heads, queries, keys]`.
fn weights(
    which: impl for<'a, 't> Fn(&'a Maps<'t>) -> &'a Vec<Var<'t>>,
) -> Vec<Array3<Real>> {
    let translator = &shipped().transformer;
    let (from, to) = (
        &translator.vocabularies.source,
        &translator.vocabularies.target,
    );
    let mut source = from.encode(&tokenize(SOURCE));
    source.push(EOS);
    let source = Padded::new(&[source], from.len());
    let mut inputs = vec![BOS];
    inputs.extend(to.encode(&tokenize(TARGET)));
    let inputs = Array2::from_shape_vec((1, inputs.len()), inputs).expect("one row");
    let inputs = Tokens::new(inputs, to.len()).expect("the words are known");
    let tape = Tape::new(Mode::Eval, 0);
    let source = source.expect("the sentence has tokens");
    let maps = translator.model.maps(&tape, &source, &inputs);
    let blocks = which(&maps).iter().map(|weights| {
        let all = weights.value().into_dimensionality::<Ix4>();
        let all = all.expect("batch, heads, queries, keys");
        all.index_axis(Axis(0), 0).to_owned()
    });
    blocks.collect()
}
