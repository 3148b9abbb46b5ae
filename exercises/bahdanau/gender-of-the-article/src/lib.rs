//! Which states does the decoder need for the gender of an article?

use attention::Real;
use attention::bahdanau::{Bahdanau, BahdanauState};
use attention::encoder_decoder::Translator;

/// Nouns, and whether they are feminine in French.
pub const NOUNS: [(&str, bool); 9] = [
    ("woman", true),
    ("girl", true),
    ("mouse", true),
    ("car", true),
    ("house", true),
    ("boy", false),
    ("cat", false),
    ("dog", false),
    ("boat", false),
];

/// Returns the same state without the keys at these positions of the source.
///
/// # Shapes
///
/// In the state of one sentence, projected keys and values are `[1, keys, hidden]`. In
/// the result, `keys` is smaller by the number of removed keys; the others keep their
/// order.
pub fn without_keys<'t>(
    state: &BahdanauState<'t>,
    hidden: &[usize],
) -> BahdanauState<'t> {
    //@ solution
    let keys = state.memory.lens[0];
    let kept: Vec<usize> = (0..keys).filter(|key| !hidden.contains(key)).collect();
    let mut state = state.clone();
    state.memory.projected_keys = state.memory.projected_keys.select(1, &kept);
    state.memory.values = state.memory.values.select(1, &kept);
    state.memory.lens = vec![kept.len()];
    state
    //@ stub todo!("hide {hidden:?} in {state:?}")
    //@ end
}

/// Returns two probabilities of the first token of a translation, without the keys at
/// the `hidden` positions: that it is *la* or *cette*, and that it is *le* or *ce*.
///
/// All words of the sentence are in the vocabulary.
pub fn article(
    translator: &Translator<Bahdanau>,
    sentence: &str,
    hidden: &[usize],
) -> [Real; 2] {
    //@ solution
    use attention::data::{BOS, Padded};
    use attention::encoder_decoder::EncoderDecoder;
    use attention::nn::Tokens;
    use attention::tape::{Mode, Tape};
    use ndarray::array;

    let words = &translator.vocabularies;
    let source = [words.encode_source(sentence)];
    let source = Padded::new(&source, words.source.len()).expect("known words");
    let bos = Tokens::new(array![BOS], words.target.len()).expect("it has all four");
    let tape = Tape::new(Mode::Eval, 0);
    let state = translator.model.start(&tape, &source);
    let state = without_keys(&state, hidden);
    let (step, _) = translator.model.step(&tape, &bos, &state);
    let logarithms = step.logits.log_softmax().value(); // [1, vocab]
    let chance = |word| logarithms[[0, words.target.id(word)]].exp();
    [["la", "cette"], ["le", "ce"]].map(|words| words.map(chance).iter().sum())
    //@ stub todo!("{translator:?} reads {sentence:?} without {hidden:?}")
    //@ end
}

/// Returns, for "{before} {noun} {rest}" with all [`NOUNS`], the mean probability of a
/// singular article, and the gap between feminine and masculine nouns.
pub fn measure(
    translator: &Translator<Bahdanau>,
    [before, rest]: [&str; 2],
    hidden: &[usize],
) -> [Real; 2] {
    let (mut singular, mut shares) = (0.0, [0.0; 2]);
    for (noun, is_feminine) in NOUNS {
        let sentence = format!("{before} {noun} {rest}");
        let [feminine, masculine] = article(translator, &sentence, hidden);
        singular += feminine + masculine;
        shares[usize::from(is_feminine)] += feminine / (feminine + masculine);
    }
    let feminine_nouns = NOUNS.iter().filter(|noun| noun.1).count();
    let masculine_nouns = NOUNS.len() - feminine_nouns;
    let [masculine, feminine] = shares;
    let gap = feminine / feminine_nouns as Real - masculine / masculine_nouns as Real;
    [singular / NOUNS.len() as Real, gap]
}
exercise_solutions::tests!(gender_of_the_article);
