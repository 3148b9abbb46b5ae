use std::ffi::OsStr;
use std::panic::{self, AssertUnwindSafe};
use std::sync::LazyLock;
use std::time::Duration;

use indicatif::{
    HumanDuration, MultiProgress, ProgressBar, ProgressFinish, ProgressStyle,
};

use super::TrainingStep;

/// The bars of all trainings in progress, one below the other. They are drawn only on a terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Runs a function that prints without disturbing the progress bars.
///
/// The bars of all trainings wait meanwhile, so the function must neither train nor call
/// `without_progress_bar` itself.
pub fn without_progress_bar(print: impl FnOnce()) {
    // A panic within `suspend`, as of `println!` into a closed pipe, would break all bars.
    let printed = BARS.suspend(|| panic::catch_unwind(AssertUnwindSafe(print)));
    printed.unwrap_or_else(|payload| panic::resume_unwind(payload));
}

/// A progress bar on standard error if that is a terminal, otherwise occasional lines for training
/// with a name.
pub(super) struct Progress {
    bar: ProgressBar,
    name: Option<String>,
    steps: usize,
    tokens: usize,
    seconds: f64,
    /// The elapsed seconds when the last line was written.
    told: f64,
}

/// The seconds between two lines.
const SECONDS: f64 = 30.0;

impl Progress {
    pub(super) fn new(steps: usize, name: Option<&OsStr>) -> Self {
        Self::on(&BARS, steps, name)
    }

    pub(super) fn on(bars: &MultiProgress, steps: usize, name: Option<&OsStr>) -> Self {
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let prefix = name.as_ref().map(|name| format!("{name}: "));
        let template = "{bar:16} {prefix}{pos}/{len} steps, {msg}, {eta} left";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(steps as u64)
            .with_prefix(prefix.unwrap_or_default())
            .with_style(style.expect("the template is well-formed"))
            .with_message("no loss yet")
            // The bar stays on the screen, however training ends.
            .with_finish(ProgressFinish::Abandon);
        Self { bar: bars.add(bar), name, steps: 0, tokens: 0, seconds: 0.0, told: 0.0 }
    }

    /// Continues after this many steps.
    pub(super) fn resume(&mut self, done: usize) {
        self.bar.set_position(done as u64);
        self.bar.reset_eta();
    }

    /// Reports a finished step.
    pub(super) fn advance(&mut self, step: &TrainingStep) {
        if let Some(line) = self.show(step) {
            eprintln!("{line}");
        }
    }

    /// Advances the bar, or returns a line instead if one is due.
    pub(super) fn show(&mut self, step: &TrainingStep) -> Option<String> {
        self.steps += 1;
        let mut message = format!("loss {:.4}", step.loss);
        // As in the report, the first step does not count toward the speed.
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
        Some(format!("{name}: step {done} of {all}, {message}, {left} left"))
    }
}

#[cfg(test)]
mod tests;
