use super::*;

/// In `abaca`, `a` occurs three times of five, followed by `b` and `c` once each.
#[test]
fn probabilities_by_hand() {
    let bits = frequencies(b"abaca", b"ab", 1);
    let [a, b] = [3.0_f64, 1.0].map(|count| (count + 3.0 / 256.0) / 8.0);
    let after_a = (1.0 + 2.0 * b) / 4.0;
    let expected = [[a, b], [a, after_a]].map(|each| -(each[0] * each[1]).log2() / 2.0);
    for (bits, expected) in bits.into_iter().zip(expected) {
        assert!((bits - expected).abs() < 1e-12, "{bits}, {expected}");
    }
}

/// A context has one probability for each byte.
#[test]
fn probabilities_of_all_bytes_add_up_to_one() {
    let training = b"The men see the girl.";
    for before in ["", "he", "xe"] {
        let total = |text: &[u8]| frequencies(training, text, 2)[2] * text.len() as f64;
        let known = if before.is_empty() { 0.0 } else { total(before.as_bytes()) };
        let sum: f64 = (0..=255)
            .map(|byte| (known - total(&[before.as_bytes(), &[byte]].concat())).exp2())
            .sum();
        assert!((sum - 1.0).abs() < 1e-9, "{before}: {sum}");
    }
}
