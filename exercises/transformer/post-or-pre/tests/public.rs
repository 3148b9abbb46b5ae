use attention::{Real, transformer::Arrangement};
use post_or_pre::gradient_norm;

/// Returns the geometric mean over ten seeds from `first` on.
pub fn mean(arrangement: Arrangement, blocks: usize, place: usize, first: u64) -> Real {
    let norm = |seed| gradient_norm(arrangement, blocks, place, seed).ln();
    ((first..first + 10).map(norm).sum::<Real>() / 10.0).exp()
}

#[track_caller]
pub fn assert_between(what: &str, low: Real, high: Real, got: Real) {
    assert!((low..high).contains(&got), "{what}: {got}, not {low} to {high}");
}

#[test]
fn one_block() {
    for (seed, want) in [(0, 69.95), (1, 60.01), (2, 63.54)] {
        let got: Real = gradient_norm(Arrangement::PostNorm, 1, 0, seed);
        let what = format!("one block, post-norm, seed {seed}");
        assert_between(&what, want - 0.1, want + 0.1, got);
    }
    assert_between(
        "one block, post-norm",
        60.0,
        76.0,
        mean(Arrangement::PostNorm, 1, 0, 0),
    );
    assert_between(
        "one block, pre-norm",
        56.0,
        72.0,
        mean(Arrangement::PreNorm, 1, 0, 0),
    );
}

#[test]
fn the_last_of_sixteen() {
    assert_between(
        "the last of 16 blocks, post-norm",
        55.0,
        85.0,
        mean(Arrangement::PostNorm, 16, 15, 0),
    );
    assert_between(
        "the last of 16 blocks, pre-norm",
        15.0,
        25.0,
        mean(Arrangement::PreNorm, 16, 15, 0),
    );
}
