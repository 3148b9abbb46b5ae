//! The proofs that operations and layers compute what they should, forward and backward.
//!
//! Four kinds: a gradient agrees with small differences, numbers agree with PyTorch's, an operation
//! agrees with a composition of smaller ones, and rules hold for random inputs. The operations and
//! layers are read from the source, and `every_operation_has_a_proof` fails if one of them lacks a
//! proof. A run of all tests ends with a table of the proofs.
//!
//! ```text
//! cargo test -p attention --test proofs                    # all, and the table
//! cargo test -p attention --test proofs softmax            # the proofs about softmax
//! cargo test -p attention --test proofs -- --list
//! ```

mod compositions;
mod golden;
mod gradients;
mod layers;
mod proof;
mod properties;
mod subjects;
mod table;

use libtest_mimic::{Arguments, Failed, Trial};

use proof::Proof;
use subjects::Subjects;
use table::Table;

fn main() {
    let arguments = Arguments::from_args();
    let proofs: Vec<Proof> = [
        gradients::proofs(),
        layers::proofs(),
        compositions::proofs(),
        golden::proofs(),
        properties::proofs(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let table = Table::new(&Subjects::of_book(), &proofs);
    let printed = table.to_string();

    let mut trials = vec![
        Trial::test("every_operation_has_a_proof", move || {
            none(table.mistakes())
        }),
        Trial::test("the_source_is_read", || {
            subjects::the_source_is_read();
            Ok(())
        }),
        Trial::test("a_name_that_is_not_a_literal_is_refused", || {
            subjects::a_name_that_is_not_a_literal_is_refused();
            Ok(())
        }),
    ];
    let compared = golden::unused(&proofs);
    trials.push(Trial::test("every_golden_case_is_compared", || {
        none(compared)
    }));
    trials.push(Trial::test("names_differ", {
        let twice = twice(&proofs);
        || none(twice)
    }));
    trials.extend(proofs.into_iter().map(Proof::into_trial));

    let all = arguments.filter.is_none() && arguments.skip.is_empty();
    let for_people = !arguments.list && arguments.format.is_none() && !arguments.quiet;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if all && for_people {
        println!("{printed}\n");
    }
    conclusion.exit();
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
    pairs
        .map(|pair| format!("two proofs are called {}", pair[0]))
        .collect()
}
