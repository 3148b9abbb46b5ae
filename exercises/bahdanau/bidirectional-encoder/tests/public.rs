use attention::array::assert_close;
use attention::data::Padded;
use attention::encoder_decoder::{Encoder, RecurrentConfig};
use attention::tape::{Mode, Tape};
use bidirectional_encoder::{read_both_ways, reversed};
use ndarray::array;
use rand::{SeedableRng, rngs::ChaCha8Rng};

pub fn encoders(seeds: [u64; 2]) -> [Encoder; 2] {
    let config = RecurrentConfig::new(10, 10).sizes(3, 4);
    seeds.map(|seed| Encoder::new(&config, &mut ChaCha8Rng::seed_from_u64(seed)))
}

#[test]
fn words_backward_padding_at_the_end() {
    let source = Padded::new(&[vec![5, 6, 3], vec![7, 8, 9, 4, 3], vec![3]], 10);
    let backward: Padded = reversed(&source.expect("tokens below 10"));
    let want = array![[3, 6, 5, 0, 0], [3, 4, 9, 8, 7], [3, 0, 0, 0, 0]].into_dyn();
    assert_eq!(backward.tokens.ids(), &want);
    assert_eq!(backward.lens, [3, 5, 1], "the lengths stay");
    assert_eq!(backward.tokens.vocab(), 10, "the vocabulary stays");
}

#[test]
fn both_halves_at_each_word() {
    let [forward, backward] = encoders([1, 2]);
    let tape = Tape::new(Mode::Eval, 0);
    let words = [7, 8, 9, 4, 3];
    let source = Padded::new(&[words], 10).expect("tokens below 10");
    let both = read_both_ways(&forward, &backward, &tape, &source);
    assert_eq!(both.shape(), [1, 5, 8], "[batch, steps, 2 * hidden]");
    for place in 0..5 {
        // Each encoder reads its own side of the word, including the word.
        let before = Padded::new(&[&words[..=place]], 10).expect("tokens below 10");
        let after: Vec<usize> = words[place..].iter().rev().copied().collect();
        let after = Padded::new(&[after], 10).expect("tokens below 10");
        let at = both.index(0, 0).index(0, place); // [8]
        for (name, half, want) in [
            ("first", at.slice(0, ..4), forward.forward(&tape, &before)),
            ("second", at.slice(0, 4..), backward.forward(&tape, &after)),
        ] {
            println!("the {name} half at position {place}");
            let want = want.state.index(0, 0).index(0, 0);
            assert_close(&half.value(), &want.value(), 1e-5);
        }
    }
}
