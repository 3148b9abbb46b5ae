// expect-fail: the_example_of_the_prompt, hidden_values_do_not_count, agrees_with_the_masked_softmax
// misconception: adds 1 to each count to avoid a division by 0
    use ndarray::Axis;

    let weights = may_look.mapv(|may| if may { 1.0 } else { 0.0 });
    let counts = weights.sum_axis(Axis(1)).mapv(|count: Real| count + 1.0);
    weights.dot(values) / counts.insert_axis(Axis(1))
