use attention::Real;
use attention::array::assert_close;
use attention::bahdanau::Bahdanau;
use attention::data::{BOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, Translator};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use gender_of_the_article::{article, without_keys};
use laboratory::bahdanau::trained;
use ndarray::{Array1, Array2, ArrayD, Axis, arr1};

pub fn translator() -> Translator<Bahdanau> {
    trained().expect("the book ships its models").bahdanau
}

/// Encodes one sentence.
pub fn source(translator: &Translator<Bahdanau>, text: &str) -> Padded {
    let words = &translator.vocabularies;
    Padded::new(&[words.encode_source(text)], words.source.len()).expect("known words")
}

#[test]
fn the_other_keys_share_the_weight() {
    let book = translator();
    let tape = Tape::new(Mode::Eval, 0);
    let all = book.model.start(&tape, &source(&book, "the old car is red."));
    let weights = |state| -> ArrayD<Real> {
        let begin = Array1::from_elem(1, BOS);
        let begin = Tokens::new(begin, book.model.target_vocab());
        let begin = begin.expect("every vocabulary has it");
        let looked = book.model.step(&tape, &begin, &state).0.weights;
        looked.expect("it has attention").value().into_owned()
    };
    let before: ArrayD<Real> = weights(all.clone()); // [1, 7]
    for hidden in [2, 0, 6] {
        let after: ArrayD<Real> = weights(without_keys(&all, &[hidden]));
        let kept: Vec<usize> = (0..7).filter(|&place| place != hidden).collect();
        let want: ArrayD<Real> = before.select(Axis(1), &kept);
        assert_close(&after, &(&want / want.sum()), 1e-4);
    }
}

#[test]
fn nothing_hidden_is_the_translation() {
    let book = translator();
    let target = &book.vocabularies.target;
    let begin = Tokens::new(Array2::from_elem((1, 1), BOS), target.len());
    let begin = begin.expect("every vocabulary has it");
    for sentence in ["this car is red.", "the cat sleeps.", "the cats sleep."] {
        let tape = Tape::new(Mode::Eval, 0);
        let taught = book.model.forward(&tape, &source(&book, sentence), &begin);
        let chances = taught.logits.log_softmax().value().mapv(Real::exp);
        let of = |word: &str| chances[[0, 0, target.id(word)]];
        let want = [of("la") + of("cette"), of("le") + of("ce")];
        let got: [Real; 2] = article(&book, sentence, &[]);
        println!("\"{sentence}\": feminine and masculine");
        assert_close(&arr1(&got), &arr1(&want), 1e-4);
    }
}
