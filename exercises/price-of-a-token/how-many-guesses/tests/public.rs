use how_many_guesses::tokens_per_call;

#[test]
fn never_and_always() {
    for guesses in [0, 1, 3] {
        let got: f64 = tokens_per_call(&[0.0; 12], guesses, 0);
        assert_eq!(got, 1.0, "{guesses} guesses, none accepted");
        let got: f64 = tokens_per_call(&[1.0; 12], guesses, 0);
        assert_eq!(got, (guesses + 1) as f64, "{guesses} guesses, all accepted");
    }
}
