// expect-fail: the_picture_of_the_prompt, as_many_lines_as_queries, every_weight_at_its_place
// misconception: draws the heads one below the other
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(0)) {
        let sign = |&weight: &Real| SIGNS[((weight * 10.0) as usize).min(9)];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| row.iter().map(sign).collect())
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
