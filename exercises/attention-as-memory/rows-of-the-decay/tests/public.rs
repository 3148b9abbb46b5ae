use rows_of_the_decay::mask;

#[test]
fn the_diagonal_and_the_future() {
    for (i, row) in mask().into_iter().enumerate() {
        for (j, entry) in row.into_iter().enumerate() {
            if j == i {
                assert!(
                    entry == 1.0,
                    "a token sees itself in full: {entry} in row {i}"
                );
            } else if j > i {
                assert!(entry == 0.0, "row {i}, column {j} is in the future: {entry}");
            }
        }
    }
}
