use attention::nn::init::normal;
use attention::{Real, array::softmax, automatic_differentiation::softmax_backward};
use ndarray::{ArrayD, Axis, array};
use own_check::confirms;
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn transpose(x: &ArrayD<Real>) -> ArrayD<Real> {
    x.t().to_owned()
}

#[test]
fn checks_each_entry() {
    let input = array![[0.5, -1.5, 2.0], [1.0, 0.0, -0.3], [0.8, 0.1, -2.0]].into_dyn();
    let right = |_: &ArrayD<Real>, d: &ArrayD<Real>| transpose(d);
    assert!(confirms(transpose, right, &input, 0), "the transpose");
    let forgotten = |_: &ArrayD<Real>, d: &ArrayD<Real>| d.clone();
    assert!(!confirms(transpose, forgotten, &input, 0), "not transposed back");
    for corner in [[0, 0], [2, 2]] {
        let spoiled = |_: &ArrayD<Real>, d: &ArrayD<Real>| {
            let mut gradient = transpose(d);
            gradient[corner.as_slice()] += 0.1;
            gradient
        };
        let rejected = !confirms(transpose, spoiled, &input, 0);
        assert!(rejected, "a gradient that is wrong at {corner:?} only");
    }
    let product = |x: &ArrayD<Real>| array![x.product()].into_dyn();
    let right = |x: &ArrayD<Real>, d: &ArrayD<Real>| d.sum() * x.product() / x;
    let input = array![[1.1, 0.9, 1.2], [-0.8, 1.3, 1.0]].into_dyn();
    for seed in 0..5 {
        let confirmed = confirms(product, right, &input, seed);
        assert!(confirmed, "the product of all entries, seed {seed}");
    }
}

#[test]
fn rejects_invalid_shapes_and_numbers() {
    let same = |x: &ArrayD<Real>| x.clone();
    let input = array![[0.5, -1.5]].into_dyn();
    let flat = |_: &ArrayD<Real>, d: &ArrayD<Real>| d.index_axis(Axis(0), 0).to_owned();
    assert!(!confirms(same, flat, &input, 0), "[1, 2] with the gradient [2]");
    let short = |_: &ArrayD<Real>, _: &ArrayD<Real>| ArrayD::zeros(vec![0, 0]);
    assert!(!confirms(same, short, &input, 0), "[1, 2] with the gradient [0, 0]");
    let nan = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * Real::NAN;
    assert!(!confirms(same, nan, &input, 0), "a gradient of NaN");
    let broken = |x: &ArrayD<Real>| x * Real::NAN;
    let passed_on = |_: &ArrayD<Real>, d: &ArrayD<Real>| d.clone();
    assert!(!confirms(broken, passed_on, &input, 0), "an operation that returns NaN");
    let infinite = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * Real::INFINITY;
    assert!(!confirms(same, infinite, &input, 0), "an infinite gradient");
    let edge = |x: Real| if x > 0.5 { Real::INFINITY } else { x };
    let grows = |x: &ArrayD<Real>| x.mapv(edge);
    let wrong = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * -5.0;
    let at_the_edge = array![0.5].into_dyn();
    assert!(
        !confirms(grows, wrong, &at_the_edge, 0),
        "an infinite difference, and a finite gradient"
    );
    let empty = ArrayD::zeros(vec![0, 2]);
    assert!(confirms(same, passed_on, &empty, 0), "no entries: nothing to reject");
}

#[test]
fn confirms_for_every_seed() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..30 {
        let scores = normal((3, 4), 1.0, &mut rng).into_dyn();
        let right =
            |s: &ArrayD<Real>, d: &ArrayD<Real>| softmax_backward(&softmax(s), d);
        assert!(confirms(softmax, right, &scores, seed), "the softmax, seed {seed}");
        let zeros = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * 0.0;
        assert!(!confirms(softmax, zeros, &scores, seed), "zeros, seed {seed}");
    }
}

#[test]
fn the_tolerance_grows_with_the_difference() {
    let square = |x: &ArrayD<Real>| x * x;
    for (seed, place) in (0..).zip([100.0, -100.0, 90.0, -90.0, 80.3, -80.3]) {
        let input = array![place].into_dyn();
        let off_by = |part: Real| {
            let factor = 2.0 * (1.0 + part);
            let backward = move |x: &ArrayD<Real>, d: &ArrayD<Real>| factor * x * d;
            confirms(square, backward, &input, seed)
        };
        for part in [0.0, 0.004, -0.004] {
            assert!(off_by(part), "the square at {place}, off by {part} of itself");
        }
        for part in [0.006, -0.006] {
            assert!(!off_by(part), "the square at {place}, off by {part} of itself");
        }
    }
    let tenth = |x: &ArrayD<Real>| x * 0.1;
    let input = array![0.5, -0.2].into_dyn();
    for (off, want) in [(0.004, true), (-0.004, true), (0.006, false)] {
        let backward = |_: &ArrayD<Real>, d: &ArrayD<Real>| d * 0.1 + off;
        let got = confirms(tenth, backward, &input, 1);
        assert_eq!(got, want, "a small derivative, off by {off}");
    }
}
