use super::*;

/// The rows of the table differ only in what their names say.
#[test]
fn angles_and_score_factor_are_separated() {
    let [none, alone, factor, both] =
        [Stretching::None, Stretching::PartsAlone, Stretching::FactorAlone, Stretching::ByParts]
            .map(|stretching| {
                let scaling = stretching.scaling();
                (scaling.apply(DIM, BASE), scaling.score_factor())
            });
    assert_eq!((&factor.0, &alone.0), (&none.0, &both.0));
    assert_eq!((factor.1, alone.1), (both.1, none.1));
    assert!(both.0 != none.0 && both.1 != none.1);
}
