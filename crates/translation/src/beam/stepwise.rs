//! A beam search that its caller continues.

use engine::Real;
use ndarray::Array2;

use super::{Beam, BeamSearch, Candidate};

/// A [`beam_search`](super::beam_search) that takes one step at a time, for a program that has
/// other work between two steps.
#[derive(Clone, Debug)]
pub struct StepwiseSearch {
    settings: BeamSearch,
    steps: usize,
    beam: Beam,
    done: Vec<Candidate>,
}

impl StepwiseSearch {
    /// Creates a search with one hypothesis, which is empty.
    ///
    /// # Panics
    ///
    /// If the width is 0.
    #[track_caller]
    pub fn new(settings: BeamSearch) -> Self {
        assert!(settings.width > 0, "beam_search: the width is 0");
        Self {
            settings,
            steps: 0,
            beam: Beam::start(),
            done: Vec::new(),
        }
    }

    /// Returns the hypotheses that the next step continues, or `None` after the last step.
    pub fn beam(&self) -> Option<&Beam> {
        let goes_on = self.steps < self.settings.max_steps
            && !self.beam.beginnings.is_empty();
        goes_on.then_some(&self.beam)
    }

    /// Continues each hypothesis, with the log probabilities of its next token.
    ///
    /// # Panics
    ///
    /// If an entry is NaN, or unless there is a row for each hypothesis.
    #[track_caller]
    pub fn step(
        &mut self,
        next: &Array2<Real>, // [beginnings, vocab]
    ) {
        let settings = &self.settings;
        let room = settings.width - self.done.len();
        let best = self.beam.most_likely(next, room);
        let (ended, running): (Vec<_>, Vec<_>) =
            best.into_iter().partition(|continuation| {
                continuation.token == settings.end
            });
        let ended =
            ended.iter().map(|end| self.beam.ended(end, settings));
        self.done.extend(ended);
        self.beam = self.beam.continued(&running);
        self.steps += 1;
    }

    /// Returns the sentences so far, in the order of [`beam_search`](super::beam_search).
    pub fn candidates(&self) -> Vec<Candidate> {
        let unfinished = self.beam.clone().unfinished(&self.settings);
        let mut all: Vec<_> =
            self.done.iter().cloned().chain(unfinished).collect();
        all.sort_by(|a, b| {
            b.ended.cmp(&a.ended).then(b.score.total_cmp(&a.score))
        });
        all
    }
}
