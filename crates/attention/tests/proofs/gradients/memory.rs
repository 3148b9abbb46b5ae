//! A memory in one matrix.

use attention::attention_as_memory::{
    decays, delta_attend, linear_attend, solve_unit_lower,
};

use super::{gradient, gradient_of_function, positive};
use crate::proof::{Proof, numbers, other_numbers};

pub(super) fn proofs() -> Vec<Proof> {
    let shape = [2, 4, 3];
    let inputs = || {
        [
            numbers(&shape),
            other_numbers(&shape),
            numbers(&[2, 4, 2]),
            positive(&[2, 4]),
        ]
    };
    // Of both signs and below 1, as overlaps of keys of length 1 are.
    let below_one = || numbers(&[2, 4, 4]) * 0.3;
    vec![
        gradient("decays", [numbers(&[2, 4])], |v| decays(v[0])),
        gradient("solve_unit_lower", [below_one(), numbers(&shape)], |v| {
            solve_unit_lower(v[0], v[1])
        }),
        gradient_of_function("linear_attend", inputs(), |v| {
            linear_attend(v[0], v[1], v[2], v[3] * 0.5)
        }),
        gradient_of_function("delta_attend", inputs(), |v| {
            delta_attend(v[0], v[1] * 0.5, v[2], v[3] * 0.5)
        }),
    ]
}
