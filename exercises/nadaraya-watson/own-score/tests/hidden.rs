use attention::array::assert_close;
use attention::nadaraya_watson::{Kernel, Samples, predict};
use ndarray::{Array1, Axis, array};
use own_score::leave_one_out;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_lists_of_the_others() {
    for (points, w) in [(2, 1.0), (7, 0.5), (30, 3.0)] {
        let samples = Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(9)).unwrap();
        let (inputs, targets) = (samples.inputs(), samples.targets());
        let want = Array1::from_shape_fn(points, |i| {
            let others = Vec::from_iter((0..points).filter(|&j| j != i));
            let [x, y] = [inputs, targets].map(|all| all.select(Axis(0), &others));
            let (others, query) = (Samples::new(x, y).unwrap(), array![inputs[i]]);
            predict(&others, &query, Kernel::Gaussian, 1.0 / w).unwrap()[0]
        });
        assert_close(&leave_one_out(&samples, w), &want, 1e-4);
    }
}

#[test]
fn a_far_neighbor_still_answers() {
    let samples = Samples::new(array![0.0, 1000.0], array![1.0, 5.0]).unwrap();
    assert_close(&leave_one_out(&samples, 20.0), &array![5.0, 1.0], 1e-6);
}

#[test]
fn a_single_point_has_no_neighbor() {
    let samples = Samples::new(array![2.0], array![3.0]).unwrap();
    assert_close(&leave_one_out(&samples, 1.0), &array![0.0], 1e-6);
}
