// expect-fail: a_projection_of_its_own_for_each_input, agrees_with_the_layer
// misconception: takes all four matrices as square, whatever the inputs are
    let _ = (inputs, heads);
    4 * hidden * hidden + if bias { 4 * hidden } else { 0 }
