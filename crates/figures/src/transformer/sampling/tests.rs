use super::*;

#[test]
fn with_one_token_left_nothing_is_random() {
    let expected = answer(&[0, 2, 0, 7, 1, 0]).result;
    let text = |result: &str| result.split('\u{201d}').next().map(str::to_owned);
    for temperature in 0..TEMPERATURES.len() {
        for draw in [1, 10, 19] {
            let result = answer(&[0, temperature, 0, 7, 1, draw]).result;
            assert_eq!(text(&result), text(&expected));
        }
    }
}
