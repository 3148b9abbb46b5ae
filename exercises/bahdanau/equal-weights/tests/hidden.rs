use std::sync::LazyLock;

use attention::data::Corpus;
use attention::encoder_decoder::{Translator, evaluate};
use attention::{assert_between, bahdanau::Bahdanau};
use equal_weights::exact_at;
use laboratory::bahdanau::trained;

fn translator() -> Translator<Bahdanau> {
    trained().expect("the book ships its models").bahdanau
}

/// Returns some of the sentences that the model was not trained on.
fn held_out(count: usize, seed: u64) -> Corpus {
    static HELD_OUT: LazyLock<Corpus> = LazyLock::new(|| {
        let corpus = Corpus::generated(4_500, 0).expect("the corpus of the book");
        corpus.split(500, 0).expect("500 of 4,500").1
    });
    HELD_OUT.split(count, seed).expect("fewer than 500").1
}

#[test]
fn the_translator_is_unchanged() {
    let (translator, corpus) = (translator(), held_out(8, 3));
    let text = &corpus.sentences()[0].source;
    let before = translator.translate(text).expect("known words");
    for factor in [0.0, 8.0] {
        let first: f64 = exact_at(&translator, &corpus, factor);
        let after = translator.translate(text).expect("known words");
        assert_eq!(after, before, "\"{text}\" after a call with the factor {factor}");
        let second: f64 = exact_at(&translator, &corpus, factor);
        assert_eq!(first, second, "two calls with the factor {factor}");
    }
}

#[test]
fn flat_weights_and_hard_weights() {
    let translator = translator();
    for seed in [4, 5, 6] {
        let corpus = held_out(30, seed);
        let flat: f64 = exact_at(&translator, &corpus, 0.25);
        assert_between!(flat, 0.05, 0.8, "the share with the factor 0.25");
        let hard: f64 = exact_at(&translator, &corpus, 20.0);
        assert_between!(hard, 0.5, 0.98, "the share with the factor 20");
    }
}

#[test]
fn any_factor() {
    let corpus = Corpus::generated(30, 8).expect("the grammar has more");
    for factor in [0.2, 4.0, 50.0] {
        let changed = translator();
        let score = &changed.model.attention.score;
        score.update(|score| *score *= factor);
        let want: f64 = evaluate(&changed, &corpus, 4).expect("known words").exact;
        let got: f64 = exact_at(&translator(), &corpus, factor);
        assert_eq!(got, want, "the share with the factor {factor}");
    }
}
