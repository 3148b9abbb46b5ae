//! The models of the chapter on the Transformer.

use std::path::Path;

use attention::data::detokenize;
use attention::transformer::{
    Finished, LanguageModel, Sampling, Settings, TrainedTransformer, Variant, sample,
    train_models,
};
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::{SHOWN, Training, TrainingError, chrf_of, finish, line, make, show};

impl Training {
    /// Trains the models of the chapter on the Transformer, writes them into the folder, and tells what
    /// happens line by line.
    ///
    /// The translator and the language model that are kept come first. Behind them come the other seeds
    /// and, with `all_variants` and for the book, the other kinds that the chapter compares. After each
    /// model, what there is so far is written into `meanwhile`, so that a training that is stopped leaves
    /// something; the book is never left with a part of it.
    ///
    /// # Errors
    ///
    /// [`TrainingError`] with the file, line or setting that is to blame.
    pub fn transformer(
        &self,
        all_variants: bool,
        folder: &Path,
        meanwhile: &Path,
        mut tell: impl FnMut(&str),
    ) -> Result<TrainedTransformer, TrainingError> {
        make(meanwhile)?;
        let (name, mut experiment) = self.begin(folder, &mut tell)?;
        let mut settings = Settings::default();
        let pairs = experiment.examples.len();
        let epochs = self.epochs(settings.epochs, settings.batch, pairs);
        // As much longer as for the book.
        let of_language_model = epochs * settings.epochs_of_language_model;
        settings.epochs_of_language_model = of_language_model.div_ceil(settings.epochs);
        settings.epochs = epochs;
        let kept = self.keep("transformer", &settings, &mut experiment, &mut tell)?;
        let kinds: &[Variant] = if all_variants || self.is_of_the_book() {
            &Variant::ALL
        } else {
            &[Variant::PostNorm]
        };
        let seeds = self.seeds();
        let watch = |finished: Finished<'_>, so_far: Option<&TrainedTransformer>| {
            tell(&of(finished));
            // The next time it may succeed, and the last time counts.
            if let Some(error) =
                so_far.and_then(|trained| trained.save(meanwhile).err())
            {
                tell(&format!("not written yet: {error}"));
            }
        };
        let trained = train_models(&name, &experiment, settings, kinds, &seeds, watch)?;
        finish(kept, trained.save(folder))?;
        let score = chrf_of(&trained.transformer, &experiment)?;
        tell(&format!("held out: chrF {score:.3} (seed 0)"));
        show(&trained.transformer, &experiment, &mut tell)?;
        write(&trained, &mut tell);
        Ok(trained)
    }
}

/// Lets the language model write a few texts.
fn write(trained: &TrainedTransformer, tell: &mut impl FnMut(&str)) {
    let nothing = LanguageModel::no_sources(SHOWN);
    let (sampling, rng) = (Sampling::default(), &mut ChaCha8Rng::seed_from_u64(0));
    tell("the language model writes:");
    for text in sample(&trained.language_model, &nothing, LONGEST, &sampling, rng) {
        let text = detokenize(&trained.words().decode(&text.tokens));
        tell(&format!("    {text}"));
    }
}

/// How many tokens of a text are shown.
const LONGEST: usize = 30;

/// What is told of a model that is trained.
fn of(finished: Finished<'_>) -> String {
    match finished {
        Finished::LanguageModel { run, report } => format!(
            "{:26} seed {}: {report}, of all sentences after it {:.4}; held out: loss {:.3}",
            "language model", run.seed, run.training_loss, run.held_out_loss
        ),
        Finished::Translator {
            variant,
            run,
            report,
        } => line(&format!("{variant:26}"), run, report),
        Finished::Diverged(diverged) => format!(
            "{:26} seed {}: broke off at {}",
            diverged.variant, diverged.seed, diverged.reason
        ),
    }
}
