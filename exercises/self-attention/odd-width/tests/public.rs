use attention::{Real, array::assert_close, nn::SinusoidalPositions};
use ndarray::Array2;
use odd_width::rows;

#[test]
fn agrees_with_the_layer() {
    assert_close(&rows(0, 10, 5), &SinusoidalPositions::new(5).rows(0, 10), 1e-6);
}

#[test]
fn even_widths_are_right() {
    for dim in [0, 2, 8] {
        let got: Array2<Real> = rows(3, 10, dim);
        assert_close(&got, &SinusoidalPositions::new(dim).rows(3, 10), 1e-6);
    }
}
