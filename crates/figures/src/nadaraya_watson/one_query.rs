//! One query on the data set of the chapter: the points that answer it, for any kernel and width.

use super::*;

const WIDTHS: [f64; 12] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.0];

fn queries() -> Vec<f64> {
    steps(0.0, 5.0, 101)
}

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::slider("query", &queries(), 2.5),
        Control::slider("width", &WIDTHS, 0.25),
        Control::menu("kernel", &NAMES),
    ]
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let (query, width) = (queries()[choices[0]] as Real, WIDTHS[choices[1]] as Real);
    let kernel = Kernel::ALL[choices[2]];
    let samples = samples();
    let (inputs, targets) = (samples.inputs(), samples.targets());
    let weights = |queries: &Array1<Real>| {
        attention_weights(queries, inputs, kernel, width).expect("the width is positive")
    };
    let row = weights(&array![query]).row(0).to_owned();
    let (sum, output) = (row.sum(), row.dot(targets));
    let grid = query_grid();
    let all = weights(&grid);
    let error = rms_error(&grid, &all.dot(targets));
    let empty = match all.rows().into_iter().filter(|row| row.sum() == 0.0).count() {
        0 => String::new(),
        count => format!("; {count} of {} queries find no point", grid.len()),
    };

    // Weights below are zero to the digits of the table.
    let all = inputs.iter().zip(targets).zip(&row).map(|((x, y), weight)| [*x, *y, *weight]);
    let used: Vec<_> = all.filter(|[.., weight]| *weight >= 0.0005).collect();
    // Relative to the largest weight, the stems show the kernel at every width.
    let largest = row.fold(0.0, |a: Real, &b| a.max(b));
    let look = Look::series(2).marker(Marker::Disk);
    let above = data_plot()
        .line(Look::series(1), "fit", fit(kernel, width))
        .line(look, "", [(query, -1.0), (query, 6.0)])
        .scatter(look, "prediction", [(query, output)]);
    let mut below = Plot::new("x", "weight / largest weight")
        .x_axis(0.0, 5.0, [1.0, 2.0, 3.0, 4.0])
        .y_axis(0.0, 1.25, [0.0, 1.0])
        .stems(look, used.iter().map(|[x, _, weight]| (*x, *weight / largest)))
        .height(160.0);
    if let Some([x, _, weight]) = used.iter().find(|[.., weight]| *weight == largest) {
        below = below.note(f64::from(*x).clamp(0.3, 4.7), 1.14, number(*weight, 3), Ink);
    }
    let plots = [above, below];
    let inside = &stacked(&plots)[0];
    let place = |x: Real| inside.place((x.into(), output.into()));
    let handle = Handle::sideways(place(query), EVERYWHERE, 0, [0.0, 5.0].map(place));

    let result = if sum == 0.0 {
        format!(
            "No point lies within one width of {query:.2}, so there is nothing to average, and the \
             prediction is 0."
        )
    } else {
        let points = 1.0 / row.dot(&row);
        format!(
            "At {query:.2}, the prediction is {output:.3}, spread over {points:.1} point{}; \
             the curve is at {:.3}.",
            if number(points, 1) == "1.0" { "" } else { "s" },
            truth(query)
        )
    };
    let mut rows: Vec<_> = used.iter().map(|row| row.map(|entry| number(entry, 3))).collect();
    if rows.is_empty() {
        rows.push(["no point", "", ""].map(str::to_owned));
    }
    Answer {
        svg: stack(&plots, "The points that answer one query"),
        result: format!("{result} RMS error of the fit: {error:.3}{empty}."),
        table: table(["x", "y", "weight"], rows),
        handle: Some(handle),
    }
}
