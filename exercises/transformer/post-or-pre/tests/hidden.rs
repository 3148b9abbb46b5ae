use super::public::{assert_between, mean};
use attention::transformer::Arrangement;

#[test]
fn the_first_of_sixteen() {
    assert_between(
        "the first of 16 blocks, pre-norm",
        50.0,
        120.0,
        mean(Arrangement::PreNorm, 16, 0, 20),
    );
    assert_between(
        "the first of 16 blocks, post-norm",
        30.0,
        100.0,
        mean(Arrangement::PostNorm, 16, 0, 20),
    );
}

#[test]
fn without_a_norm_it_explodes() {
    assert_between(
        "the last of 16 blocks, no norm",
        3e4,
        2e5,
        mean(Arrangement::WithoutNorm, 16, 15, 20),
    );
}
