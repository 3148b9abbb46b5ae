// expect-fail: heads_do_not_see_each_other, the_example_of_the_prompt, agrees_with_a_loop
// misconception: splits only the values, and lets both heads use the weights of head 0
    use attention::array::softmax;

    let scores = Array2::from_shape_fn((queries.nrows(), keys.nrows()), |(i, j)| {
        queries[[i, 0]] * keys[[j, 0]]
    });
    softmax(&scores).dot(values)
