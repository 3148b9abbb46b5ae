use attention::assert_near;
use attention::data::{Sentence, tokenize};
use attention::encoder_decoder::Translated;
use laboratory::bahdanau::trained;
use longer_than_trained::{SENTENCES, clauses, exact, translate_joined};

#[test]
fn to_the_letter() {
    let translated = |text: &str, translations: &[&str]| {
        let sentence = Sentence {
            source: "they sing.".to_owned(),
            translations: translations.iter().map(|&text| text.to_owned()).collect(),
        };
        let got = Translated {
            source: tokenize("they sing."),
            target: tokenize(text),
            text: text.to_owned(),
            log_probability: -0.7,
            weights: None,
        };
        (sentence, got)
    };
    let both = ["ils chantent.", "elles chantent."];
    let pairs = [
        translated("elles chantent.", &both),
        translated("ils chantent et ils chantent.", &both),
        translated("ils dorment.", &both),
        translated("ils chantent", &both),
        translated("ils chantent.", &both),
    ];
    assert_near!(exact(&pairs), 0.4, 1e-9, "two of five are right");
}

#[test]
fn the_requested_sentences() {
    let translator = trained().expect("the book ships its models").fixed_context;
    for (count, tokens) in [(1, 4..=4), (2, 8..=9), (3, 12..=12)] {
        let pairs = translate_joined(&translator, count, tokens.clone(), 11);
        assert_eq!(pairs.len(), SENTENCES, "so many sentences are drawn");
        for (sentence, translated) in &pairs {
            let source: Vec<String> = tokenize(&sentence.source);
            assert!(tokens.contains(&source.len()), "{tokens:?} tokens: {source:?}");
            let joins = source.iter().filter(|token| *token == "and").count();
            assert_eq!(joins, count - 1, "{count} clauses: {source:?}");
            let read = &translated.source[..source.len()];
            assert_eq!(read, source, "what was translated");
        }
        let first = &pairs[0].0.source;
        let differ = pairs.iter().any(|(sentence, _)| sentence.source != *first);
        assert!(differ, "all {SENTENCES} sentences are \"{first}\"");
        let other = translate_joined(&translator, count, tokens, 12);
        assert!(other != pairs, "another seed draws other sentences");
    }
    assert_eq!(clauses().len(), 120);
}

#[test]
fn no_length_too_much() {
    let translator = trained().expect("the book ships its models").bahdanau;
    for seed in [4, 5, 6] {
        let share: f64 = exact(&translate_joined(&translator, 2, 19..=22, seed));
        assert!(share > 0.85, "seed {seed}: {share} of two clauses are right");
    }
}

#[test]
fn the_third_clause() {
    let translator = trained().expect("the book ships its models").bahdanau;
    for seed in [7, 8, 9] {
        let share: f64 = exact(&translate_joined(&translator, 3, 12..=18, seed));
        assert!(share < 0.2, "seed {seed}: {share} of three clauses are right");
    }
}
