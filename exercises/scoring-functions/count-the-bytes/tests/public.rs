use count_the_bytes::{Cost, Counts, Score, cost};

#[test]
fn the_dot_product_by_hand() {
    let counts = Counts { queries: 2, keys: 3, dim: 5, hidden: 7 };
    let got: Cost = cost(Score::Dot, counts);
    // Two queries and three keys of size 5, and 6 scores.
    let want = Cost { multiplications: 30, tanh: 0, bytes: 4 * (10 + 15 + 6) };
    assert_eq!(got, want, "left is your count, right the one by hand");
}

#[test]
fn twice_the_hidden_numbers() {
    let additive = |hidden: usize| -> Cost {
        cost(Score::Additive, Counts { queries: 4, keys: 6, dim: 3, hidden })
    };
    let [four, eight, twelve] = [4, 8, 12].map(additive);
    let [once, twice] = [four, eight].map(|cost| cost.multiplications);
    assert_eq!(twice, 2 * once, "the multiplications double");
    assert_eq!(eight.tanh, 2 * four.tanh, "the entries in a tanh double");
    assert!(four.tanh > 0, "the additive score has a tanh");
    // Queries, keys, and scores do not depend on the hidden size.
    assert!(eight.bytes < 2 * four.bytes, "the bytes less than double");
    let more = [twelve.bytes - eight.bytes, eight.bytes - four.bytes];
    assert_eq!(more[0], more[1], "the additional bytes of four more hidden entries");
}
