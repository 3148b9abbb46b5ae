use attention::{
    Real, assert_between, assert_near, train::Report, transformer::Arrangement,
};
use deeper::train_deep;

/// Returns the mean of the last 5 losses, over some seeds.
pub fn mean(
    arrangement: Arrangement,
    blocks: usize,
    seeds: std::ops::Range<u64>,
) -> Real {
    let count = seeds.clone().count() as Real;
    let last = |seed| -> Real {
        let losses = train_deep(arrangement, blocks, seed).losses();
        losses[losses.len() - 5..].iter().sum::<Real>() / 5.0
    };
    seeds.map(last).sum::<Real>() / count
}

#[test]
fn one_hundred_steps() {
    let report: Report = train_deep(Arrangement::PostNorm, 1, 0);
    assert_eq!(report.steps.len(), 100, "steps of the training");
    let tokens = report.steps[99].tokens;
    assert_eq!(tokens, 96, "16 targets of 6 tokens in a step");
    let rates = [28, 29].map(|step| report.steps[step].learning_rate);
    assert_near!(rates[1], 0.01, 1e-6, "the learning rate of the thirtieth step");
    assert!(rates[0] < rates[1], "the rate of the step before is lower: {rates:?}");
    for (seed, want) in [(0, 2.802), (1, 3.292), (2, 2.246)] {
        let got = train_deep(Arrangement::PostNorm, 1, seed).losses()[0];
        assert_near!(got, want, 0.01, "the first loss of seed {seed}");
    }
}

#[test]
fn one_block_is_enough() {
    let got: Real = mean(Arrangement::PostNorm, 1, 0..4);
    assert_between!(got, 0.4, 1.1, "the loss with post-norm, 1 block");
}
