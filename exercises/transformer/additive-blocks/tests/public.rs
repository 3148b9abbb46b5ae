use additive_blocks::AdditiveBlock;
use attention::array::{assert_close, masked_softmax};
use attention::mask::Mask;
use attention::nn::init;
use attention::tape::{Attended, Mode, Tape};
use attention::transformer::Config;
use attention::{Real, nn::Linear};
use ndarray::{Array2, Array3, Axis, Ix2, Slice, concatenate};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn matrix(linear: &Linear) -> Array2<Real> {
    let weight = linear.weight.value().into_owned();
    weight.into_dimensionality::<Ix2>().expect("a matrix")
}

#[test]
fn head_by_head() {
    let mut rng = ChaCha8Rng::seed_from_u64(111);
    let block = AdditiveBlock::new(&Config::new(6, 2), 5, &mut rng);
    let tokens: Array3<Real> = init::normal((1, 4, 6), 1.0, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(tokens.clone());
    let got: Attended = block.forward(x, &Mask::causal());

    let tokens = tokens.index_axis(Axis(0), 0).to_owned(); // [4, 6]
    let values = tokens.dot(&matrix(&block.value));
    let mut outputs = Vec::new();
    for (place, head) in block.heads.iter().enumerate() {
        let queries = tokens.dot(&matrix(&head.query)); // [4, 5]
        let keys = tokens.dot(&matrix(&head.key));
        let vector = head.score.value();
        let scores: Array2<Real> = Array2::from_shape_fn((4, 4), |(i, j)| {
            let sum = &queries.row(i) + &keys.row(j);
            sum.iter().zip(vector.iter()).map(|(s, v)| s.tanh() * v).sum()
        });
        let weights = masked_softmax(&scores, &Mask::causal());
        let of_head = got.weights.index(0, 0).index(0, place);
        assert_close(&of_head.value(), &weights, 1e-4);
        let columns = Slice::from(3 * place..3 * place + 3);
        outputs.push(weights.dot(&values.slice_axis(Axis(1), columns)));
    }
    let joined = concatenate![Axis(1), outputs[0], outputs[1]];
    let result = joined.dot(&matrix(&block.output));
    let tape = Tape::new(Mode::Eval, 0);
    let [x, result] = [tokens, result].map(|rows| tape.constant(rows));
    let x = block.around_attention.after(x, result);
    let result = block.feed_forward.forward(x);
    let want = block.around_feed_forward.after(x, result);
    assert_close(&got.output.index(0, 0).value(), &want.value(), 1e-4);
}

#[test]
fn shapes_and_sums() {
    let mut rng = ChaCha8Rng::seed_from_u64(112);
    let block = AdditiveBlock::new(&Config::new(12, 3), 4, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(init::normal((2, 5, 12), 1.0, &mut rng));
    let got: Attended = block.forward(x, &Mask::valid_lens([5, 2]));
    assert_eq!(got.output.shape(), [2, 5, 12], "[batch, steps, hidden]");
    assert_eq!(got.weights.shape(), [2, 3, 5, 5], "[batch, heads, steps, steps]");
    let sums = got.weights.value().sum_axis(Axis(3));
    assert_close(&sums, &Array3::ones((2, 3, 5)), 1e-4);
}
