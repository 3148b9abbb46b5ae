use attention::multi_head::split_heads;

use super::*;

#[test]
fn the_split_is_the_one_of_the_layer() {
    for (positions, heads, dim) in [(3, 2, 2), (4, 4, 3), (2, 1, 3), (4, 3, 1)] {
        let entries = entries(positions, heads * dim);
        let tape = Tape::new(Mode::Eval, 0);
        let batch = tape.constant(entries.clone().insert_axis(Axis(0)));
        let expected = split_heads(batch, heads).value();
        let [right, wrong] = splits(&entries, heads);
        assert_eq!(right.insert_axis(Axis(0)).into_dyn(), expected);
        let same = wrong.insert_axis(Axis(0)).into_dyn() == expected;
        assert_eq!(same, heads == 1);
    }
}
