use attention::{Real, assert_between, assert_near, transformer::Arrangement};
use post_or_pre::gradient_norm;

/// Returns the geometric mean over ten seeds from `first` on.
pub fn mean(arrangement: Arrangement, blocks: usize, place: usize, first: u64) -> Real {
    let norm = |seed| gradient_norm(arrangement, blocks, place, seed).ln();
    ((first..first + 10).map(norm).sum::<Real>() / 10.0).exp()
}

#[test]
fn one_block() {
    for (seed, want) in [(0, 69.95), (1, 60.01), (2, 63.54)] {
        let got: Real = gradient_norm(Arrangement::PostNorm, 1, 0, seed);
        assert_near!(got, want, 0.1, "one block, post-norm, seed {seed}");
    }
    let got: Real = mean(Arrangement::PostNorm, 1, 0, 0);
    assert_between!(got, 60.0, 76.0, "the mean norm of one block, post-norm");
    let got: Real = mean(Arrangement::PreNorm, 1, 0, 0);
    assert_between!(got, 56.0, 72.0, "the mean norm of one block, pre-norm");
}

#[test]
fn the_last_of_sixteen() {
    let got: Real = mean(Arrangement::PostNorm, 16, 15, 0);
    assert_between!(got, 55.0, 85.0, "the last of 16 blocks, post-norm");
    let got: Real = mean(Arrangement::PreNorm, 16, 15, 0);
    assert_between!(got, 15.0, 25.0, "the last of 16 blocks, pre-norm");
}
