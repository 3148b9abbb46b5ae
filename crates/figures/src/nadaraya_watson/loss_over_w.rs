//! The valley of the loss, a descent into it, and the fit where the descent ends.

use std::sync::LazyLock;

use super::*;

const RATES: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 25.0];
const EPOCHS: usize = 101;

fn starts() -> Vec<f64> {
    steps(0.5, 15.5, 31)
}

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::slider("initial w", &starts(), 0.5),
        Control::slider("learning rate", &RATES, 25.0),
        Control::slider("epochs", &steps(0.0, 100.0, EPOCHS), 5.0),
    ]
}

/// The curves that do not depend on the choices: the loss over w, the careful descent of the
/// chapter, and its fit.
static FIXED: LazyLock<[Vec<(Real, Real)>; 3]> = LazyLock::new(|| {
    let samples = samples();
    let valley = Array1::linspace(0.25, 16.0, 127).mapv(|w| (w, loss_and_gradient(&samples, w).0));
    let careful = descend(&samples, 0.5, 1.0, EPOCHS - 1);
    let careful: Vec<_> = careful.iter().map(|step| (step.w, step.loss)).collect();
    let end = fit(Kernel::Gaussian, 1.0 / careful[EPOCHS - 1].0);
    [valley.to_vec(), careful, end]
});

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let samples = samples();
    let (starts, rate, epochs) = (starts(), RATES[choices[1]], choices[2]);
    let path = descend(&samples, starts[choices[0]] as Real, rate as Real, epochs);
    let [first, last] = [path[0], path[epochs]];
    let [valley, careful, careful_fit] = &*FIXED;
    let end = careful[EPOCHS - 1].0;

    let queries = query_grid();
    let width = 1.0 / last.w;
    let predictions = predict(&samples, &queries, Kernel::Gaussian, width);
    let error = rms_error(&queries, &predictions.expect("no descent leaves the positive numbers"));

    let steps = path.iter().map(|step| (step.w, step.loss));
    let above = Plot::new("w", "leave-one-out loss")
        .x_axis(0.0, 16.0, [0.0, 5.0, 10.0, 15.0])
        .y_axis(0.0, 1.2, [0.0, 0.5, 1.0])
        .line(Look::solid(Muted), "", valley.clone())
        .scatter(Look::series(1), "rate 1 from 0.5, 100 epochs", careful.clone())
        .marked_line(LARGE_RATE, &format!("rate {rate}"), steps)
        .height(200.0);
    let mixed = Look::series(2).dash(Dash::MIXED);
    let below = data_plot()
        .heading(&format!("w = {:.2} (dash-dotted), w = {end:.2} (solid)", last.w))
        .line(Look::series(1), "", careful_fit.clone())
        .line(mixed, "", fit(Kernel::Gaussian, width))
        .height(210.0);
    let plots = [above, below];
    let inside = &stacked(&plots)[0];
    let place = |w: f64| inside.place((w, first.loss.into()));

    let shown = |epoch: &usize| *epoch <= 10 || epoch.is_multiple_of(10) || *epoch == epochs;
    let rows = (0..=epochs).filter(shown).map(|epoch| {
        let step = path[epoch];
        [epoch.to_string(), number(step.w, 2), number(step.loss, 3)]
    });
    Answer {
        svg: stack(&plots, "A descent on the loss as a function of w, and its fit"),
        result: format!(
            "From {:.1} with learning rate {rate}, {epochs} {} to w = {:.2}: loss {:.3}, RMS error of the fit \
             {error:.3}.",
            first.w,
            if epochs == 1 { "epoch leads" } else { "epochs lead" },
            last.w,
            last.loss
        ),
        table: table(["epoch", "w", "loss"], rows),
        handle: Some(Handle::sideways(
            place(first.w.into()),
            (inside.body.top, inside.body.bottom()),
            0,
            [starts[0], starts[starts.len() - 1]].map(place),
        )),
    }
}

#[cfg(test)]
mod tests;
