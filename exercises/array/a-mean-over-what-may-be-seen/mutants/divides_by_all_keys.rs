// expect-fail: the_example_of_the_prompt, hidden_values_do_not_count, agrees_with_the_masked_softmax
// misconception: sets hidden values to 0 but divides by the number of all keys
    let weights = may_look.mapv(|may| if may { 1.0 } else { 0.0 });
    let keys = values.nrows().max(1) as Real;
    weights.dot(values) / keys
