use attention::assert_near;
use attention::encoder_decoder::bleu::{Judged, corpus_bleu, sentence_bleu};
use bleu_of_a_corpus::{Counts, bleu, mean_of_sentences};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 11;

/// Returns the counts of one sentence with one reference.
fn counts(judged: &Judged<u8>) -> Counts {
    let (candidate, reference) = (&judged.candidate, &judged.references[0]);
    let (mut right, mut all) = ([0; 4], [0; 4]);
    for order in 1..=4 {
        let mut left: Vec<&[u8]> = reference.windows(order).collect();
        for n_gram in candidate.windows(order) {
            all[order - 1] += 1;
            if let Some(place) = left.iter().position(|&other| other == n_gram) {
                left.swap_remove(place);
                right[order - 1] += 1;
            }
        }
    }
    Counts { right, all, candidate: candidate.len(), reference: reference.len() }
}

/// Sentences of three words in which most tokens are right.
fn random(
    sentences: usize,
    lens: std::ops::Range<usize>,
    rng: &mut ChaCha8Rng,
) -> Vec<Judged<u8>> {
    let mut one = || {
        let reference: Vec<u8> = (0..rng.random_range(lens.clone()))
            .map(|_| rng.random_range(0..3))
            .collect();
        let mut candidate = reference.clone();
        if rng.random_range(0..2) == 0 {
            candidate.truncate(rng.random_range(0..=reference.len()));
        } else {
            candidate.extend((0..rng.random_range(0..4)).map(|_| 1));
        }
        for token in &mut candidate {
            if rng.random_range(0..5) == 0 {
                *token = 2 - *token;
            }
        }
        let references = vec![reference];
        Judged { candidate, references }
    };
    (0..sentences).map(|_| one()).collect()
}

#[test]
fn agrees_with_the_crate() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for round in 0..30 {
        let corpus = random(1 + round % 6, 4..15, &mut rng);
        let all: Vec<Counts> = corpus.iter().map(counts).collect();
        assert_near!(bleu(&all), corpus_bleu(&corpus, 4), 1e-9, "{all:?}");
    }
}

#[test]
fn short_and_empty() {
    let empty = Counts { right: [0; 4], all: [0; 4], candidate: 0, reference: 3 };
    let two =
        Counts { right: [2, 1, 0, 0], all: [2, 1, 0, 0], candidate: 2, reference: 2 };
    assert_near!(bleu(&[two]), 1.0, 1e-9, "two right tokens");
    let got: f64 = bleu(&[empty, two]);
    let want = (1.0 - 5.0_f64 / 2.0).exp();
    assert_near!(got, want, 1e-9, "two right tokens and an empty candidate");
    let (right, wrong) = ([3, 2, 1, 0], [2, 1, 0, 0]);
    let all = [3, 2, 1, 0];
    let three =
        [right, wrong].map(|right| Counts { right, all, candidate: 3, reference: 3 });
    let got: f64 = bleu(&three);
    let want = (5.0 / 6.0 * 3.0 / 4.0 * 1.0 / 2.0_f64).cbrt();
    assert_near!(got, want, 1e-9, "two candidates of three tokens");
    for (sentences, what) in [(&[empty][..], "an empty candidate"), (&[], "nothing")] {
        let got: [f64; 2] = [bleu(sentences), mean_of_sentences(sentences)];
        assert_eq!(got, [0.0, 0.0], "together and their mean: {what}");
    }
}

#[test]
fn the_mean_is_another_number() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for round in 0..20 {
        let corpus = random(2 + round % 5, 1..12, &mut rng);
        let all: Vec<Counts> = corpus.iter().map(counts).collect();
        let each: f64 = corpus.iter().map(|judged| sentence_bleu(judged, 4)).sum();
        let want = each / all.len() as f64;
        assert_near!(mean_of_sentences(&all), want, 1e-9, "{all:?}");
    }
}
