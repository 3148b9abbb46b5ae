// expect-fail: agrees_with_a_loop
// misconception: takes the mean absolute error for the root of the mean square
// region: 2
    use ndarray::Array2;
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let matrix: Array2<f32> = Array2::from_shape_fn((rows, columns), |_| rng.random());
    let (mut with_gaps, mut copied) = (0.0, 0.0);
    for column in matrix.columns() {
        let exact = column.mapv(f64::from).sum();
        with_gaps += (f64::from(column.sum()) - exact).abs();
        copied += (f64::from(column.to_owned().sum()) - exact).abs();
    }
    with_gaps / copied
