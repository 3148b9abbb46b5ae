use attention::nadaraya_watson::{Kernel, Samples, loss_and_gradient};
use attention::{Real, assert_near};
use ndarray::array;
use one_fit::leave_one_out_loss;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn an_isolated_point_is_predicted_as_zero() {
    let samples = Samples::new(array![0.0, 0.5, 9.0], array![1.0, 2.0, 6.0]).unwrap();
    for kernel in [Kernel::Boxcar, Kernel::Epanechnikov, Kernel::Triangular] {
        let got: Real = leave_one_out_loss(&samples, kernel, 1.0).unwrap();
        let want = (1.0 + 1.0 + 36.0) / 3.0;
        assert_near!(got, want, 1e-3, "{kernel:?}: the errors 1, -1, and -6");
    }
}

#[test]
fn points_count_by_their_own_weight() {
    let inputs = array![0.0, 0.1, 0.2, 0.3, 0.4, 3.0, 3.9];
    let targets = array![1.0, 1.0, 1.0, 1.0, 1.0, 5.0, 9.0];
    let samples = Samples::new(inputs, targets).unwrap();
    let got: Real = leave_one_out_loss(&samples, Kernel::Boxcar, 1.0).unwrap();
    let want = (16.0 + 16.0) / 7.0;
    assert_near!(got, want, 1e-3, "five points without error, two that miss by 4");
}

#[test]
fn the_gaussian_loss_of_the_chapter() {
    for seed in [22, 23, 24] {
        let samples = Samples::draw(50, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        for w in [0.5, 1.0, 2.0] {
            let (want, _) = loss_and_gradient(&samples, w);
            let got: Real =
                leave_one_out_loss(&samples, Kernel::Gaussian, 1.0 / w).unwrap();
            assert_near!(got, want, 1e-3, "seed {seed}, w = {w}");
        }
    }
}
