//! Translation of texts.

use attention::data::{BOS, BatchError, Corpus, UNK, Vocabularies, tokenize};
use attention::encoder_decoder::{Translator, greedy};

use super::*;

type Success = Result<(), Box<dyn std::error::Error>>;

fn vocabularies() -> Vocabularies {
    Vocabularies::new(&Corpus::generated(50, 0).expect("so many exist"), 1)
}

fn untrained(seed: u64) -> Translator<Bahdanau> {
    let vocabularies = vocabularies();
    let [source, target] = vocabularies.sizes();
    let config = RecurrentConfig::new(source, target).sizes(4, 6).layers(2);
    Translator { model: Bahdanau::new(&config, &mut rng(seed)), vocabularies }
}

/// An unknown word is shown as typed, and the model reads `<unk>`.
#[test]
fn a_word_that_the_model_does_not_know_is_read_as_unknown() -> Success {
    let translator = untrained(0);
    let ids = translator.vocabularies.encode_source("The zebra sleeps.");
    assert_eq!((ids[1], ids[4], ids.len()), (UNK, EOS, 5));
    let zebra = translator.translate("The zebra sleeps.")?;
    assert_eq!(zebra.source, ["the", "zebra", "sleeps", ".", "<eos>"]);
    let quagga = translator.translate("the QUAGGA sleeps.")?;
    assert_eq!(quagga.source[1], "quagga");
    assert_eq!((quagga.target, quagga.weights), (zebra.target, zebra.weights));
    Ok(())
}

/// Weights have one row for each token of the target, even if it is not a word, and one column for
/// each token of the source.
#[test]
fn several_sentences_are_translated_as_each_alone() -> Success {
    let long = "she sees the small dog, but the old cat does not see her.";
    let texts = ["The cat sleeps.", long, "the cat", ""];
    for seed in 0..5 {
        let translator = untrained(seed);
        for (text, translated) in texts.iter().zip(translator.translate_all(&texts)?) {
            let alone = translator.translate(text)?;
            assert_eq!((&alone.source, &alone.target), (&translated.source, &translated.target));
            let weights = translated.weights.ok_or("it has attention")?;
            assert_eq!(weights.shape(), [alone.target.len(), alone.source.len()]);
        }
    }
    assert_eq!(untrained(0).translate_all(&[]), Err(BatchError::NoSequences));
    Ok(())
}

#[test]
fn a_translation_reports_the_numbers_of_the_greedy_one() -> Success {
    let translator = untrained(1);
    let Vocabularies { source, target } = &translator.vocabularies;
    let ids = translator.vocabularies.encode_source("The cat sleeps.");
    let padded = Padded::new(&[ids], source.len())?;
    let expected = &greedy(&translator.model, &padded, 2 * 5 + 10)[0];
    let translated = translator.translate("The cat sleeps.")?;
    assert_eq!(translated.log_probability, expected.log_probability);
    assert_eq!(translated.weights, expected.weights);
    assert_eq!(tokenize(&translated.text), target.decode(&expected.tokens));
    Ok(())
}

/// A model may write any token; the text is made of words.
#[test]
fn all_tokens_are_shown_and_only_words_are_text() -> Success {
    let vocabularies = vocabularies();
    let vocab = vocabularies.target.len();
    let next = move |_: &[usize], written: &[usize]| {
        let mut next: Vec<Real> = vec![0.01; vocab];
        next[[BOS, UNK, PAD, 4, EOS][written.len().min(4)]] = 0.9;
        next
    };
    let translator = Translator { model: Scripted { vocab, next }, vocabularies };
    let translated = translator.translate("The cat sleeps.")?;
    let word = translator.vocabularies.target.token(4).ok_or("a word")?;
    assert_eq!(translated.target, ["<bos>", "<unk>", "<pad>", word, "<eos>"]);
    assert_eq!(tokenize(&translated.text), ["<unk>", word]);
    Ok(())
}
