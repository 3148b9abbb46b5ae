use attention::{Real, array::softmax, nn::init::normal};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use top_p::nucleus;

//@ param seed
const SEED: u64 = 81;

#[test]
fn sharp_and_flat() {
    let sharp: Array1<Real> = array![0.02, 0.95, 0.03];
    assert_eq!(nucleus(&sharp, 0.9), [1], "of {sharp}");
    let flat: Array1<Real> = array![0.25, 0.3, 0.35, 0.1];
    assert_eq!(nucleus(&flat, 0.5), [2, 1], "of {flat}");
    assert_eq!(nucleus(&flat, 0.2), [2], "of {flat}");
}

#[test]
fn not_one_too_many() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for p in [0.1, 0.5, 0.8, 0.95] {
        let logits: Array1<Real> = normal(40, 1.0, &mut rng);
        let probabilities = softmax(&(2.0 * logits));
        let kept: Vec<usize> = nucleus(&probabilities, p);
        let sum = |tokens: &[usize]| -> Real {
            tokens.iter().map(|&token| probabilities[token]).sum()
        };
        let most = probabilities.fold(0.0, |most: Real, &next| most.max(next));
        assert!(!kept.is_empty() && probabilities[kept[0]] == most);
        assert!(sum(&kept) >= p, "{kept:?} have {} of {p}", sum(&kept));
        let fewer = &kept[..kept.len() - 1];
        assert!(sum(fewer) < p, "{fewer:?} already have {p}");
    }
}
