use a_batch_in_four_parts::{gradient, part_gradient};
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array, s};

#[test]
fn the_cut_into_parts_does_not_matter() {
    let token = |(row, step)| if step <= 5 * row % 8 { 1 + row * step % 4 } else { 0 };
    let whole = Array2::from_shape_fn((8, 8), token);
    let logits: Array1<Real> = array![0.2, -0.5, 1.0, 0.0, 0.4];
    for cuts in [vec![0, 1, 2, 5, 8], vec![0, 4, 8], vec![0, 7, 8], vec![0, 8]] {
        let part = |cut: &[usize]| whole.slice(s![cut[0]..cut[1], ..]).to_owned();
        let parts: Vec<Array2<usize>> = cuts.windows(2).map(part).collect();
        let got: Array1<Real> = gradient(&logits, &parts);
        assert_close(&got, &part_gradient(&logits, &whole), 1e-5);
    }
}

#[test]
fn padding_has_no_weight() {
    let logits: Array1<Real> = array![0.0, 0.0, 0.0];
    let empty: Array2<usize> = array![[0, 0], [0, 0]];
    let parts = [array![[1, 0, 0, 0]], empty.clone(), array![[2, 2, 2, 2]]];
    let got: Array1<Real> = gradient(&logits, &parts);
    let want: Array1<Real> = array![0.0, -0.2, -0.8] + 1.0 / 3.0;
    assert_close(&got, &want, 1e-5);
    assert_close(&gradient(&logits, &[empty]), &Array1::<Real>::zeros(3), 0.0);
}
