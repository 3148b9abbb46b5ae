// expect-fail: heads_do_not_see_each_other, the_example_of_the_prompt, agrees_with_a_loop
// misconception: computes one row of weights from the whole vectors and uses it for both columns
    use attention::array::softmax;

    softmax(&queries.dot(&keys.t())).dot(values)
