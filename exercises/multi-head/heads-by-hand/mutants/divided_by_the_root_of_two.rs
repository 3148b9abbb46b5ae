// expect-fail: the_example_of_the_prompt, agrees_with_a_loop
// misconception: divides by the root of the length of the whole query, not of the part of a head
    use attention::array::softmax;

    let mut output = Array2::zeros((queries.nrows(), 2));
    for head in 0..2 {
        let scores = Array2::from_shape_fn((queries.nrows(), keys.nrows()), |(i, j)| {
            queries[[i, head]] * keys[[j, head]] / Real::sqrt(2.0)
        });
        let mixture = softmax(&scores).dot(&values.column(head));
        output.column_mut(head).assign(&mixture);
    }
    output
