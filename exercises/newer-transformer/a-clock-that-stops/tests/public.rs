use a_clock_that_stops::{WindowCache, rotate};
use attention::Real;
use attention::array::{assert_close, softmax};
use ndarray::Array1;

/// Returns a query, a key, or a value of a token.
fn vector(token: usize, kind: usize) -> Array1<Real> {
    (0..4).map(|c| ((3 * token + 5 * kind + 7 * c) % 11) as Real / 5.0 - 1.0).collect()
}

/// Returns the output of token `i`, which sees the `window` last tokens of the whole
/// text.
fn whole(i: usize, window: usize) -> Array1<Real> {
    let query = rotate(&vector(i, 0), i);
    let seen: Vec<usize> = ((i + 1).saturating_sub(window)..=i).collect();
    let scores: Array1<Real> =
        seen.iter().map(|&j| rotate(&vector(j, 1), j).dot(&query) / 2.0).collect();
    let mut output = Array1::zeros(4);
    for (&j, weight) in seen.iter().zip(softmax(&scores)) {
        output.scaled_add(weight, &vector(j, 2));
    }
    output
}

fn compare(steps: usize, window: usize) {
    let mut cache = WindowCache::new(window);
    for token in 0..steps {
        let [query, key, value] = [0, 1, 2].map(|kind| vector(token, kind));
        let got: Array1<Real> = cache.step(&query, &key, &value).1;
        println!("window {window}, token {token}");
        assert_close(&got, &whole(token, window), 1e-4);
    }
}

#[test]
fn every_step_agrees_with_the_whole_text() {
    compare(12, 3);
    compare(12, 4);
}

#[test]
fn the_window_is_not_full_yet() {
    compare(6, 6);
    compare(6, 20);
}
