use attention::data::{BOS, EOS};
use guess_and_check::{Written, bigram, residual, write};
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn what_the_guesses_left_over() {
    let (p, q) = (array![0.5, 0.3, 0.2], array![0.2, 0.6, 0.2]);
    let got: Array1<f64> = residual(&p, &q);
    assert_eq!(got, array![1.0, 0.0, 0.0], "only token 0 is likelier in p");
    let got: Array1<f64> = residual(&array![0.5, 0.5, 0.0], &array![0.25, 0.25, 0.5]);
    assert_eq!(got, array![0.5, 0.5, 0.0], "both excesses are 0.25");
}

#[test]
fn pairs_are_counted() {
    // Texts "4 5 4" and "4".
    let got: Array2<f64> = bigram(&[vec![4, 5, 4], vec![4]], 6);
    assert_eq!(got[[BOS, 4]], 1.0, "both texts begin with 4");
    assert_eq!(got[[4, 5]], 1.0 / 3.0, "one of three tokens 4 precedes a 5");
    assert_eq!(got[[4, EOS]], 2.0 / 3.0, "two of three tokens 4 are last");
    assert_eq!(got[[5, 4]], 1.0, "the only 5 precedes a 4");
    assert_eq!(got[[0, 3]], 1.0 / 6.0, "nothing is known after token 0");
}

#[test]
fn a_draft_that_is_the_target() {
    let certain =
        |token: usize| Array1::from_shape_fn(8, |i| f64::from(u8::from(i == token)));
    // The text is always 4 5 6 7 4 5 6.
    let next = |len: usize| certain(if len < 7 { 4 + len % 4 } else { EOS });
    let target = |text: &[usize]| (0..=text.len()).map(next).collect();
    let draft = |text: &[usize]| next(text.len());
    for (guesses, calls) in [(0, 8), (1, 4), (3, 2), (7, 1), (8, 1), (20, 1)] {
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        let got: Written = write(&target, &draft, guesses, 100, rng);
        assert_eq!(
            got.text,
            [4, 5, 6, 7, 4, 5, 6],
            "the only text, {guesses} guesses"
        );
        assert_eq!(got.calls, calls, "calls with {guesses} guesses");
        assert_eq!(got.accepted, got.offered, "every guess is right");
    }
}
