use super::public::shipped;
use a_wider_beam::{Found, search};
use attention::assert_near;
use attention::data::{EOS, Padded, Sentence};
use attention::encoder_decoder::{BeamSearch, translate_with_beam};

const SOURCES: [&str; 3] = [
    "The red car is big.",
    "The small black cat does not see her.",
    "Is the old house beautiful?",
];

#[test]
fn every_right_translation_is_a_reference() {
    let translator = shipped();
    let settings =
        BeamSearch { width: 1, length_exponent: 0.0, max_steps: 40, end: EOS };
    for place in 0..3 {
        let sentences = SOURCES.map(|source| {
            let mut translations = vec!["x x x x".to_owned(), "y".to_owned()];
            let own = translator.translate(source).unwrap().text;
            translations.insert(place, own);
            Sentence { source: source.to_owned(), translations }
        });
        let found: Found = search(&translator, &sentences, &settings);
        assert_near!(found.bleu, 1.0, 1e-9, "BLEU with right translation {place}");
    }
}

#[test]
fn probabilities_are_not_scores() {
    let translator = shipped();
    let settings =
        BeamSearch { width: 5, length_exponent: 1.0, max_steps: 40, end: EOS };
    let words = &translator.vocabularies;
    for source in SOURCES {
        let sentence = Sentence {
            source: source.to_owned(),
            translations: vec!["oui.".to_owned()],
        };
        let found: Found = search(&translator, &[sentence], &settings);
        let source = Padded::new(&[words.encode_source(source)], words.source.len());
        let want =
            &translate_with_beam(&translator.model, &source.unwrap(), &settings)[0];
        assert_near!(found.log_probability, want.log_probability, 1e-4, "{want:?}");
        assert_near!(found.tokens, want.tokens.len() as f64, 1e-9, "{want:?}: tokens");
    }
}
