//! The difference of two systems, with a bootstrap interval.

use attention::encoder_decoder::bleu::SentenceCounts;
use rand::Rng;

/// Returns the bounds of the 95 % bootstrap interval of the BLEU of system `b` minus
/// the BLEU of system `a`, in percent.
///
/// Entry i of both slices belongs to the same test sentence. There are at least 40
/// samples, and 2.5 % of them are outside the interval at each end.
pub fn difference(
    a: &[SentenceCounts],
    b: &[SentenceCounts],
    samples: usize,
    rng: &mut dyn Rng,
) -> [f64; 2] {
    //@ solution
    use attention::encoder_decoder::bleu::CorpusScores;
    use rand::RngExt;

    let sample = |_| {
        let drawn: Vec<_> = a.iter().map(|_| rng.random_range(0..a.len())).collect();
        let [a, b] = [a, b].map(|system| {
            let counts: Vec<_> = drawn.iter().map(|&at| system[at].clone()).collect();
            CorpusScores::new(&counts).bleu
        });
        b - a
    };
    let mut differences: Vec<f64> = (0..samples).map(sample).collect();
    differences.sort_by(f64::total_cmp);
    let outside = samples / 40;
    [differences[outside], differences[samples - 1 - outside]]
    //@ stub todo!("{samples} differences of {b:?} and {a:?} with {}", rng.next_u32())
    //@ end
}
exercise_solutions::tests!(better_by_one_point);
