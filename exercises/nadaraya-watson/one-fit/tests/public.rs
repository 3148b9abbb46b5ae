use attention::nadaraya_watson::{Kernel, PoolingError, Samples, predict};
use attention::{Real, assert_near};
use ndarray::{Array1, array};
use one_fit::leave_one_out_loss;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_leaving_out_by_hand() {
    for (points, width, seed) in [(12, 1.5, 1), (30, 1.0, 2), (50, 0.6, 3)] {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let samples = Samples::draw(points, rng).unwrap();
        let (inputs, targets) = (samples.inputs(), samples.targets());
        for kernel in Kernel::ALL {
            let mut want = 0.0;
            for i in 0..points {
                let others = (0..points).filter(|&j| j != i);
                let (x, y) = others.map(|j| (inputs[j], targets[j])).unzip();
                let others = Samples::new(Array1::from_vec(x), Array1::from_vec(y));
                let query = array![inputs[i]];
                let answer = predict(&others.unwrap(), &query, kernel, width).unwrap();
                want += (answer[0] - targets[i]).powi(2) / points as Real;
            }
            let got: Real = leave_one_out_loss(&samples, kernel, width).unwrap();
            assert_near!(
                got,
                want,
                1e-3 * want,
                "{points} points, {kernel:?} with width {width}: leaving out by hand"
            );
        }
    }
}

#[test]
fn a_bad_width_is_an_error() {
    let samples = Samples::new(array![0.0, 1.0], array![2.0, 3.0]).unwrap();
    let got: Result<Real, PoolingError> =
        leave_one_out_loss(&samples, Kernel::Boxcar, -1.0);
    assert_eq!(got, Err(PoolingError::Width(-1.0)), "width -1");
}
