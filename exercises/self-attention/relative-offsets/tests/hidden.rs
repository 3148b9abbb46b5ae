use attention::Real;
use attention::array::{assert_close, softmax};
use attention::automatic_differentiation::softmax_backward;
use attention::nn::init::normal;
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use relative_offsets::{add_offsets, table_gradient};

#[test]
fn far_offsets_share_an_entry() {
    let table: Array1<Real> = array![1.0, 2.0, 3.0];
    let got: Array2<Real> = add_offsets(&Array2::zeros((1, 6)), &table);
    assert_close(&got, &array![[2.0, 3.0, 3.0, 3.0, 3.0, 3.0]], 1e-6);
    let got: Array2<Real> = add_offsets(&Array2::zeros((5, 2)), &table);
    let want: Array2<Real> =
        array![[2.0, 3.0], [1.0, 2.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0]];
    assert_close(&got, &want, 1e-6);
    let got: Array2<Real> = add_offsets(&Array2::ones((4, 3)), &array![0.5]);
    assert_close(&got, &Array2::from_elem((4, 3), 1.5), 1e-6);
    let got: Array2<Real> = add_offsets(&Array2::zeros((0, 0)), &table);
    assert_eq!(got.dim(), (0, 0), "no queries and no keys");
}

#[test]
fn the_gradient_agrees_with_small_steps() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (queries, keys, reach) in
        [(5, 5, 2), (3, 7, 1), (6, 2, 3), (3, 3, 4), (4, 4, 0)]
    {
        let [scores, values] = [(); 2].map(|()| normal((queries, keys), 1.0, &mut rng));
        let table = normal(2 * reach + 1, 1.0, &mut rng);
        // The loss is the sum of weights times values.
        let loss = |table: &Array1<Real>| -> f64 {
            let weights = softmax(&add_offsets(&scores, table));
            (weights * &values).mapv(f64::from).sum()
        };
        let weights = softmax(&add_offsets(&scores, &table));
        let upstream = softmax_backward(&weights, &values);
        let got: Array1<Real> = table_gradient(&upstream, reach);
        let step = 0.02;
        let want: Array1<Real> = Array1::from_shape_fn(2 * reach + 1, |e| {
            let (mut above, mut below) = (table.clone(), table.clone());
            above[e] += step;
            below[e] -= step;
            ((loss(&above) - loss(&below)) / f64::from(2.0 * step)) as Real
        });
        assert_close(&got, &want, 2e-3);
    }
}
