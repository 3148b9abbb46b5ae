//! The models of the chapter on Bahdanau attention.

use std::path::Path;

use attention::bahdanau::{Settings, TrainedRecurrent, train_models};

use super::{Training, TrainingError, chrf_of, finish, line, show};

impl Training {
    /// Trains the models of the chapter on Bahdanau attention, writes them into the folder, and tells
    /// what happens line by line.
    ///
    /// # Errors
    ///
    /// [`TrainingError`] with the file, line or setting that is to blame.
    pub fn bahdanau(
        &self,
        folder: &Path,
        mut tell: impl FnMut(&str),
    ) -> Result<TrainedRecurrent, TrainingError> {
        let (name, mut experiment) = self.begin(folder, &mut tell)?;
        let mut settings = Settings::default();
        let pairs = experiment.examples.len();
        let epochs = self.epochs(settings.epochs, settings.batch, pairs);
        settings.epochs = epochs;
        // The chapter lets the model without attention learn longer, so that time is no excuse.
        let times = if self.corpus.is_some() { 1 } else { 3 };
        settings.epochs_without_attention = times * epochs;
        let kept = self.keep("bahdanau", &settings, &mut experiment, &mut tell)?;
        let seeds = self.seeds();
        let trained = train_models(&name, &experiment, settings, &seeds, |finished| {
            let kind = if finished.attention {
                "with attention"
            } else {
                "without       "
            };
            tell(&line(kind, finished.run, finished.report));
        })?;
        finish(kept, trained.save(folder))?;
        let [with, without] = [
            chrf_of(&trained.bahdanau, &experiment)?,
            chrf_of(&trained.fixed_context, &experiment)?,
        ];
        tell(&format!(
            "held out: chrF {with:.3} with attention, {without:.3} without (seed 0)"
        ));
        show(&trained.bahdanau, &experiment, &mut tell)?;
        Ok(trained)
    }
}
