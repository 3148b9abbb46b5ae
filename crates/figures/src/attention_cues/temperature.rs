//! One query in the handbook of the chapter, at any temperature, and with scores of the wrong sign.

use super::*;

const TEMPERATURES: [f64; 13] =
    [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, f64::INFINITY];

fn queries() -> Vec<f64> {
    steps(0.0, 5.0, 101)
}

fn name(temperature: f64) -> String {
    match temperature {
        f64::INFINITY => "infinite".to_owned(),
        _ => temperature.to_string(),
    }
}

pub(crate) fn controls() -> Vec<Control> {
    let temperature = Control::slider("temperature", &TEMPERATURES, 1.0);
    vec![
        Control::slider("query (km)", &queries(), 1.6),
        // Each option has the decimals that it needs: 0.01 and 50.
        Control { options: TEMPERATURES.map(name).to_vec(), ..temperature },
        Control::switch("drop the minus sign", false),
    ]
}

/// Looks up the fuel flow. Without the minus sign, a key scores its squared distance.
fn look_up(queries: &Array2<Real>, temperature: f64, lost: bool) -> Lookup {
    let ((keys, values), temperature) = (handbook(), temperature as Real);
    if !lost {
        return soft_lookup(queries, &keys, &values, temperature);
    }
    let scores = -distance_scores(queries, &keys);
    let weights = softmax(&(scores / temperature));
    let output = pool(&weights, &values);
    Lookup { output, weights }
}

fn curve(temperature: f64, lost: bool) -> Vec<(Real, Real)> {
    let grid = Array2::from_shape_fn((251, 1), |(i, _)| 0.02 * i as Real);
    let outputs = look_up(&grid, temperature, lost).output;
    grid.into_iter().zip(outputs.column(0).to_vec()).collect()
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let (query, temperature) = (queries()[choices[0]], TEMPERATURES[choices[1]]);
    let (lost, name) = (choices[2] == 1, name(temperature));
    let (keys, values) = handbook();
    let (keys, values) = (keys.column(0), values.column(0));
    let asked = array![[query as Real]];
    let lookup = look_up(&asked, temperature, lost);
    let (weights, output) = (lookup.weights.row(0), lookup.output[[0, 0]]);

    let stored = keys.iter().copied().zip(values.iter().copied());
    let look = Look::series(2).marker(Marker::Disk);
    let output_name = format!("output, temperature {name}");
    let above = Plot::new("", "fuel flow (l/h)")
        .line(Look::reference().dash(Dash::DASHED), "temperature 0.02", curve(0.02, lost))
        .line(Look::reference(), "temperature 50", curve(50.0, lost))
        .line(Look::series(1), &output_name, curve(temperature, lost))
        .scatter(Look::series(4).marker(Marker::Disk), "stored", stored)
        .line(look, "", [(query, 18.0), (query, 32.0)])
        .scatter(look, "", [(query, f64::from(output))])
        .x_axis(0.0, 5.0, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
        .y_axis(18.0, 32.0, [20.0, 25.0, 30.0])
        .height(220.0);
    let mut below = Plot::new("altitude (km)", "weight of the key")
        .x_axis(0.0, 5.0, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
        .y_axis(0.0, 1.3, [0.0, 0.5, 1.0])
        .stems(look, keys.iter().copied().zip(weights.iter().copied()))
        .height(160.0);
    for (&key, &weight) in keys.iter().zip(weights) {
        below = below.note(key.into(), f64::from(weight) + 0.17, number(weight, 3), Ink);
    }
    let plots = [above, below];
    let inside = &stacked(&plots)[0];
    let place = |x: f64| inside.place((x, output.into()));
    let handle = Handle::sideways(place(query), EVERYWHERE, 0, [0.0, 5.0].map(place));

    let shares = [0, 1, 2].map(|key| number(weights[key], 3));
    let mut result = format!(
        "At {query:.2} km and temperature {name}, the keys at 1, 2, and 4 km have weights {}. The \
         output is {output:.2} l/h.",
        list(&shares)
    );
    if lost && temperature.is_finite() {
        result += " Without the minus sign, farther keys have larger weights.";
    }
    let sign = if lost { -1.0 } else { 1.0 };
    let scores = distance_scores(&asked, &handbook().0) * sign / temperature as Real;
    let rows = scores.iter().zip(shares).enumerate().map(|(key, (score, share))| {
        [number(keys[key], 0), number(values[key], 0), number(*score, 2), share]
    });
    Answer {
        svg: stack(&plots, "A soft lookup of the fuel flow, and its weights"),
        result,
        table: table(["key", "value", "score / temperature", "weight"], rows),
        handle: Some(handle),
    }
}

#[cfg(test)]
mod tests;
