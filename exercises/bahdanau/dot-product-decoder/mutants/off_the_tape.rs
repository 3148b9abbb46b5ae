// expect-fail: the_slope_reaches_query_and_states
// misconception: computes with plain arrays and puts the numbers back, which cuts the tape
    use attention::mask::Mask;
    use attention::tape::attend;

    let (tape, states) = (query.tape(), states.value().into_owned());
    let states = tape.constant(states);
    let query = tape.constant(query.value().into_owned()).insert_axis(1);
    let seen = attend(query, states, states, &Mask::valid_lens(lens), 0.0);
    (seen.output.index(1, 0), seen.weights.index(1, 0))
