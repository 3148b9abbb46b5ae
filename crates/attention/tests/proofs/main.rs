//! The proofs that layers compute what they should, forward and backward.
//!
//! Two kinds: the numbers of a layer and its gradients agree with PyTorch's, and rules hold for
//! random inputs. The operations of the engine are proved in its table, and a layer that records
//! another one fails.
//!
//! ```text
//! cargo test -p attention --test proofs                    # all
//! cargo test -p attention --test proofs MultiHead          # those about one layer
//! cargo test -p attention --test proofs -- --list
//! ```

mod golden;
mod proof;
mod properties;

use libtest_mimic::{Arguments, Failed, Trial};

use proof::Proof;

fn main() {
    let arguments = Arguments::from_args();
    let proofs: Vec<Proof> = golden::proofs().into_iter().chain(properties::proofs()).collect();
    let mut trials = Vec::new();
    let compared = golden::unused(&proofs);
    trials.push(Trial::test("every_golden_case_is_compared", || none(compared)));
    trials.push(Trial::test("names_differ", {
        let twice = twice(&proofs);
        || none(twice)
    }));
    trials.extend(proofs.into_iter().map(Proof::into_trial));

    libtest_mimic::run(&arguments, trials).exit();
}

/// Fails with these lines, if there are any.
fn none(mistakes: Vec<String>) -> Result<(), Failed> {
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(mistakes.join("\n").into())
}

/// Returns the names that two proofs have: a filter could not tell them apart.
fn twice(proofs: &[Proof]) -> Vec<String> {
    let mut names: Vec<String> = proofs.iter().map(Proof::name).collect();
    names.sort();
    let pairs = names.windows(2).filter(|pair| pair[0] == pair[1]);
    pairs.map(|pair| format!("two proofs are called {}", pair[0])).collect()
}
