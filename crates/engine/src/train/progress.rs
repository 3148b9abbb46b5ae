//! The progress of a training.

use std::ffi::OsStr;
use std::time::Duration;

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle,
};

use super::TrainingStep;

/// A bar on the standard error stream, if that is a terminal; otherwise a line from time to time for a training
/// that has a name, and nothing for others.
pub(super) struct Progress {
    bar: ProgressBar,
    name: Option<String>,
    steps: usize,
    tokens: usize,
    seconds: f64,
    /// How many of the seconds were over when the last line was written.
    told: f64,
}

/// How many seconds lie between two lines.
const SECONDS: f64 = 30.0;

impl Progress {
    pub(super) fn new(steps: usize, name: Option<&OsStr>) -> Self {
        // Hides itself from everything but a terminal.
        Self::on(ProgressDrawTarget::stderr(), steps, name)
    }

    pub(super) fn on(
        target: ProgressDrawTarget,
        steps: usize,
        name: Option<&OsStr>,
    ) -> Self {
        let template = "{bar:24} {pos}/{len} steps, {msg}, {eta} left";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target)
            .with_style(style.expect("the template is well-formed"))
            .with_message("no loss yet")
            // What was reached stays on the screen, however the training ends.
            .with_finish(ProgressFinish::Abandon);
        Self {
            bar,
            name: name.map(|name| name.to_string_lossy().into_owned()),
            steps: 0,
            tokens: 0,
            seconds: 0.0,
            told: 0.0,
        }
    }

    /// So many steps were done before.
    pub(super) fn go_on(&mut self, done: usize) {
        self.bar.set_position(done as u64);
        self.bar.reset_eta();
    }

    /// Shows that a step is done.
    pub(super) fn advance(&mut self, step: &TrainingStep) {
        if let Some(line) = self.show(step) {
            eprintln!("{line}");
        }
    }

    /// Moves the bar, or returns the line that stands for it if it is time for one.
    pub(super) fn show(&mut self, step: &TrainingStep) -> Option<String> {
        self.steps += 1;
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
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            self.bar.set_message(message);
            return None;
        }
        let name = self.name.as_ref()?;
        if self.seconds < self.told + SECONDS {
            return None;
        }
        self.told = self.seconds;
        let (done, all) = (self.bar.position(), self.bar.length()?);
        let each = self.seconds / (self.steps - 1) as f64;
        let left = Duration::from_secs_f64(each * all.saturating_sub(done) as f64);
        let left = HumanDuration(left);
        Some(format!(
            "{name}: step {done} of {all}, {message}, {left} left"
        ))
    }

    /// Writes a line, beside the bar if there is one.
    pub(super) fn tell(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }
}
