use a_budget_of_tokens::batches;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Returns random lengths; either side can be the longer one.
pub fn random(examples: usize) -> Vec<[usize; 2]> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let lengths = (0..examples).map(|_| rng.random_range(4..30));
    lengths.map(|source| [source, source + source % 6 - 3]).collect()
}

pub fn drawn(lens: &[[usize; 2]], budget: usize, seed: u64) -> Vec<Vec<usize>> {
    batches(lens, budget, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// Returns batches in sorted order, with sorted indices.
pub fn sorted(mut batches: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    batches.iter_mut().for_each(|batch| batch.sort_unstable());
    batches.sort();
    batches
}

#[test]
fn five_examples() {
    let lens = [[31, 30], [9, 8], [10, 10], [99, 90], [29, 30]];
    let got: Vec<Vec<usize>> = sorted(drawn(&lens, 62, 0));
    assert_eq!(got, [vec![0, 4], vec![1, 2], vec![3]], "{lens:?}");
}
