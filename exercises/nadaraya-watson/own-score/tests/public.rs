use attention::{Real, assert_near, nadaraya_watson::Samples};
use ndarray::{Array1, array};
use own_score::{leave_one_out, search};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn a_points_own_target_does_not_count() {
    let (inputs, targets) = (array![0.0, 1.0, 1.5, 4.0], array![2.0, 3.0, 7.0, 1.0]);
    let samples = Samples::new(inputs.clone(), targets.clone()).unwrap();
    let before: Array1<Real> = leave_one_out(&samples, 0.8);
    for i in 0..4 {
        let mut changed = targets.clone();
        changed[i] += 100.0;
        let samples = Samples::new(inputs.clone(), changed).unwrap();
        let after: Array1<Real> = leave_one_out(&samples, 0.8);
        assert_near!(after[i], before[i], 1e-4, "point {i}, its own target + 100");
    }
}

#[test]
fn the_search_ends_in_the_valley() {
    let candidates = [0.5, 1.0, 4.0, 100.0, 1000.0];
    for seed in [5, 22, 31] {
        let samples = Samples::draw(50, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let got: Option<Real> = search(&samples, &candidates);
        assert_eq!(got, Some(4.0), "seed {seed}: the best of {candidates:?}");
    }
}
