use a_clock_that_stops::WindowCache;
use attention::{Real, array::assert_close};
use ndarray::{Array1, array};

#[test]
fn many_windows_later() {
    let token: Array1<Real> = array![1.0, 0.5, -1.5, 2.0];
    let mut cache = WindowCache::new(4);
    let mut at_first: Option<Array1<Real>> = None;
    for step in 0..40 {
        let weights: Array1<Real> = cache.step(&token, &token, &token).0;
        if step >= 3 {
            println!("token {step}");
            let want = at_first.get_or_insert_with(|| weights.clone());
            assert_close(&weights, want, 1e-4);
        }
    }
    let weights = at_first.expect("40 steps were made");
    assert!(
        (weights[3] - weights[0]).abs() > 0.1,
        "equal tokens at offsets 0 and 3 have weights {weights}"
    );
}

#[test]
fn a_window_of_one() {
    let mut cache = WindowCache::new(1);
    for step in 0..5 {
        let value: Array1<Real> = array![step as Real, 1.0];
        let (weights, output) = cache.step(&value, &value, &value);
        assert_close(&weights, &array![1.0], 1e-6);
        assert_close(&output, &value, 1e-6);
        let read: usize = cache.read();
        assert_eq!(read, step + 1, "tokens read after token {step}");
    }
}
