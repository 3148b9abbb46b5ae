use super::public::encoders;
use attention::Real;
use attention::array::assert_close;
use attention::data::Padded;
use attention::tape::{Mode, Tape};
use bidirectional_encoder::{read_both_ways, reversed};
use ndarray::{ArrayD, Axis, s};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn read(sentences: &[Vec<usize>]) -> ArrayD<Real> {
    let [forward, backward] = encoders([3, 4]);
    let tape = Tape::new(Mode::Eval, 0);
    let source = Padded::new(sentences, 10).expect("tokens below 10");
    read_both_ways(&forward, &backward, &tape, &source).value().into_owned()
}

#[test]
fn alone_and_in_a_batch() {
    let sentences = vec![vec![5, 3], vec![9, 8, 7, 6, 5, 3], vec![4, 4, 6, 3]];
    let together: ArrayD<Real> = read(&sentences);
    assert!(together.iter().all(|number| number.is_finite()));
    for (row, sentence) in sentences.iter().enumerate() {
        let alone: ArrayD<Real> = read(std::slice::from_ref(sentence));
        let words = together.slice(s![row, ..sentence.len(), ..]);
        assert_close(&words, &alone.index_axis(Axis(0), 0), 1e-5);
    }
}

#[test]
fn each_half_has_read_its_side() {
    let sentence = vec![9, 8, 7, 6, 5, 3];
    let longer = vec![4; 8];
    let before: ArrayD<Real> = read(&[sentence.clone(), longer.clone()]);
    for changed in 0..6 {
        let mut other = sentence.clone();
        other[changed] = 4;
        let after: ArrayD<Real> = read(&[other, longer.clone()]);
        for place in 0..6 {
            for half in 0..2 {
                let [old, new] = [&before, &after]
                    .map(|states| states.slice(s![0, place, 4 * half..4 * half + 4]));
                let reads_it = [changed <= place, place <= changed][half];
                assert_eq!(
                    old != new,
                    reads_it,
                    "whether half {half} at position {place} has read position {changed}"
                );
            }
        }
    }
}

#[test]
fn twice_backward_is_forward() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let sentences: Vec<Vec<usize>> =
        (1..8).map(|len| (0..len).map(|_| rng.random_range(0..10)).collect()).collect();
    let source = Padded::new(&sentences, 10).expect("tokens below 10");
    assert_eq!(reversed(&reversed(&source)), source);
}

#[test]
fn both_readers_can_learn() {
    let [forward, backward] = encoders([3, 4]);
    let tape = Tape::new(Mode::Check, 0);
    let sentences = [vec![5, 3], vec![9, 8, 7, 6, 5, 3]];
    let source = Padded::new(&sentences, 10).expect("tokens below 10");
    let both = read_both_ways(&forward, &backward, &tape, &source);
    let gradients = both.square().sum().backward();
    for (name, encoder) in [("forward", &forward), ("backward", &backward)] {
        let slope: Option<&ArrayD<Real>> = gradients.of(&encoder.embedding.weight);
        assert!(
            slope.is_some_and(|slope| slope.iter().any(|&d| d != 0.0)),
            "no gradient reaches the embeddings of the {name} encoder"
        );
    }
}
