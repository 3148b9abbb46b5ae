use super::public::{source, translator};
use attention::bahdanau::Bahdanau;
use attention::data::BOS;
use attention::encoder_decoder::{EncoderDecoder, Translator};
use attention::mask::Mask;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Var};
use attention::{Real, array::assert_close, assert_between};
use gender_of_the_article::{NOUNS, article, measure, without_keys};
use ndarray::{Axis, arr1, array};

#[test]
fn positions_in_any_order() {
    let translator = translator();
    let tape = Tape::new(Mode::Eval, 0);
    let source = source(&translator, "the small black cat sleeps.");
    let all = translator.model.start(&tape, &source);
    let [values, keys] = [all.memory.values, all.memory.projected_keys]
        .map(|all| all.value().select(Axis(1), &[0, 2, 3, 5, 6]));
    for hidden in [&[4, 1][..], &[1, 4, 1]] {
        let state = without_keys(&all, hidden);
        assert_eq!(state.memory.lens, [5], "7 keys without {hidden:?}");
        let got = [state.memory.values, state.memory.projected_keys].map(Var::value);
        assert_eq!(got[0], values, "values without {hidden:?}");
        assert_eq!(got[1], keys, "projected keys without {hidden:?}");
    }
}

#[test]
fn the_encoder_still_reads_every_word() {
    let translator = translator();
    let tape = Tape::new(Mode::Eval, 0);
    let all = translator.model.start(&tape, &source(&translator, "the boat is small."));
    let state = without_keys(&all, &[1]);
    let [got, want] = [state.state, all.state].map(Var::value);
    assert_eq!(got, want, "the first state of the decoder has read all words");
    assert_eq!(all.memory.lens, [6], "the given state does not change");
}

/// Computes the two probabilities with only the keys at these positions.
fn of_the_kept(
    translator: &Translator<Bahdanau>,
    text: &str,
    kept: &[usize],
) -> [Real; 2] {
    let tape = Tape::new(Mode::Eval, 0);
    let mut state = translator.model.start(&tape, &source(translator, text));
    state.memory.values = state.memory.values.select(1, kept);
    state.memory.projected_keys = state.memory.projected_keys.select(1, kept);
    state.memory.lens = vec![kept.len()];
    let words = &translator.vocabularies.target;
    let bos = Tokens::new(array![BOS], words.len()).expect("it has all four");
    let (step, _) = translator.model.step(&tape, &bos, &state);
    let chances = step.logits.softmax(&Mask::all()).value().into_owned();
    let of = |word: &str| chances[[0, words.id(word)]];
    [of("la") + of("cette"), of("le") + of("ce")]
}

#[test]
fn article_ignores_hidden_positions() {
    let translator = translator();
    for (noun, _) in NOUNS {
        for before in ["the", "this"] {
            let text = format!("{before} {noun} is not tired."); // seven tokens
            for hidden in [&[1][..], &[0], &[1, 2], &[5, 0, 2, 3, 4, 6]] {
                let kept = (0..7).filter(|place| !hidden.contains(place));
                let kept: Vec<usize> = kept.collect();
                let want = of_the_kept(&translator, &text, &kept);
                let got: [Real; 2] = article(&translator, &text, hidden);
                println!("\"{text}\" without {hidden:?}");
                assert_close(&arr1(&got), &arr1(&want), 1e-4);
            }
        }
    }
    let [singular, gap] = measure(&translator, ["this", "is not tired."], &[]);
    assert_between!(singular, 0.95, 1.0, "a singular article, with nothing hidden");
    assert_between!(gap, 0.9, 1.0, "the gap, with nothing hidden");
}
