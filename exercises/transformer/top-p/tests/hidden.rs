use attention::{Real, array::softmax, assert_near, nn::init::normal};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use top_p::{leaves_once, min_p, nucleus};

//@ param seed
const SEED: u64 = 81;

#[test]
fn ties_zeros_and_ones() {
    let even: Array1<Real> = array![0.25, 0.25, 0.25, 0.25];
    assert_eq!(nucleus(&even, 0.5), [0, 1], "equal tokens, reached exactly");
    assert_eq!(min_p(&even, 1.0), [0, 1, 2, 3], "all are as likely as one");
    let zeros: Array1<Real> = array![0.0, 0.5, 0.0, 0.5];
    assert_eq!(nucleus(&zeros, 1.0), [1, 3], "without the zeros");
    assert_eq!(min_p(&zeros, 1e-9), [1, 3], "without the zeros");
    // Below 1 together, by more than a rounding.
    let short: Array1<Real> = array![0.4999, 0.0, 0.5];
    assert_eq!(nucleus(&short, 1.0), [2, 0], "all that there is");
}

#[test]
fn the_share_of_the_likeliest() {
    let sharp: Array1<Real> = array![0.03, 0.9, 0.07];
    assert_eq!(min_p(&sharp, 0.1), [1], "a tenth of 0.9 is 0.09");
    assert_eq!(min_p(&sharp, 0.05), [1, 2], "a twentieth of 0.9 is 0.045");
    let flat: Array1<Real> = array![0.03, 0.2, 0.19, 0.2, 0.2, 0.18];
    assert_eq!(min_p(&flat, 0.1), [1, 3, 4, 2, 5, 0], "a tenth of 0.2 is 0.02");
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let logits: Array1<Real> = normal(30, 1.0, &mut rng);
    // Above a share of the largest means: so much below the largest logit.
    let most = logits.fold(Real::MIN, |most, &next| most.max(next));
    let close = logits.iter().filter(|&&logit| logit >= most - 1.0).count();
    let kept: Vec<usize> = min_p(&softmax(&logits), (-1.0 as Real).exp());
    assert_eq!(kept.len(), close, "logits within 1 of the largest");
}

#[test]
fn a_long_text_leaves() {
    let all: Array1<Real> = array![0.5, 0.25, 0.125, 0.125];
    for (kept, steps, want) in [
        (&[0, 1, 2, 3][..], 1000, 0.0),
        (&[0][..], 1, 0.5),
        (&[0, 1][..], 1, 0.25),
        (&[1, 0][..], 3, 1.0 - 0.421875),
        (&[2][..], 2, 1.0 - 0.015625),
        (&[0][..], 0, 0.0),
    ] {
        let got: f64 = leaves_once(&all, kept, steps);
        assert_near!(got, want, 1e-6, "{kept:?}, {steps} draws");
    }
}
