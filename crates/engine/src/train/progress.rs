//! The progress bar of a training.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use super::TrainingStep;

/// A bar on the standard error stream, if that is a terminal; otherwise nothing.
pub(super) struct Progress {
    bar: ProgressBar,
    steps: usize,
    tokens: usize,
    seconds: f64,
}

impl Progress {
    pub(super) fn new(steps: usize) -> Self {
        // Hides itself from everything but a terminal.
        Self::on(ProgressDrawTarget::stderr(), steps)
    }

    pub(super) fn on(target: ProgressDrawTarget, steps: usize) -> Self {
        let template = "{bar:24} {pos}/{len} steps, {msg}, {eta} left";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target)
            .with_style(style.expect("the template is well-formed"))
            .with_message("no loss yet")
            // What was reached stays on the screen, however the training ends.
            .with_finish(ProgressFinish::Abandon);
        Self {
            bar,
            steps: 0,
            tokens: 0,
            seconds: 0.0,
        }
    }

    /// Shows that a step is done.
    pub(super) fn advance(&mut self, step: &TrainingStep) {
        self.steps += 1;
        if self.bar.is_hidden() {
            return;
        }
        let mut message = format!("loss {:.4}", step.loss);
        // As in the report, the first step says nothing about the speed of the others.
        if self.steps > 1 {
            self.tokens += step.tokens;
            self.seconds += step.seconds;
            if self.seconds > 0.0 {
                let speed = self.tokens as f64 / self.seconds;
                message += &format!(", {speed:.0} tokens per second");
            }
        }
        self.bar.set_message(message);
        self.bar.inc(1);
    }
}
