//! The models of the chapter on Bahdanau attention.

use std::path::Path;

use anyhow::{Context, Result};
use attention::bahdanau::{Settings, train_models};

use super::{NOT_TRAINED, Training, chrf_of, finish, line, show};

impl Training {
    /// Trains the models of the chapter on Bahdanau attention, and writes them into the folder.
    pub(super) fn bahdanau(&self, folder: &Path, checkpoints: &Path) -> Result<()> {
        let (name, mut experiment) = self.begin(folder)?;
        let mut settings = Settings::default();
        let pairs = experiment.examples.len();
        let epochs = self.epochs(settings.epochs, settings.batch, pairs);
        settings.epochs = epochs;
        // The chapter lets the model without attention learn longer, so that time is no excuse.
        let times = if self.corpus.is_some() { 1 } else { 3 };
        settings.epochs_without_attention = times * epochs;
        let kept = self.keep(checkpoints, "bahdanau", &settings, &mut experiment)?;
        let seeds = self.seeds();
        let trained = train_models(&name, &experiment, settings, &seeds, |finished| {
            let kind = if finished.attention {
                "with attention"
            } else {
                "without       "
            };
            println!("{}", line(kind, finished.run, finished.report));
        });
        let trained = trained.context(NOT_TRAINED)?;
        finish(&kept, trained.save(folder))?;
        let with = chrf_of(&trained.bahdanau, &experiment)?;
        let without = chrf_of(&trained.fixed_context, &experiment)?;
        println!(
            "held out: chrF {with:.3} with attention, {without:.3} without (seed 0)"
        );
        Ok(show(&trained.bahdanau, &experiment)?)
    }
}
