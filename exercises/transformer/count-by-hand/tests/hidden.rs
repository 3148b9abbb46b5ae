use attention::nn::Module;
use attention::transformer::{Config, LanguageModel};
use count_by_hand::{blocks_take_over, widest};
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param vocab
const VOCAB: u64 = 112;

/// Counts the parameters of an actual model.
fn count(hidden: u64, heads: u64, blocks: u64, vocab: u64) -> u64 {
    let config = Config {
        blocks: blocks as usize,
        ..Config::new(hidden as usize, heads as usize)
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let model = LanguageModel::new(&config, vocab as usize, rng);
    model.expect("heads divide").param_count() as u64
}

#[test]
fn budgets_at_the_edge() {
    for (heads, blocks, vocab) in [(1, 1, 3), (4, 2, 20), (6, 3, 50)] {
        for hidden in [heads, 2 * heads, 5 * heads] {
            let exact = count(hidden, heads, blocks, vocab);
            let next = count(hidden + heads, heads, blocks, vocab);
            let less = (hidden > heads).then_some(hidden - heads);
            for (budget, want) in [
                (exact - 1, less),
                (exact, Some(hidden)),
                (exact + 1, Some(hidden)),
                (next - 1, Some(hidden)),
            ] {
                let got: Option<u64> = widest(budget, blocks, vocab, heads);
                assert_eq!(
                    got, want,
                    "{budget} parameters, {blocks} blocks, {vocab} tokens, {heads} heads"
                );
            }
        }
    }
    assert_eq!(widest(0, 1, 1, 1), None, "nothing fits into a budget of 0");
}

#[test]
fn the_blocks_take_over() {
    for (blocks, vocab) in [(1, 1), (1, 7), (1, 40), (2, VOCAB), (12, VOCAB), (96, 50)]
    {
        let hidden: u64 = blocks_take_over(blocks, vocab);
        assert!(hidden > 0, "hidden sizes begin at 1");
        // The formulas of the shapes, not added up.
        let enough = |h: u64| {
            let attention = 4 * h * h;
            let feed_forward = h * 4 * h + 4 * h + 4 * h * h + h;
            let inside = blocks * (attention + feed_forward + 2 * (h + h));
            inside >= vocab * h + h * vocab + vocab
        };
        assert!(
            enough(hidden),
            "{blocks} blocks, {vocab} tokens: hidden size {hidden} is too small"
        );
        assert!(
            hidden == 1 || !enough(hidden - 1),
            "{blocks} blocks, {vocab} tokens: one less than {hidden} is enough"
        );
    }
}
