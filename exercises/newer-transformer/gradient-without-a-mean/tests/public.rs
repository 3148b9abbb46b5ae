use attention::{Real, array::assert_close};
use gradient_without_a_mean::{backward, forward};
use ndarray::{Array1, Array2, array};

#[test]
fn one_row_by_hand() {
    let x: Array2<Real> = array![[2.0, -2.0, 2.0, 2.0]];
    let gain: Array1<Real> = array![1.0, 1.0, 3.0, 1.0];
    let upstream: Array2<Real> = array![[4.0, 0.0, 4.0, 0.0]];
    let (of_x, of_gain): (Array2<Real>, Array1<Real>) =
        backward(&x, &gain, 0.0, &upstream);
    // u = (4, 0, 12, 0) and y = (1, -1, 1, 1), so the mean of u y is 4.
    assert_close(&of_x, &array![[0.0, 2.0, 4.0, -2.0]], 1e-5);
    assert_close(&of_gain, &array![4.0, 0.0, 4.0, 0.0], 1e-5);
}

#[test]
fn the_gradients_agree_with_small_steps() {
    let x: Array2<Real> = array![[0.7, -1.2, 2.0], [0.1, 0.4, -0.3]];
    let gain: Array1<Real> = array![1.5, -0.5, 0.8];
    let upstream: Array2<Real> = array![[0.3, 1.1, -0.9], [-2.0, 0.6, 0.2]];
    let loss = |x: &Array2<Real>, gain: &Array1<Real>| -> f64 {
        (forward(x, gain, 0.1) * &upstream).mapv(f64::from).sum()
    };
    let (of_x, of_gain): (Array2<Real>, Array1<Real>) =
        backward(&x, &gain, 0.1, &upstream);
    let step: Real = 0.01;
    let slope =
        |above: f64, below: f64| ((above - below) / f64::from(2.0 * step)) as Real;
    let want: Array2<Real> = Array2::from_shape_fn((2, 3), |at| {
        let (mut above, mut below) = (x.clone(), x.clone());
        above[at] += step;
        below[at] -= step;
        slope(loss(&above, &gain), loss(&below, &gain))
    });
    assert_close(&of_x, &want, 2e-3);
    let want: Array1<Real> = Array1::from_shape_fn(3, |at| {
        let (mut above, mut below) = (gain.clone(), gain.clone());
        above[at] += step;
        below[at] -= step;
        slope(loss(&x, &above), loss(&x, &below))
    });
    assert_close(&of_gain, &want, 2e-3);
}
