use attention::nn::Module;
use attention::transformer::{Config, LanguageModel};
use count_by_hand::{parameters, widest};
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param vocab
const VOCAB: u64 = 112;

#[test]
fn a_model_that_fits_on_paper() {
    assert_eq!(parameters(2, 1, 5), 91, "hidden size 2, 1 block, 5 tokens");
}

#[test]
fn as_many_as_the_model_has() {
    for (hidden, heads, blocks, vocab) in [(6, 2, 1, 10), (8, 8, 3, 5), (12, 3, 2, 40)]
    {
        let config = Config { blocks, ..Config::new(hidden, heads) };
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let model = LanguageModel::new(&config, vocab, rng).expect("heads divide");
        let want = model.param_count() as u64;
        let got: u64 = parameters(hidden as u64, blocks as u64, vocab as u64);
        assert_eq!(
            got, want,
            "hidden size {hidden}, {heads} heads, {blocks} blocks, {vocab} tokens"
        );
    }
}

#[test]
fn the_widest_within_the_budget() {
    for heads in [1, 4, 6] {
        let hidden: u64 = widest(1_000_000, 2, VOCAB, heads)
            .or(widest(10_000_000, 2, VOCAB, heads))
            .expect("ten million are enough");
        assert_eq!(hidden % heads, 0, "{hidden} is not a multiple of {heads}");
    }
}
