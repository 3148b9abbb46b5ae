// expect-fail: the_number_of_heads_does_not_matter, agrees_with_the_layer
// misconception: gives each head a bias with the full hidden size
    let rows = inputs.query_dim + inputs.key_dim + inputs.value_dim + hidden;
    rows * hidden + if bias { 3 * heads * hidden + hidden } else { 0 }
