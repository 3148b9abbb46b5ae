use attention::{array::assert_close, assert_between};
use in_context_bigrams::{bayes, draw_text, head, mean_loss, unigram};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn a_head_of_finite_sharpness() {
    let got: Array1<f64> = head(&[0, 1, 0, 2, 0], 3, 1.0, 4.0_f64.ln());
    assert_close(&got, &(array![7.0, 8.0, 8.0] / 23.0), 1e-4);
    // The exponentials are 1, 4, and 4 for the keys, and 4 for the sink.
    let got: Array1<f64> = head(&[1, 1, 1], 2, 0.5, 4.0_f64.ln());
    assert_close(&got, &(array![2.0, 11.0] / 13.0), 1e-4);
    assert_close(&head(&[1], 2, 2.0, 0.0), &array![0.4, 0.6], 1e-4);
}

#[test]
fn a_sharp_head_is_bayes() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for (vocab, prior) in [(2, 1.0), (5, 0.3), (8, 0.1), (3, 2.0)] {
        let (text, _) = draw_text(vocab, prior, 40, &mut rng);
        for len in 1..40 {
            let mut counts = Array1::from_elem(vocab, prior);
            for position in 1..len {
                if text[position - 1] == text[len - 1] {
                    counts[text[position]] += 1.0;
                }
            }
            let want = &counts / counts.sum();
            assert_close(&head(&text[..len], vocab, prior, 30.0), &want, 1e-4);
            assert_close(&bayes(&text[..len], vocab, prior), &want, 1e-4);
        }
    }
}

#[test]
fn the_floor() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let texts: Vec<Vec<usize>> =
        (0..30).map(|_| draw_text(8, 0.3, 100, &mut rng).0).collect();
    let floor: f64 = mean_loss(|text| bayes(text, 8, 0.3), &texts);
    assert_between!(floor, 1.4, 1.72, "the loss of the Bayes rule");
    let of_head = |sharpness| mean_loss(|text| head(text, 8, 0.3, sharpness), &texts);
    for (name, loss, [least, most]) in [
        ("prior 1", mean_loss(|text| bayes(text, 8, 1.0), &texts), [0.04, 0.1]),
        ("sharpness 3", of_head(3.0), [0.01, 0.06]),
        ("sharpness 9", of_head(9.0), [-0.002, 0.002]),
        ("unigram", mean_loss(|text| unigram(text, 8, 0.3), &texts), [0.3, 0.6]),
    ] {
        assert_between!(loss - floor, least, most, "{name}, above the Bayes rule");
    }
}
