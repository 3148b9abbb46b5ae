// expect-fail: ten_steps_from_0_to_1
// misconception: rounds up and subtracts 1, so a weight at a border gets the sign below
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(1)) {
        let sign = |&weight: &Real| SIGNS[((weight * 10.0).ceil() as usize).max(1) - 1];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| row.iter().map(sign).collect())
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
