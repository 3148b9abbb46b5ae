use attention::{Real, train::Report, transformer::Arrangement};
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
    assert!(
        (rates[1] - 0.01).abs() < 1e-6 && rates[0] < rates[1],
        "the rate reaches 0.01 with the thirtieth step: {rates:?}"
    );
    for (seed, want) in [(0, 2.802), (1, 3.292), (2, 2.246)] {
        let got = train_deep(Arrangement::PostNorm, 1, seed).losses()[0];
        assert!(
            (got - want).abs() < 0.01,
            "the first loss of seed {seed} is {want}, not {got}"
        );
    }
}

#[test]
fn one_block_is_enough() {
    let got: Real = mean(Arrangement::PostNorm, 1, 0..4);
    assert!((0.4..1.1).contains(&got), "post-norm, 1 block: {got}, not 0.4 to 1.1");
}
