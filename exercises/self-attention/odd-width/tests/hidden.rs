use attention::{Real, array::assert_close, nn::SinusoidalPositions};
use ndarray::{Array1, Array2};
use odd_width::rows;

#[test]
fn the_last_column_is_a_sine() {
    for dim in [1, 3, 11] {
        let got: Array2<Real> = rows(0, 20, dim);
        let frequency = 10_000_f64.powf(-((dim - 1) as f64) / dim as f64);
        let want = Array1::from_shape_fn(20, |i| (i as f64 * frequency).sin());
        assert_close(&got.column(dim - 1).mapv(f64::from), &want, 1e-5);
    }
}

#[test]
fn odd_widths_from_any_position() {
    for dim in [3, 7, 9] {
        for (offset, steps) in [(0, 0), (0, 1), (17, 6), (1000, 3)] {
            let got: Array2<Real> = rows(offset, steps, dim);
            let want = SinusoidalPositions::new(dim).rows(offset, steps);
            assert_close(&got, &want, 1e-5);
        }
    }
}
