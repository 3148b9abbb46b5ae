// expect-fail: agrees_with_the_layer
// misconception: gives a bias one number for each row of its matrix
    let _ = heads;
    let rows = inputs.query_dim + inputs.key_dim + inputs.value_dim + hidden;
    rows * hidden + if bias { rows } else { 0 }
