use attention::array::assert_close;
use in_context_bigrams::{bayes, mean_loss, unigram};
use ndarray::{Array1, array};

#[test]
fn counts_and_a_prior() {
    let got: Array1<f64> = bayes(&[0, 1, 0, 2, 0], 3, 1.0);
    // After 0 came 1 once and 2 once.
    assert_close(&got, &array![0.2, 0.4, 0.4], 1e-6);
    assert_close(&bayes(&[0, 1], 3, 0.5), &(Array1::ones(3) / 3.0), 1e-6);
}

#[test]
fn tokens_without_order() {
    assert_close(&unigram(&[0, 1, 0, 2, 0], 3, 1.0), &array![0.5, 0.25, 0.25], 1e-6);
}

#[test]
fn the_loss_of_a_text() {
    let predict = |text: &[usize]| {
        if text.len() == 1 { array![0.5, 0.5] } else { array![0.25, 0.75] }
    };
    let got: f64 = mean_loss(predict, &[vec![0, 1, 0], vec![1, 1, 1]]);
    let want = -(0.5_f64.ln() + 0.25_f64.ln() + 0.5_f64.ln() + 0.75_f64.ln()) / 4.0;
    assert!((got - want).abs() < 1e-9, "the mean over 4 tokens: {want}, not {got}");
}
