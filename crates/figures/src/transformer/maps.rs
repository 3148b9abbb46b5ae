//! Where the heads of the model look.

use attention::Real;
use attention::data::{BOS, EOS, Padded, tokenize};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Var};
use attention::transformer::Maps;
use ndarray::{Array2, Array3, Axis, Ix4};

use super::super::Figure;
use super::panels::Panels;
use super::shipped;

/// The sentence of all three figures, and its translation.
const SOURCE: &str = "I do not see them.";
const TARGET: &str = "Je ne les vois pas.";

/// The weights of the encoder: two blocks with four heads each.
///
/// ```
/// let figure = figures::transformer::encoder_maps();
/// assert!(figure.svg.contains(">head 3</text>"));
/// ```
pub fn encoder_maps() -> Figure {
    let tokens = sentences();
    let panels = Panels {
        rows: tokens.source.clone(),
        columns: tokens.source,
        next: Vec::new(),
        causal: false,
        weights: weights(|maps| &maps.encoder),
    };
    panels.figure(
        "transformer/encoder-maps.svg",
        "Where the heads of the encoder look",
    )
}

/// The weights of the decoder among its own tokens.
///
/// ```
/// let figure = figures::transformer::decoder_maps();
/// assert!(figure.svg.contains(">&lt;bos&gt;</text>"));
/// ```
pub fn decoder_maps() -> Figure {
    let tokens = sentences();
    let panels = Panels {
        rows: tokens.inputs.clone(),
        columns: tokens.inputs,
        next: tokens.targets,
        causal: true,
        weights: weights(|maps| &maps.decoder),
    };
    panels.figure(
        "transformer/decoder-maps.svg",
        "Where the heads of the decoder look",
    )
}

/// The weights of the decoder on the source.
///
/// ```
/// let figure = figures::transformer::cross_maps();
/// assert!(figure.svg.contains(">pas</text>"));
/// ```
pub fn cross_maps() -> Figure {
    let tokens = sentences();
    let panels = Panels {
        rows: tokens.inputs,
        columns: tokens.source,
        next: tokens.targets,
        causal: false,
        weights: weights(|maps| &maps.cross),
    };
    panels.figure(
        "transformer/cross-maps.svg",
        "Where the heads of the decoder look in the source",
    )
}

/// The tokens of the sentence as the model reads and writes them.
struct Sentences {
    source: Vec<String>,
    inputs: Vec<String>,
    targets: Vec<String>,
}

fn sentences() -> Sentences {
    let with = |first: &[&str], text: &str, last: &[&str]| -> Vec<String> {
        let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let (mut all, last): (Vec<String>, Vec<String>) = (own(first), own(last));
        all.extend(tokenize(text));
        all.extend(last);
        all
    };
    Sentences {
        source: with(&[], SOURCE, &["<eos>"]),
        inputs: with(&["<bos>"], TARGET, &[]),
        targets: with(&[], TARGET, &["<eos>"]),
    }
}

/// The weights of each block: `[heads, queries, keys]`.
fn weights(
    which: impl for<'a, 't> Fn(&'a Maps<'t>) -> &'a Vec<Var<'t>>,
) -> Vec<Array3<Real>> {
    let translator = &shipped().transformer;
    let vocabularies = &translator.vocabularies;
    let mut source = vocabularies.source.encode(&tokenize(SOURCE));
    source.push(EOS);
    let source = Padded::new(&[source], vocabularies.source.len());
    let mut inputs = vec![BOS];
    inputs.extend(vocabularies.target.encode(&tokenize(TARGET)));
    let vocab = vocabularies.target.len();
    let inputs = Array2::from_shape_vec((1, inputs.len()), inputs).expect("one row");
    let inputs = Tokens::new(inputs, vocab).expect("the words are known");
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
