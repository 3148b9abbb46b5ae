// expect-fail: the_ratio_lies_in_the_band, agrees_with_a_loop
// misconception: sums the rows of a matrix stored row by row, which have no gaps
// region: 2
    use ndarray::Array2;
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let matrix: Array2<f32> = Array2::from_shape_fn((columns, rows), |_| rng.random());
    let (mut with_gaps, mut copied) = (0.0, 0.0);
    for row in matrix.rows() {
        let exact = row.mapv(f64::from).sum();
        with_gaps += (f64::from(row.sum()) - exact).powi(2);
        copied += (f64::from(row.to_owned().sum()) - exact).powi(2);
    }
    (with_gaps / copied).sqrt()
