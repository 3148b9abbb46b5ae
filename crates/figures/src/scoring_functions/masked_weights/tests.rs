use super::*;

fn weights_of(answer: &Answer) -> Vec<String> {
    let rows = answer.table.iter().skip(5);
    rows.map(|row| row[1..].join(" ")).collect()
}

#[test]
fn the_weights_agree_with_the_chapter() {
    let lengths = answer(&[0, 0, 0, 0]);
    let expected = [
        "0.731 0.269 masked masked 1.000",
        "0.032 0.237 0.087 0.644 1.000",
        "0.212 0.212 0.576 masked 1.000",
        "1.000 masked masked masked 1.000",
    ];
    assert_eq!(weights_of(&lengths), expected);
    let padding = weights_of(&answer(&[1, 0, 0, 0]));
    let expected = ["0.245 0.090 0.665 masked 1.000", "0.090 0.665 0.245 masked 1.000"];
    assert_eq!(padding[..2], expected);
}

#[test]
fn mistakes_are_named() {
    let result = |choices: &[usize]| answer(choices).result;
    assert_eq!(
        result(&[0, 0, 1, 0]),
        "Row 1: every key is masked, so the weights are 0. \
         Rows 0, 2, and 3: keys that must be masked have weights above 0."
    );
    assert_eq!(result(&[3, 0, 0, 0]), "Row 2: every key is masked, so the weights are 0.");
    let after = result(&[1, 0, 0, 1]);
    assert_eq!(after, "Rows 0, 1, 2, and 3: the weights do not sum to 1.");
    let zero = result(&[1, 0, 0, 2]);
    assert_eq!(zero, "Rows 0, 1, 2, and 3: keys that must be masked have weights above 0.");
    assert!(result(&[4, 1, 0, 0]).contains("do not sum to 1."));
    assert!(result(&[2, 0, 0, 0]).starts_with("Each row sums to 1"));
    assert_eq!(result(&[4, 0, 0, 0]), "Each row sums to 1.");
}
