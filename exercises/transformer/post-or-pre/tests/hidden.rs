use super::public::between;
use attention::{Real, transformer::Arrangement};
use post_or_pre::gradient_norm;

/// The geometric mean over ten seeds.
fn mean(arrangement: Arrangement, blocks: usize, place: usize) -> Real {
    let norm = |seed| gradient_norm(arrangement, blocks, place, seed).ln();
    ((20..30).map(norm).sum::<Real>() / 10.0).exp()
}

#[test]
fn the_first_of_sixteen() {
    let got: Real = mean(Arrangement::PreNorm, 16, 0);
    between("the first of 16 blocks, pre-norm", 50.0, 120.0, got);
    let got: Real = mean(Arrangement::PostNorm, 16, 0);
    between("the first of 16 blocks, post-norm", 30.0, 100.0, got);
}

#[test]
fn without_a_norm_it_explodes() {
    let got: Real = mean(Arrangement::WithoutNorm, 16, 15);
    between("the last of 16 blocks, no norm", 3e4, 2e5, got);
}
