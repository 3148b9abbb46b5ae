use attention::mask::Mask;
use attention::nn::init::normal;
use attention::{Real, array::assert_close, array::masked_softmax};
use folded_groups::grouped_attention;
use ndarray::{Array3, Axis, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn one_query_for_each_head() {
    // Heads 0 and 1 read key head 0, heads 2 and 3 read key head 1.
    let queries: Array3<Real> = Array3::zeros((4, 1, 1));
    let keys: Array3<Real> = Array3::zeros((2, 2, 1));
    let values: Array3<Real> = array![[[1.0], [3.0]], [[5.0], [9.0]]];
    let got: Array3<Real> = grouped_attention(&queries, &keys, &values);
    assert_close(&got, &array![[[2.0]], [[2.0]], [[7.0]], [[7.0]]], 1e-5);
}

#[test]
fn equals_copied_keys() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut random = |heads: usize, rows: usize| -> Array3<Real> {
        normal((heads, rows, 3), 1.0, &mut rng)
    };
    let (queries, keys, values) = (random(4, 5), random(2, 5), random(2, 5));
    let got: Array3<Real> = grouped_attention(&queries, &keys, &values);
    for head in 0..4 {
        let [q, k, v] = [(&queries, head), (&keys, head / 2), (&values, head / 2)]
            .map(|(array, head)| array.index_axis(Axis(0), head));
        let scores = q.dot(&k.t()) / (3.0 as Real).sqrt();
        let want = masked_softmax(&scores, &Mask::causal()).dot(&v);
        assert_close(&got.index_axis(Axis(0), head), &want, 1e-4);
    }
}
