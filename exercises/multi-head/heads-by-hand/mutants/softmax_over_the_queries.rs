// expect-fail: equal_keys_give_the_mean_of_each_column, the_example_of_the_prompt, agrees_with_a_loop
// misconception: the softmax runs over the queries
    use attention::array::softmax;

    let mut output = Array2::zeros((queries.nrows(), 2));
    for head in 0..2 {
        let scores = Array2::from_shape_fn((keys.nrows(), queries.nrows()), |(j, i)| {
            queries[[i, head]] * keys[[j, head]]
        });
        let mixture = softmax(&scores).t().dot(&values.column(head));
        output.column_mut(head).assign(&mixture);
    }
    output
