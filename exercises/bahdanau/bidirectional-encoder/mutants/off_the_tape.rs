// expect-fail: both_readers_can_learn
// misconception: puts the states back in plain arrays, which cuts the tape
// region: 2
    use attention::tape::{concat, stack};

    let before = forward.forward(tape, source).outputs; // [batch, steps, hidden]
    let after = backward.forward(tape, &reversed(source)).outputs;
    let after = tape.constant(after.value().into_owned());
    let steps = source.steps();
    let in_place = source.lens.iter().enumerate().map(|(sentence, &len)| {
        let place = |step| if step < len { len - 1 - step } else { step };
        let order: Vec<usize> = (0..steps).map(place).collect();
        after.index(0, sentence).select(0, &order)
    });
    let after = stack(&in_place.collect::<Vec<_>>(), 0);
    concat(&[before, after], 2)
