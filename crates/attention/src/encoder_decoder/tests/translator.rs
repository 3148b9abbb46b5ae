//! Translation of texts.

use crate::Real;
use crate::bahdanau::Bahdanau;
use crate::data::{
    BOS, BatchError, Corpus, EOS, PAD, UNK, Vocabularies,
};
use crate::encoder_decoder::testing::{Scripted, rng};
use crate::encoder_decoder::{RecurrentConfig, Translator, greedy};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn untrained(
    seed: u64,
) -> Result<Translator<Bahdanau>, Box<dyn std::error::Error>> {
    let vocabularies = Vocabularies::new(&Corpus::generated(50, 0)?, 1);
    let [source, target] = vocabularies.sizes();
    let config =
        RecurrentConfig::new(source, target).sizes(4, 6).layers(2);
    let model = Bahdanau::new(&config, &mut rng(seed));
    Ok(Translator {
        model,
        vocabularies,
    })
}

/// An unknown word is shown as typed, and the model reads `<unk>`.
#[test]
fn a_word_that_the_model_does_not_know_is_read_as_unknown() -> Outcome {
    let translator = untrained(0)?;
    let ids =
        translator.vocabularies.encode_source("The zebra sleeps.");
    assert_eq!((ids[1], ids[4], ids.len()), (UNK, EOS, 5));
    let zebra = translator.translate("The zebra sleeps.")?;
    assert_eq!(zebra.source, ["the", "zebra", "sleeps", ".", "<eos>"]);
    let quagga = translator.translate("the QUAGGA sleeps.")?;
    assert_eq!(quagga.source[1], "quagga");
    assert_eq!(quagga.target, zebra.target);
    assert_eq!(quagga.weights, zebra.weights);
    Ok(())
}

/// One row for each token of the target, even if it is not a word; one column for each token of the
/// source.
#[test]
fn weights_have_a_row_for_each_token_and_a_column_for_each_word()
-> Outcome {
    for seed in 0..5 {
        let translator = untrained(seed)?;
        let texts = [
            "The cat sleeps.",
            "She sees the small dog.",
            "",
            "Sleep!",
        ];
        for translated in translator.translate_all(&texts)? {
            let weights =
                translated.weights.ok_or("it has attention")?;
            let expected =
                [translated.target.len(), translated.source.len()];
            assert_eq!(weights.shape(), expected);
            for row in weights.rows() {
                assert!((row.sum() - 1.0).abs() < 1e-5);
            }
        }
    }
    Ok(())
}

#[test]
fn several_sentences_are_translated_as_each_alone() -> Outcome {
    for seed in 0..5 {
        let translator = untrained(seed)?;
        // The models have not learned to end, so the number of steps decides.
        let long =
            "she sees the small dog, but the old cat does not see her.";
        let texts = ["The cat sleeps.", long, "the cat"];
        let together = translator.translate_all(&texts)?;
        for (text, translated) in texts.iter().zip(together) {
            let alone = translator.translate(text)?;
            // The longest sentence determines how many tokens each translation may have.
            let steps = alone.target.len().min(translated.target.len());
            assert!(steps > 0);
            assert_eq!(
                alone.target[..steps],
                translated.target[..steps]
            );
            assert_eq!(alone.source, translated.source);
        }
    }
    Ok(())
}

#[test]
fn a_translation_reports_the_numbers_of_the_greedy_one() -> Outcome {
    let translator = untrained(1)?;
    let Vocabularies { source, target } = &translator.vocabularies;
    let ids = translator.vocabularies.encode_source("The cat sleeps.");
    let padded = crate::data::Padded::new(&[ids], source.len())?;
    let expected = &greedy(&translator.model, &padded, 2 * 5 + 10)[0];
    let translated = translator.translate("The cat sleeps.")?;
    assert_eq!(translated.log_probability, expected.log_probability);
    assert_eq!(translated.weights, expected.weights);
    let words = target.decode(&expected.tokens);
    assert_eq!(crate::data::tokenize(&translated.text), words);
    Ok(())
}

/// A model may write any token; the text is made of words.
#[test]
fn all_tokens_are_shown_and_only_words_are_text() -> Outcome {
    let corpus = Corpus::generated(50, 0)?;
    let vocabularies = Vocabularies::new(&corpus, 1);
    let vocab = vocabularies.target.len();
    let next = move |_: &[usize], written: &[usize]| {
        let mut next: Vec<Real> = vec![0.01; vocab];
        next[[BOS, UNK, PAD, 4, EOS][written.len().min(4)]] = 0.9;
        next
    };
    let translator = Translator {
        model: Scripted { vocab, next },
        vocabularies,
    };
    let translated = translator.translate("The cat sleeps.")?;
    let word =
        translator.vocabularies.target.token(4).ok_or("a word")?;
    assert_eq!(
        translated.target,
        ["<bos>", "<unk>", "<pad>", word, "<eos>"]
    );
    assert_eq!(
        crate::data::tokenize(&translated.text),
        ["<unk>", word]
    );
    Ok(())
}

#[test]
fn no_sentences_are_an_error() -> Outcome {
    let error = untrained(0)?.translate_all(&[]);
    assert_eq!(error, Err(BatchError::NoSequences));
    Ok(())
}
