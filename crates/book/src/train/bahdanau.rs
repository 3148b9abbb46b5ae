//! The models of the chapter on Bahdanau attention.

use std::path::Path;

use attention::bahdanau::{Settings, Trained, train_models};

use super::{Training, TrainingError, line, show};

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
    ) -> Result<Trained, TrainingError> {
        let (name, experiment) = self.begin(folder, &mut tell)?;
        let mut settings = Settings::default();
        if let Some(epochs) = self.epochs {
            settings.epochs = epochs;
            settings.epochs_without_attention = 3 * epochs;
        }
        let seeds = self.seeds();
        let trained = train_models(&name, &experiment, settings, &seeds, |finished| {
            let kind = if finished.attention {
                "with attention"
            } else {
                "without       "
            };
            tell(&line(kind, finished.run, finished.report));
        })?;
        trained.save(folder)?;
        show(&trained.bahdanau, &experiment, &mut tell)?;
        Ok(trained)
    }
}
