use super::public::pair;
use attention::data::{Pair, tokenize};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use sentences_seen_before::seen_before;

//@ param seed
const SEED: u64 = 8;

#[test]
fn another_spelling_of_the_same_sentence() {
    let training = [
        pair("I'm late.", "Je suis en retard."),
        pair("Does he sleep?", "Est-ce qu'il dort ?"),
        pair("He sleeps because he is tired.", "Il dort."),
    ];
    let test = [
        pair("i’m late .", "J'arrive en retard."),
        pair("DOES  he sleep\u{202f}?", "Dort-il ?"),
        pair("He sleeps", "Il dort."),
        pair("Does he sleep.", "Il dort."),
        pair("He sleeps because he is tired", "Il dort."),
    ];
    let places: Vec<usize> = seen_before(&training, &test);
    assert_eq!(
        places,
        [0, 1],
        "the first two differ from training sentences in looks only, the others in tokens"
    );
}

#[test]
fn agrees_with_two_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let words = ["left", "Left", "right", "again", "again ."];
    let mut draw = |count: usize| -> Vec<Pair> {
        let mut pairs = Vec::new();
        for _ in 0..count {
            let sentence = [0, 1, 2].map(|_| words[rng.random_range(0..words.len())]);
            pairs.push(pair(&sentence.join(" "), "?"));
        }
        pairs
    };
    for (training, test) in [(20, 60), (0, 5), (5, 0), (60, 20)] {
        let (training, test) = (draw(training), draw(test));
        let mut want: Vec<usize> = (0..test.len()).collect();
        want.retain(|&place| {
            let tokens = tokenize(&test[place].source);
            training.iter().any(|pair| tokenize(&pair.source) == tokens)
        });
        let got: Vec<usize> = seen_before(&training, &test);
        let counts = (training.len(), test.len());
        assert_eq!(got, want, "(training, test) pairs: {counts:?}");
    }
}
