use super::public::check;
use attention::Real;
use attention::array::softmax;
use attention::attention_cues::{random_weights, uniform_weights};
use kinds_by_name::{Kind, TOLERANCE};
use ndarray::{Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn rounding_does_not_change_the_kind() {
    for keys in [3, 50] {
        let weights = random_weights(40, keys, &mut ChaCha8Rng::seed_from_u64(3));
        for row in weights.rows() {
            check(row.to_owned(), Kind::Convex);
        }
    }
    for keys in 2..60 {
        check(uniform_weights(1, keys).row(0).to_owned(), Kind::Uniform);
        let equal: Array2<Real> = softmax(&Array2::from_elem((1, keys), -0.3));
        check(equal.row(0).to_owned(), Kind::Uniform);
    }
    check(array![1e-7, 1.0, -1e-7], Kind::OneHot);
    check(array![1.0, -TOLERANCE, TOLERANCE], Kind::OneHot);
    check(array![0.999_999, 0.000_001, 0.0], Kind::OneHot);
}

#[test]
fn short_and_strange_rows() {
    check(array![0.0, 0.0], Kind::Nonnegative);
    check(array![0.5, 0.5, 0.5], Kind::Nonnegative);
    check(array![], Kind::Nonnegative);
    check(array![1.0], Kind::OneHot);
    check(array![0.5], Kind::Nonnegative);
    check(array![Real::NAN, 1.0], Kind::Other);
    check(array![Real::INFINITY, 0.0], Kind::Other);
    check(array![Real::INFINITY, Real::NEG_INFINITY], Kind::Other);
}
