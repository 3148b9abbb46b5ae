use additive_blocks::AdditiveBlock;
use attention::Real;
use attention::array::assert_close;
use attention::mask::Mask;
use attention::nn::{Module, Param, Visitor, init};
use attention::tape::{Mode, Tape};
use attention::transformer::{Arrangement, Config};
use ndarray::{Array3, ArrayD, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn outputs(block: &AdditiveBlock, tokens: &Array3<Real>, mask: &Mask) -> ArrayD<Real> {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(tokens.clone());
    block.forward(x, mask).output.value().into_owned()
}

#[test]
fn both_arrangements() {
    for arrangement in
        [Arrangement::PreNorm, Arrangement::PostNorm, Arrangement::WithoutResidual]
    {
        let mut rng = ChaCha8Rng::seed_from_u64(113);
        let config = Config { arrangement, ..Config::new(8, 2) };
        let block = AdditiveBlock::new(&config, 3, &mut rng);
        let tokens: Array3<Real> = init::normal((2, 5, 8), 3.0, &mut rng) + 1.0;
        let got = outputs(&block, &tokens, &Mask::all());
        // The parts of the block, with the attention seen as one sublayer.
        let tape = Tape::new(Mode::Eval, 0);
        let x = tape.constant(tokens);
        let inner = block.around_attention.before(x);
        let values = block.value.forward(inner);
        let heads = [0, 1].map(|place| {
            let values = values.slice(2, 4 * place..4 * place + 4);
            let head = &block.heads[place];
            head.forward(inner, inner, values, &Mask::all()).output
        });
        let result = block.output.forward(attention::tape::concat(&heads, 2));
        let x = block.around_attention.after(x, result);
        let inner = block.around_feed_forward.before(x);
        let result = block.feed_forward.forward(inner);
        let want = block.around_feed_forward.after(x, result).value();
        println!("{arrangement:?}");
        assert_close(&got, &want, 1e-4);
    }
}

#[test]
fn padding_and_the_future() {
    let mut rng = ChaCha8Rng::seed_from_u64(114);
    let block = AdditiveBlock::new(&Config::new(8, 4), 3, &mut rng);
    let tokens: Array3<Real> = init::normal((1, 6, 8), 1.0, &mut rng);
    for (mask, changed, kept) in [(Mask::causal(), 4, 4), (Mask::valid_lens([3]), 3, 3)]
    {
        let before = outputs(&block, &tokens, &mask);
        let mut other = tokens.clone();
        for column in 0..8 {
            other[[0, changed, column]] = 5.0 - column as Real;
        }
        let after = outputs(&block, &other, &mask);
        let [earlier, other] =
            [&before, &after].map(|all| all.slice(s![0, ..kept, ..]));
        assert_close(&other, &earlier, 1e-5);
        let gap = (&after - &before).slice(s![0, changed, ..]).abs().sum();
        assert!(gap > 0.1, "row {changed} itself with {mask:?}");
    }
}

#[test]
fn everything_can_learn() {
    let mut rng = ChaCha8Rng::seed_from_u64(115);
    let block = AdditiveBlock::new(&Config::new(8, 4), 3, &mut rng);
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.constant(init::normal((2, 6, 8), 1.0, &mut rng));
    let factors = tape.constant(init::normal((2, 6, 8), 1.0, &mut rng));
    let output = block.forward(x, &Mask::causal()).output;
    let gradients = (output * factors).sum().backward();
    let mut idle = Vec::new();
    let mut see = |name: &str, param: &Param| {
        let slope: Option<&ArrayD<Real>> = gradients.of(param);
        if !slope.is_some_and(|slope| slope.iter().any(|&d| d != 0.0)) {
            idle.push(name.to_owned());
        }
    };
    block.visit(&mut Visitor::new(&mut see));
    assert!(idle.is_empty(), "no gradient reaches {idle:?}");
}
