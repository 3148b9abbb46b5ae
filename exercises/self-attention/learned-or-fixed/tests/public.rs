use attention::{Real, assert_between};
use learned_or_fixed::{Start, accuracy_after};

const SEED: u64 = 6;

#[test]
fn chance_before_the_training() {
    for start in [Start::Waves, Start::Random] {
        let share: Real = accuracy_after(start, true, 0, SEED);
        assert_between!(share, 0.05, 0.21, "{start:?}: chance is 0.125");
    }
}

#[test]
fn a_hundred_steps_are_enough() {
    let share: Real = accuracy_after(Start::Random, true, 100, SEED);
    assert_between!(share, 0.97, 1.0, "random and learned, 100 steps");
    let share: Real = accuracy_after(Start::Waves, false, 100, SEED);
    assert_between!(share, 0.85, 1.0, "waves and fixed, 100 steps");
}
