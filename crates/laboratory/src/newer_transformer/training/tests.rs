use ndarray::array;

use super::*;

#[test]
fn each_text_has_a_first_target() {
    let none = NO_TARGET;
    let targets = array![[none, 5, 5, 7], [3, 2, none, 1], [none, none, none, none]];
    let first = array![[none, 5, none, none], [3, none, none, none], [none; 4]];
    let later = array![[none, none, 5, 7], [none, 2, none, 1], [none; 4]];
    assert_eq!(split_first(targets), [first, later]);
}
