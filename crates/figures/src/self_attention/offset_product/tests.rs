use super::*;

fn similarity(choices: &[usize]) -> String {
    let result = answer(choices).result;
    let (_, number) = result.rsplit_once("similarity of ").expect("it is named");
    number.to_owned()
}

#[test]
fn equal_offsets_have_equal_similarities() {
    for dim in 0..DIMS.len() {
        for offset in 0..20 {
            let expected = similarity(&[0, offset, dim]);
            assert_eq!(similarity(&[43, 43 + offset, dim]), expected);
            assert_eq!(similarity(&[43, 43 - offset, dim]), expected);
        }
    }
    assert_eq!(similarity(&[16, 17, 2]), "0.957.");
    assert_eq!(similarity(&[16, 19, 2]), "0.767.");
    assert_eq!(similarity(&[40, 43, 2]), "0.767.");
    assert_eq!(similarity(&[0, 63, 2]), "0.553.");
    assert_eq!(similarity(&[0, 28, 0]), "0.014.");
    let products: Vec<Real> =
        frequencies(32).into_iter().map(|frequency| (63.0 * frequency).cos() as Real).collect();
    assert!(products[8..].iter().all(|product| *product > 0.8));
    let [low, high] =
        [Real::min, Real::max].map(|pick| products[..8].iter().copied().fold(products[0], pick));
    assert_eq!([low, high].map(|product| number(product, 2)), ["\u{2212}0.92", "1.00"]);
}
