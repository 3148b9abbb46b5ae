use attention::tape::{Mode, Tape};
use attention::{Real, assert_near};
use attention::{data::PAD, nn::init::normal};
use mean_of_means::loss_per_token;
use ndarray::{Array2, Axis};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn random(batch: usize, steps: usize, rng: &mut ChaCha8Rng) -> Array2<Real> {
    Array2::from_shape_fn((batch, steps), |_| rng.random_range(0.0..4.0))
}

#[test]
fn every_token_counts_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let lens = [5, 1, 3, 0];
    let losses = random(4, 5, &mut rng);
    let before: Real = loss_per_token(&losses, &lens);
    for ((sentence, step), _) in losses.indexed_iter() {
        let mut changed = losses.clone();
        changed[[sentence, step]] += 1.0;
        let after: Real = loss_per_token(&changed, &lens);
        let want: Real = if step < lens[sentence] { 1.0 / 9.0 } else { 0.0 };
        assert_near!(after - before, want, 1e-4, "1 more at [{sentence}, {step}] adds");
    }
}

#[test]
fn agrees_with_the_cross_entropy_of_the_crate() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for lens in [vec![2, 7, 4], vec![1, 1, 6, 3], vec![5]] {
        let steps = lens.iter().copied().max().unwrap_or(0);
        let logits = normal((lens.len(), steps, 6), 1.0, &mut rng);
        let targets = Array2::from_shape_fn((lens.len(), steps), |(sentence, step)| {
            if step < lens[sentence] { 1 + (sentence + step) % 5 } else { PAD }
        });
        let tape = Tape::new(Mode::Eval, 0);
        let logits = tape.constant(logits);
        let picked = logits.log_softmax().pick(&targets).value();
        let losses = -picked.into_owned().into_dimensionality().unwrap();
        let want: Real = logits.cross_entropy(&targets, Some(PAD)).item();
        let got: Real = loss_per_token(&losses, &lens);
        assert_near!(got, want, 1e-4, "the lengths {lens:?}");
    }
}

#[test]
fn the_order_into_batches_does_not_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let lens = [6, 2, 1, 4];
    let losses = random(4, 6, &mut rng);
    let total = |places: &[usize]| -> Real {
        let lens: Vec<usize> = places.iter().map(|&place| lens[place]).collect();
        let mean: Real = loss_per_token(&losses.select(Axis(0), places), &lens);
        mean * lens.iter().sum::<usize>() as Real
    };
    let want = total(&[0, 1, 2, 3]);
    let got = total(&[0, 2]) + total(&[3, 1]);
    assert_near!(got, want, 1e-3, "the sum of all losses, from two batches");
    let empty: Real = loss_per_token(&Array2::zeros((0, 3)), &[]);
    assert_eq!(empty, 0.0, "the loss of a batch without tokens");
}
