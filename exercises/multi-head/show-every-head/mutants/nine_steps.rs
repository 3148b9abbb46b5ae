// expect-fail: the_picture_of_the_prompt, ten_steps_from_0_to_1
// misconception: has only nine steps, because the last sign is kept for the weight 1
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(1)) {
        let sign = |&weight: &Real| SIGNS[((weight * 9.0) as usize).min(9)];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| row.iter().map(sign).collect())
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
