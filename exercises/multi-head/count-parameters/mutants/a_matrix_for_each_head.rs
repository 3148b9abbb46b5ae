// expect-fail: the_layer_of_the_shape_check, the_number_of_heads_does_not_matter, agrees_with_the_layer
// misconception: counts a full matrix for each head
    let rows = inputs.query_dim + inputs.key_dim + inputs.value_dim;
    heads * rows * hidden + hidden * hidden + if bias { 4 * hidden } else { 0 }
