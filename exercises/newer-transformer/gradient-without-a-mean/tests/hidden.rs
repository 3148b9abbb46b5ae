use attention::{Real, array::assert_close, assert_near, nn::init::normal};
use gradient_without_a_mean::backward;
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn a_longer_row_has_the_same_loss() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for dim in [1, 2, 5, 16] {
        let x = normal((4, dim), 1.0, &mut rng);
        let gain = normal(dim, 1.0, &mut rng);
        let upstream = normal((4, dim), 1.0, &mut rng);
        let (of_x, _): (Array2<Real>, Array1<Real>) =
            backward(&x, &gain, 0.0, &upstream);
        for row in 0..4 {
            let along: Real = of_x.row(row).dot(&x.row(row));
            assert_near!(along, 0.0, 1e-4, "{dim} entries: the gradient times its row");
        }
    }
}

#[test]
fn every_row_on_its_own() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut x = normal((3, 4), 1.0, &mut rng);
    x.row_mut(1).mapv_inplace(|entry| 20.0 * entry);
    let gain: Array1<Real> = array![1.0, 2.0, -1.0, 0.5];
    let upstream = normal((3, 4), 1.0, &mut rng);
    let (of_x, of_gain): (Array2<Real>, Array1<Real>) =
        backward(&x, &gain, 0.01, &upstream);
    let mut sum = Array1::zeros(4);
    for row in 0..3 {
        let alone = |from: &Array2<Real>| from.select(ndarray::Axis(0), &[row]);
        let (x_alone, gain_alone): (Array2<Real>, Array1<Real>) =
            backward(&alone(&x), &gain, 0.01, &alone(&upstream));
        println!("row {row}");
        assert_close(&alone(&of_x), &x_alone, 1e-5);
        sum += &gain_alone;
    }
    assert_close(&of_gain, &sum, 1e-4);
}

#[test]
fn epsilon_counts() {
    let gain: Array1<Real> = array![2.0, -1.0];
    let upstream: Array2<Real> = array![[3.0, 5.0]];
    let (of_x, of_gain): (Array2<Real>, Array1<Real>) =
        backward(&array![[0.0, 0.0]], &gain, 0.25, &upstream);
    assert_close(&of_x, &array![[12.0, -10.0]], 1e-4);
    assert_close(&of_gain, &array![0.0, 0.0], 1e-6);
    // The mean square is 1 and epsilon 3, so the root is 2.
    let x: Array2<Real> = array![[1.0, 1.0]];
    let (of_x, _): (Array2<Real>, Array1<Real>) =
        backward(&x, &array![1.0, 1.0], 3.0, &array![[4.0, 0.0]]);
    assert_close(&of_x, &array![[1.75, -0.25]], 1e-4);
}
