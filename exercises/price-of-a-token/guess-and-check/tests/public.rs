use attention::{Real, array::assert_close, price_of_a_token::NextToken};
use guess_and_check::Draft;
use ndarray::{Array1, Array2, array};

#[test]
fn a_row_by_hand() {
    let draft = Draft::counted(&[vec![2, 4, 5, 3], vec![2, 4, 4, 3]], 6, 1.0, 0.0);
    // Both texts continue 2 with 4: (2 + 1/6) / 3 and (1/6) / 3.
    let got: Array1<Real> = draft.after(&[2]);
    let rare = 1.0 / 18.0;
    assert_close(&got, &array![rare, rare, rare, rare, 13.0 / 18.0, rare], 1e-5);
    // After 4 alone: (1 + 1/6) / 4 for 3, 4, and 5, else (1/6) / 4. After 2 and 4, each
    // of 4 and 5 has occurred once.
    let (rare, often) = (1.0 / 24.0, 7.0 / 24.0);
    let counts = array![0.0, 0.0, 0.0, 0.0, 1.0, 1.0];
    let shorter = array![rare, rare, rare, often, often, often];
    assert_close(&draft.after(&[2, 4]), &((counts + shorter) / 3.0), 1e-5);
}

#[test]
fn copies_the_latest_continuation() {
    // Without texts, all six tokens are equally likely.
    let draft = Draft::counted(&[], 6, 1.0, 0.4);
    let plain = Array1::from_elem(6, 1.0 / 6.0);
    let copied = |token: usize| {
        let mut row = &plain * 0.6;
        row[token] += 0.4;
        row
    };
    assert_close(&draft.after(&[2, 4, 5]), &plain, 1e-5);
    assert_close(&draft.after(&[2, 4, 5, 3, 4, 5]), &copied(3), 1e-5);
    let twice = [4, 5, 2, 4, 5, 3, 4, 5]; // 2 at first, then 3
    assert_close(&draft.after(&twice), &copied(3), 1e-5);
    assert_close(&draft.after(&[4, 4, 4]), &copied(4), 1e-5);
}

#[test]
fn all_at_once_or_in_pieces() {
    let texts = [vec![2, 4, 5, 4, 5, 3], vec![2, 5, 5, 4, 3]];
    let text = [2, 4, 5, 5, 4, 5, 4];
    let mut whole = Draft::counted(&texts, 6, 0.5, 0.3);
    let rows: Array2<Real> = whole.read(&text);
    assert_eq!(rows.dim(), (7, 6), "a row for each token");
    assert_eq!(whole.position(), 7, "tokens that were read");
    let mut pieces = Draft::counted(&texts, 6, 0.5, 0.3);
    for (i, token) in text.into_iter().enumerate() {
        let row: Array2<Real> = pieces.read(&[token]);
        assert_close(&row.row(0), &rows.row(i), 1e-5);
    }
}
