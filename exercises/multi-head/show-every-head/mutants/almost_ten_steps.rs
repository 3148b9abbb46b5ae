// expect-fail: ten_steps_from_0_to_1
// misconception: multiplies by a little less than 10, so that 1 needs no case of its own
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(1)) {
        let sign = |&weight: &Real| SIGNS[(weight * 9.99) as usize];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| row.iter().map(sign).collect())
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
