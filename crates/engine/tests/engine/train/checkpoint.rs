//! Interrupted training resumes as if nothing had happened.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::time::Duration;

use engine::Real;
use engine::train::{Adam, Checkpoint, Loss, Optimizer, Schedule, Sgd, Stopped, Trainer};
use ndarray::array;

use super::Params;

const STEPS: usize = 9;

/// The result of training, and the number of steps that it took.
#[derive(Debug, PartialEq)]
struct Ended {
    params: [Vec<Real>; 2],
    losses: Vec<Real>,
    steps: usize,
}

/// Trains with dropout, writes a checkpoint after each step, and may stop before a step.
fn train(
    path: Option<&Path>,
    seed: u64,
    optimizer: &mut dyn Optimizer,
    stop_at: usize,
) -> Result<Ended, Stopped> {
    let checkpoint = path.map(|path| Checkpoint { path: path.to_owned(), every: Duration::ZERO });
    train_with(checkpoint, seed, optimizer, stop_at)
}

fn train_with(
    checkpoint: Option<Checkpoint>,
    seed: u64,
    optimizer: &mut dyn Optimizer,
    stop_at: usize,
) -> Result<Ended, Stopped> {
    let params = Params::new([array![1.0, -2.0, 3.0, -4.0], array![0.5, 0.25, 2.0, 1.0]]);
    let schedule = Schedule::cosine(0.1, 2, STEPS, 0.0).expect("a valid setting");
    let trainer = Trainer::new(STEPS).clip(1.0).expect("a valid setting").seed(seed);
    let mut trainer = trainer.schedule(schedule);
    if let Some(checkpoint) = checkpoint {
        trainer = trainer.checkpoint(checkpoint);
    }
    let steps = Cell::new(0);
    let report = trainer.run(&params, optimizer, |tape, step| {
        if step == stop_at {
            Err("somebody has pressed Ctrl-C")?;
        }
        steps.set(steps.get() + 1);
        let [a, b] = [0, 1].map(|place| tape.param(&params.0[place]));
        // The second parameter receives its first gradient late.
        let value = (a * a).dropout(0.5).sum();
        let value = if step < 3 { value } else { value + (a * b).sum() };
        Ok(Loss { value, tokens: 4 })
    })?;
    Ok(Ended {
        params: [0, 1].map(|place| params.value(place)),
        losses: report.losses(),
        steps: steps.get(),
    })
}

#[test]
fn a_stopped_training_ends_with_the_same_bits() {
    type Make = fn() -> Box<dyn Optimizer>;
    let optimizers: [Make; 2] =
        [|| Box::new(Sgd::new(0.1).unwrap()), || Box::new(Adam::new(0.1).unwrap())];
    for make in optimizers {
        let whole = train(None, 7, &mut *make(), STEPS).unwrap();
        for stop_at in 1..STEPS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("new folder/model.safetensors");
            train(Some(&path), 7, &mut *make(), stop_at).unwrap_err();
            let rest = train(Some(&path), 7, &mut *make(), STEPS).unwrap();
            assert_eq!(rest.steps, STEPS - stop_at);
            let again = train(Some(&path), 7, &mut *make(), STEPS).unwrap();
            assert_eq!(again.steps, 0);
            for ended in [rest, again] {
                assert_eq!(ended.params, whole.params, "stopped at {stop_at}");
                assert_eq!(ended.losses, whole.losses);
            }
        }
    }
}

#[test]
fn a_file_of_another_training_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let adam = || Adam::new(0.1).unwrap();
    let whole = train(None, 7, &mut adam(), STEPS).unwrap();
    train(Some(&path), 8, &mut adam(), 5).unwrap_err();
    assert_eq!(train(Some(&path), 7, &mut adam(), STEPS).unwrap(), whole);

    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(train(Some(&path), 7, &mut adam(), STEPS).unwrap(), whole);
}

#[test]
fn a_flipped_bit_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let adam = || Adam::new(0.1).unwrap();
    let whole = train(None, 7, &mut adam(), STEPS).unwrap();
    train(Some(&path), 7, &mut adam(), 5).unwrap_err();
    let good = fs::read(&path).unwrap();
    // Each write waits for the disk, so only the last step writes a checkpoint.
    let rare = Checkpoint { path: path.clone(), every: Duration::MAX };
    for place in 0..good.len() {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        fs::write(&path, bytes).unwrap();
        // The training starts over, except if the bit is in the padding of the header.
        let ended = train_with(Some(rare.clone()), 7, &mut adam(), STEPS).unwrap();
        assert_eq!((&ended.params, &ended.losses), (&whole.params, &whole.losses), "{place}");
        assert!(ended.steps == STEPS || good[place] == b' ', "byte {place} of {}", good.len());
    }
}

#[test]
fn training_continues_if_it_cannot_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let path = file.join("model.safetensors");
    let mut adam = Adam::new(0.1).unwrap();
    let ended = train(Some(&path), 7, &mut adam, STEPS).unwrap();
    assert_eq!(ended, train(None, 7, &mut Adam::new(0.1).unwrap(), STEPS).unwrap());
}
