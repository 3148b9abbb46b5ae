// expect-fail: the_picture_of_the_prompt, ten_steps_from_0_to_1
// misconception: forgets the weight 1, for which there is no sign number 10
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(1)) {
        let sign = |&weight: &Real| SIGNS[(weight * 10.0) as usize];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| row.iter().map(sign).collect())
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
