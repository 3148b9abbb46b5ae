use std::cell::RefCell;

use attention::Real;
use attention::array::{assert_close, softmax};
use attention::automatic_differentiation::softmax_backward;
use attention::nn::init::normal;
use ndarray::{ArrayD, Axis, array};
use own_check::confirms;
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn square(x: &ArrayD<Real>) -> ArrayD<Real> {
    x * x
}

fn square_backward(x: &ArrayD<Real>, d: &ArrayD<Real>) -> ArrayD<Real> {
    2.0 * x * d
}

#[test]
fn confirms_right_gradients() {
    let input = array![[0.5, -1.5, 2.0], [1.0, 0.0, -0.3]].into_dyn();
    let confirmed = confirms(square, square_backward, &input, 0);
    assert!(confirmed, "the square with the derivative 2x must be confirmed");

    let sum_rows = |x: &ArrayD<Real>| x.sum_axis(Axis(1)); // [2, 3] to [2]
    let repeat = |x: &ArrayD<Real>, d: &ArrayD<Real>| {
        let column = d.clone().insert_axis(Axis(1));
        column.broadcast(x.raw_dim()).expect("one for each row").to_owned()
    };
    let confirmed = confirms(sum_rows, repeat, &input, 0);
    assert!(confirmed, "the sum of each row must be confirmed");
}

#[test]
fn rejects_a_factor_of_two() {
    let input = array![0.5, -1.5, 2.0].into_dyn();
    let half = |x: &ArrayD<Real>, d: &ArrayD<Real>| x * d;
    let rejected = !confirms(square, half, &input, 0);
    assert!(rejected, "the square with the derivative x must be rejected");
}

#[test]
fn is_not_blind_to_the_softmax() {
    let scores = array![[1.0, 2.0, 0.0]].into_dyn();
    let right = |s: &ArrayD<Real>, d: &ArrayD<Real>| softmax_backward(&softmax(s), d);
    let confirmed = confirms(softmax, right, &scores, 0);
    assert!(confirmed, "the softmax with its derivative must be confirmed");
    let zeros = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * 0.0;
    let rejected = !confirms(softmax, zeros, &scores, 0);
    assert!(rejected, "the softmax with zeros as its backward pass must be rejected");
    let plain = |s: &ArrayD<Real>, d: &ArrayD<Real>| softmax(s) * (d - d.sum() / 3.0);
    let rejected = !confirms(softmax, plain, &scores, 0);
    assert!(rejected, "the softmax with a plain mean must be rejected");
}

#[test]
fn the_drawn_numbers_arrive() {
    let input = array![[0.5, -1.5, 2.0], [1.0, 0.0, -0.3]].into_dyn();
    for seed in [1, 2] {
        let arrived = RefCell::new(Vec::new());
        let backward = |x: &ArrayD<Real>, d: &ArrayD<Real>| {
            arrived.borrow_mut().push(d.clone());
            square_backward(x, d)
        };
        let confirmed = confirms(square, backward, &input, seed);
        assert!(confirmed, "the square with its derivative, seed {seed}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let want: ArrayD<Real> = normal(input.raw_dim(), 1.0, &mut rng);
        let arrived = arrived.into_inner();
        assert!(!arrived.is_empty(), "`backward` was never called");
        for got in arrived {
            assert_close(&got, &want, 1e-6); // the numbers drawn with the seed
        }
    }
    // Its derivative in the direction of its own output is 0.
    let direction = |x: &ArrayD<Real>| x / (x * x).sum().sqrt();
    let zeros = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * 0.0;
    let input = array![1.0, -2.0, 0.5].into_dyn();
    let rejected = !confirms(direction, zeros, &input, 0);
    assert!(rejected, "x divided by its length, with zeros, must be rejected");
}
