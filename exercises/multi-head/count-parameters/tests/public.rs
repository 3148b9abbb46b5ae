use count_parameters::{Inputs, parameters};

#[test]
fn the_layer_of_the_shape_check() {
    let inputs = Inputs { query_dim: 80, key_dim: 80, value_dim: 80 };
    let count: usize = parameters(inputs, 80, 5, false);
    assert_eq!(count, 25_600, "4 matrices with 80 x 80 entries");
}

#[test]
fn each_input_has_its_own_projection() {
    let inputs = Inputs { query_dim: 7, key_dim: 5, value_dim: 3 };
    let count: usize = parameters(inputs, 12, 4, false);
    let longer_keys = Inputs { key_dim: 6, ..inputs };
    let more: usize = parameters(longer_keys, 12, 4, false);
    assert_eq!(more, count + 12, "a key of one more entry: one more row of 12");
}
