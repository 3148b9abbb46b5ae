use super::public::{drawn, random, sorted};
use attention::assert_between;

fn longest(lens: &[[usize; 2]], batch: &[usize]) -> usize {
    batch.iter().flat_map(|&index| lens[index]).max().unwrap_or(0)
}

#[test]
fn padding_is_paid_for() {
    let lens = random(400);
    for budget in [20, 64, 200] {
        let batches = drawn(&lens, budget, 3);
        assert_eq!(
            batches.concat().len(),
            400,
            "the number of examples in all batches"
        );
        for batch in batches {
            let positions = batch.len() * longest(&lens, &batch);
            let fits = batch.len() == 1 || positions <= budget;
            assert!(fits, "{batch:?} has {positions} positions for {budget}");
        }
    }
    let sizes: Vec<usize> = drawn(&[[5, 5]; 12], 20, 4).iter().map(Vec::len).collect();
    assert_eq!(sizes, [4, 4, 4], "12 examples of 5 tokens with a budget of 20");
}

#[test]
fn similar_lengths_are_together() {
    let lens = random(2000);
    let got: Vec<Vec<usize>> = drawn(&lens, 512, 5);
    let used: usize = got.iter().map(|batch| batch.len() * longest(&lens, batch)).sum();
    let tokens: usize = lens.iter().flatten().sum();
    assert_between!(tokens as f64 / (2 * used) as f64, 0.8, 1.0, "tokens per position");
    let full = used as f64 / (512 * got.len()) as f64;
    assert_between!(full, 0.85, 1.0, "the part of the budget that is used");
}

#[test]
fn another_order_in_each_epoch() {
    let lens = random(1000);
    let [first, again, second] = [6, 6, 7].map(|seed| drawn(&lens, 256, seed));
    assert_eq!(first, again, "the same generator");
    let lengths: Vec<usize> = first.iter().map(|batch| longest(&lens, batch)).collect();
    let falls = lengths.windows(2).filter(|pair| pair[1] < pair[0]).count();
    assert!(4 * falls > lengths.len(), "the batches have the lengths {lengths:?}");
    assert_ne!(sorted(first), sorted(second), "examples of equal lengths meet again");
}
