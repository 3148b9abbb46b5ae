use attention::encoder_decoder::bleu::SentenceCounts;
use better_by_one_point::difference;
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns 100 sentences, the first of which are wrong; right ones have ten words.
pub fn system(wrong: usize, words_of_wrong: usize) -> Vec<SentenceCounts> {
    let right = SentenceCounts::new(&"oui ".repeat(10), &["oui ".repeat(10)]);
    let [no, yes] = ["non ", "oui "].map(|word| word.repeat(words_of_wrong));
    let mut system = vec![SentenceCounts::new(&no, &[yes]); wrong];
    system.resize(100, right);
    system
}

pub fn interval(a: &[SentenceCounts], b: &[SentenceCounts]) -> [f64; 2] {
    difference(a, b, 4000, &mut ChaCha8Rng::seed_from_u64(3))
}

#[test]
fn the_same_system_and_a_right_one() {
    let a = system(50, 10);
    assert_eq!(interval(&a, &a), [0.0, 0.0], "the difference to itself");
    let [low, high]: [f64; 2] = interval(&a, &system(0, 10));
    assert!(0.0 < low && low < high, "from {low} to {high}, if B is always right");
}
