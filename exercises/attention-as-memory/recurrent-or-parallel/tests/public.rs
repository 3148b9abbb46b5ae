use attention::{Real, array::assert_close};
use ndarray::{Array2, array};
use recurrent_or_parallel::{Text, largest_gap, recurrent};

#[test]
fn token_by_token() {
    let text = Text {
        queries: array![[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]],
        keys: array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
        values: array![[4.0], [8.0], [6.0]],
        factors: array![0.3, 0.5, 0.25],
    };
    let got: Array2<Real> = recurrent(&text);
    // The memory is (4, 0), (2, 8), and (6.5, 8).
    assert_close(&got, &array![[4.0], [10.0], [16.0]], 1e-5);
}

#[test]
fn the_parallel_form_passes() {
    let parallel = |text: &Text| -> Array2<Real> {
        // From token i backward, each factor fades all tokens before it.
        let mut outputs = Array2::zeros(text.values.dim());
        for i in 0..text.factors.len() {
            let mut left: Real = 1.0;
            for j in (0..=i).rev() {
                let score = text.queries.row(i).dot(&text.keys.row(j));
                let mut output = outputs.row_mut(i);
                output.scaled_add(left * score, &text.values.row(j));
                left *= text.factors[j];
            }
        }
        outputs
    };
    for seed in 0..3 {
        let gap: Real = largest_gap(&parallel, seed);
        assert!(gap < 1e-3, "seed {seed}: the two forms are equal, not {gap} apart");
    }
}
