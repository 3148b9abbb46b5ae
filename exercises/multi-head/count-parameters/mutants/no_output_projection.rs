// expect-fail: the_layer_of_the_shape_check, agrees_with_the_layer
// misconception: forgets the output projection
    let _ = heads;
    let rows = inputs.query_dim + inputs.key_dim + inputs.value_dim;
    rows * hidden + if bias { 3 * hidden } else { 0 }
