use attention::Real;
use attention::array::softmax;
use attention::automatic_differentiation::softmax_backward;
use ndarray::{Array2, ArrayD, Axis, array};
use own_check::confirms;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use rand_distr::{Distribution, StandardNormal};

fn transpose(x: &ArrayD<Real>) -> ArrayD<Real> {
    x.t().to_owned()
}

#[test]
fn looks_at_each_entry() {
    let input = array![[0.5, -1.5, 2.0], [1.0, 0.0, -0.3], [0.8, 0.1, -2.0]].into_dyn();
    let right = |_: &ArrayD<Real>, d: &ArrayD<Real>| transpose(d);
    assert!(confirms(transpose, right, &input, 0), "the transpose");
    let forgotten = |_: &ArrayD<Real>, d: &ArrayD<Real>| d.clone();
    assert!(
        !confirms(transpose, forgotten, &input, 0),
        "not transposed back"
    );
    for corner in [[0, 0], [2, 2]] {
        let spoiled = |_: &ArrayD<Real>, d: &ArrayD<Real>| {
            let mut gradient = transpose(d);
            gradient[corner.as_slice()] += 0.1;
            gradient
        };
        let rejected = !confirms(transpose, spoiled, &input, 0);
        assert!(rejected, "a gradient that is wrong at {corner:?} only");
    }
}

#[test]
fn rejects_shapes_and_numbers_that_make_no_sense() {
    let same = |x: &ArrayD<Real>| x.clone();
    let input = array![[0.5, -1.5]].into_dyn();
    let flat = |_: &ArrayD<Real>, d: &ArrayD<Real>| d.index_axis(Axis(0), 0).to_owned();
    assert!(
        !confirms(same, flat, &input, 0),
        "[1, 2] with the gradient [2]"
    );
    let short = |_: &ArrayD<Real>, _: &ArrayD<Real>| ArrayD::zeros(vec![0, 0]);
    assert!(
        !confirms(same, short, &input, 0),
        "[1, 2] with the gradient [0, 0]"
    );
    let nan = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * Real::NAN;
    assert!(!confirms(same, nan, &input, 0), "a gradient of NaN");
    let broken = |x: &ArrayD<Real>| x * Real::NAN;
    let passed_on = |_: &ArrayD<Real>, d: &ArrayD<Real>| d.clone();
    assert!(
        !confirms(broken, passed_on, &input, 0),
        "an operation that returns NaN"
    );
    let empty = ArrayD::zeros(vec![0, 2]);
    assert!(
        confirms(same, passed_on, &empty, 0),
        "no entries: nothing to reject"
    );
}

#[test]
fn confirms_for_every_seed() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..30 {
        let normal = || StandardNormal.sample(&mut rng);
        let scores: Array2<Real> = Array2::from_shape_simple_fn((3, 4), normal);
        let scores = scores.into_dyn();
        let right =
            |s: &ArrayD<Real>, d: &ArrayD<Real>| softmax_backward(&softmax(s), d);
        assert!(
            confirms(softmax, right, &scores, seed),
            "the softmax, seed {seed}"
        );
        let zeros = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * 0.0;
        assert!(
            !confirms(softmax, zeros, &scores, seed),
            "zeros, seed {seed}"
        );
    }
}
