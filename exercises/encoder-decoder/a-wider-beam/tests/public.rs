use a_wider_beam::{Found, search};
use attention::data::{Corpus, EOS, Padded, tokenize};
use attention::encoder_decoder::bleu::{Judged, corpus_bleu};
use attention::encoder_decoder::{BeamSearch, FixedContext, Translator, greedy};
use attention::{assert_between, assert_near};
use laboratory::bahdanau::trained;

/// Returns the model that comes with the crate.
pub fn shipped() -> Translator<FixedContext> {
    match trained() {
        Ok(trained) => trained.fixed_context,
        Err(error) => panic!("not your mistake, the trained model is missing: {error}"),
    }
}

fn settings(width: usize) -> BeamSearch {
    BeamSearch { width, length_exponent: 0.0, max_steps: 40, end: EOS }
}

#[test]
fn width_one_is_greedy() {
    let translator = shipped();
    let corpus = Corpus::generated(15, 1).unwrap();
    let words = &translator.vocabularies;
    let (mut judged, mut log_probability, mut tokens) = (Vec::new(), 0.0, 0);
    for sentence in corpus.sentences() {
        let source = words.encode_source(&sentence.source);
        let source = Padded::new(&[source], words.source.len()).unwrap();
        let found = &greedy(&translator.model, &source, 40)[0];
        let right = sentence.translations.iter();
        judged.push(Judged {
            candidate: words.target.decode(&found.tokens),
            references: right.map(|right| tokenize(right)).collect(),
        });
        log_probability += found.log_probability / 15.0;
        tokens += found.tokens.len();
    }
    let got: Found = search(&translator, corpus.sentences(), &settings(1));
    assert_near!(got.bleu, corpus_bleu(&judged, 4), 1e-4, "BLEU of greedy search");
    assert_near!(got.log_probability, log_probability, 1e-4, "its mean logarithm");
    assert_near!(got.tokens, tokens as f64 / 15.0, 1e-4, "its mean number of tokens");
}

#[test]
fn six_beginnings_find_likelier_translations() {
    let translator = shipped();
    for seed in [1, 2, 3] {
        let corpus = Corpus::generated(25, seed).unwrap();
        let one: Found = search(&translator, corpus.sentences(), &settings(1));
        let six: Found = search(&translator, corpus.sentences(), &settings(6));
        let gain: f64 = six.log_probability - one.log_probability;
        assert_between!(gain, 0.002, 0.6, "seed {seed}: the gain in nats per sentence");
    }
}
