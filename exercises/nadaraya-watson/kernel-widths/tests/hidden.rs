use attention::Real;
use attention::nadaraya_watson::{Kernel, PoolingError, Samples};
use kernel_widths::best_width;
use ndarray::array;
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 22;

#[test]
fn the_order_of_the_list_does_not_matter() {
    let samples = Samples::draw(50, &mut ChaCha8Rng::seed_from_u64(SEED)).unwrap();
    let sorted: [Real; 6] = [0.1, 0.25, 0.3, 0.5, 1.0, 2.0];
    let mixed: [Real; 6] = [1.0, 2.0, 0.3, 0.5, 0.1, 0.25];
    for kernel in Kernel::ALL {
        let (first, _): (Real, Real) = best_width(&samples, kernel, &sorted).unwrap();
        let (second, _): (Real, Real) = best_width(&samples, kernel, &mixed).unwrap();
        assert_eq!(first, second, "{kernel:?}: for {sorted:?}, and for {mixed:?}");
    }
}

#[test]
fn equal_errors_give_the_first_width() {
    let samples = Samples::new(array![2.0], array![1.5]).unwrap();
    let widths = [0.7, 0.2, 1.9];
    let best = best_width(&samples, Kernel::Gaussian, &widths).unwrap();
    assert_eq!(best.0, 0.7, "all widths of {widths:?} have the same error here");
}

#[test]
fn a_bad_width_is_an_error() {
    let samples = Samples::draw(50, &mut ChaCha8Rng::seed_from_u64(SEED)).unwrap();
    for widths in [[0.0, 0.5], [0.5, 0.0]] {
        let got: Result<(Real, Real), PoolingError> =
            best_width(&samples, Kernel::Triangular, &widths);
        assert_eq!(got, Err(PoolingError::Width(0.0)), "widths {widths:?}");
    }
}
