//! The hypotheses that are kept from step to step.

use engine::Real;
use ndarray::Array2;

use super::{Beam, BeamSearch, Candidate};

/// A hypothesis and its next token.
pub(super) struct Continuation {
    parent: usize,
    pub(super) token: usize,
    log_probability: f64,
}

impl Beam {
    /// Returns a single hypothesis, which is empty.
    pub(super) fn start() -> Self {
        Self {
            beginnings: vec![Vec::new()],
            log_probabilities: vec![0.0],
            parents: vec![0],
        }
    }

    /// Returns the `count` most probable continuations in descending order.
    #[track_caller]
    pub(super) fn most_likely(
        &self,
        next: &Array2<Real>,
        count: usize,
    ) -> Vec<Continuation> {
        let beginnings = self.beginnings.len();
        assert!(
            next.nrows() == beginnings,
            "beam_search: {:?}: expected a row for each of {beginnings} hypotheses",
            next.shape()
        );
        let all = next.indexed_iter();
        let mut all: Vec<_> = all
            .map(|((parent, token), &next)| Continuation {
                parent,
                token,
                log_probability: self.log_probabilities[parent]
                    + next as f64,
            })
            .collect();
        let numbers =
            all.iter().all(|all| !all.log_probability.is_nan());
        assert!(numbers, "beam_search: a log probability is NaN");
        // Impossible tokens are no continuations.
        all.retain(|all| all.log_probability > f64::NEG_INFINITY);
        all.sort_by(|a, b| {
            b.log_probability.total_cmp(&a.log_probability)
        });
        all.truncate(count);
        all
    }

    /// Returns the hypotheses of the next step.
    pub(super) fn continued(&self, running: &[Continuation]) -> Self {
        let tokens = |continuation: &Continuation| {
            let beginning = &self.beginnings[continuation.parent];
            [beginning.as_slice(), &[continuation.token]].concat()
        };
        Self {
            beginnings: running.iter().map(tokens).collect(),
            log_probabilities: running
                .iter()
                .map(|c| c.log_probability)
                .collect(),
            parents: running.iter().map(|c| c.parent).collect(),
        }
    }

    /// Returns a sentence with its end.
    pub(super) fn ended(
        &self,
        end: &Continuation,
        settings: &BeamSearch,
    ) -> Candidate {
        let tokens = self.beginnings[end.parent].clone();
        let length = tokens.len() + 1;
        Candidate {
            tokens,
            ended: true,
            log_probability: end.log_probability,
            score: settings.score(end.log_probability, length),
        }
    }

    /// Returns the sentences that are unfinished when the steps run out.
    pub(super) fn unfinished(
        self,
        settings: &BeamSearch,
    ) -> impl Iterator<Item = Candidate> {
        let each =
            self.beginnings.into_iter().zip(self.log_probabilities);
        each.map(|(tokens, log_probability)| Candidate {
            score: settings.score(log_probability, tokens.len()),
            tokens,
            ended: false,
            log_probability,
        })
    }
}
