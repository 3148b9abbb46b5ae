use super::*;

/// The names of the trials say what each entry of the card is for.
#[test]
fn the_card_holds_five_seeds_of_each_trial() {
    let card = card().expect("the card is complete");
    let mut names = Vec::new();
    names.extend(card.lengths.iter().map(|one| {
        let AtLengths { task, blocks, encoding, seed, .. } = one;
        format!("{task}, {blocks}, {encoding}, {seed}")
    }));
    names
        .extend(card.misread.iter().map(|one| format!("other pairing, {}, {}", one.dim, one.seed)));
    names.extend(
        card.tuned.iter().map(|one| format!("fine-tuned, {}, {}", one.stretching, one.seed)),
    );
    names.extend(card.stability.iter().map(|one| {
        let Stability { rate, remedy, seed, .. } = one;
        format!("rate {rate}, {remedy}, {seed}")
    }));
    names.extend(
        card.control.iter().map(|one| format!("language model, {}, {}", one.exchange, one.seed)),
    );
    let trials = Card::trials(&[0, 1, 2, 3, 4]);
    let mut expected: Vec<String> = trials.into_iter().map(|trial| trial.name).collect();
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
}
