use attention::{Real, array::assert_close, nn::init::normal};
use cheaper_attention::{Summary, features, multiplications};
use ndarray::Array1;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_all_pairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(101);
    let [queries, keys, values] =
        [4, 4, 3].map(|columns| normal((9, columns), 1.0, &mut rng));
    let mut summary = Summary::new(4, 3);
    for t in 0..9 {
        let got: Array1<Real> =
            summary.step(&queries.row(t), &keys.row(t), &values.row(t));
        let (mut sum, mut want) = (0.0, Array1::zeros(3));
        for j in 0..=t {
            let weight = features(&queries.row(t)).dot(&features(&keys.row(j)));
            sum += weight;
            want.scaled_add(weight, &values.row(j));
        }
        assert_close(&got, &(want / sum), 1e-4);
    }
}

#[test]
fn counts_of_a_short_text() {
    let (stored, summary): (u64, u64) = multiplications(2, 3);
    assert_eq!(stored, 18, "1 and 2 scores, 1 and 2 values of 3 numbers");
    assert_eq!(summary, 42, "twice two matrices of 9 numbers and 3 more");
}
