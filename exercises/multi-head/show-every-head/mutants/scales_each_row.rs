// expect-fail: the_picture_of_the_prompt, ten_steps_from_0_to_1
// misconception: scales each row by its largest weight, so that a flat row looks sharp
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(1)) {
        let sign = |&weight: &Real| SIGNS[((weight * 10.0) as usize).min(9)];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| {
                let top = row.fold(0.0, |top: Real, &weight| top.max(weight));
                row.iter().map(|weight| sign(&(weight / top))).collect()
            })
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
