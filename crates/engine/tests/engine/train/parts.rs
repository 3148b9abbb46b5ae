//! One training on several threads.

use engine::Real;
use engine::nn::Linear;
use engine::tape::{Mode, Tape, concat};
use engine::testing::assert_panics;
use engine::train::{
    Adam, Batch, Cause, InParts, Loss, Report, Stopped, Trainer, clip_global_norm,
};
use ndarray::{Array1, Array2};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::assert_close;

/// A layer that reads rows of random numbers, different ones in each part of each step.
struct Rows {
    parts: usize,
    /// The part that fails in step 2.
    failing: Option<(usize, &'static str)>,
    dropout: Real,
}

impl Rows {
    fn new(parts: usize) -> Self {
        Self { parts, failing: None, dropout: 0.3 }
    }
}

impl InParts for Rows {
    type Model = Linear;

    fn model(&self) -> Linear {
        Linear::new(3, 2, &mut ChaCha8Rng::seed_from_u64(0))
    }

    fn parts(&self) -> usize {
        self.parts
    }

    fn loss<'t>(&self, model: &Linear, tape: &'t Tape, step: usize, part: usize) -> Batch<'t> {
        match self.failing {
            Some((failing, how)) if (step, part) == (2, failing) => match how {
                "error" => return Err(format!("part {part}").into()),
                _ => panic!("part {part}"),
            },
            _ => {}
        }
        let output = model.forward(tape.constant(numbers(step, part)));
        let targets = Array1::from_elem(part + 1, 1);
        let value = output.dropout(self.dropout).cross_entropy(&targets, None);
        Ok(Loss { value, tokens: part + 1 })
    }
}

fn numbers(step: usize, part: usize) -> Array2<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64((10 * step + part) as u64);
    Array2::from_shape_fn((part + 1, 3), |_| rng.random_range(-1.0..1.0))
}

fn train(rows: &Rows, threads: usize) -> (Linear, Result<Report, Stopped>) {
    let model = rows.model();
    let mut adam = Adam::new(0.1).expect("a positive rate");
    let trainer = Trainer::new(5).clip(0.5).expect("a positive norm");
    let mut steps = Vec::new();
    let result = trainer.run_in_parts(rows, &model, &mut adam, threads, |step| steps.push(step));
    assert!(result.is_err() || steps == [0, 1, 2, 3, 4]);
    (model, result)
}

#[test]
fn threads_change_no_bit() {
    for parts in [1, 2, 3, 5] {
        let rows = Rows::new(parts);
        let (one, report) = train(&rows, 1);
        let losses = report.unwrap().losses();
        for threads in [0, 2, 3, 8] {
            let (other, report) = train(&rows, threads);
            assert_eq!(report.unwrap().losses(), losses);
            assert_eq!(other.weight.value(), one.weight.value(), "{parts} parts, {threads}");
        }
    }
}

/// Parts with different numbers of tokens are one batch.
#[test]
fn the_loss_is_the_mean_over_all_tokens() {
    let rows = Rows { dropout: 0.0, ..Rows::new(3) };
    let (_, report) = train(&rows, 2);
    let first = report.unwrap().steps[0];

    let (tape, model) = (Tape::new(Mode::Train, 0), rows.model());
    let all: Vec<_> = (0..3).map(|part| tape.constant(numbers(0, part))).collect();
    let output = model.forward(concat(&all, 0));
    let loss = output.cross_entropy(&Array1::from_elem(6, 1), None);
    let norm = clip_global_norm(&mut loss.backward(), 0.5);
    assert_eq!(first.tokens, 6);
    assert_close(&[first.loss, first.gradient_norm], &[loss.item(), norm], 1e-6);
}

#[test]
fn the_first_part_that_fails_is_reported() {
    for threads in [1, 3] {
        let rows = Rows { failing: Some((1, "error")), ..Rows::new(3) };
        let (_, result) = train(&rows, threads);
        let stopped = result.unwrap_err();
        assert!(matches!(&stopped.cause, Cause::Batch(error) if error.to_string() == "part 1"));
        assert_eq!((stopped.step, stopped.report.steps.len()), (2, 2));

        let rows = Rows { failing: Some((1, "panic")), ..Rows::new(3) };
        assert_panics("part 1", || drop(train(&rows, threads)));
    }
    assert_panics("run_in_parts: a batch has no parts", || {
        drop(train(&Rows::new(0), 1));
    });
}
