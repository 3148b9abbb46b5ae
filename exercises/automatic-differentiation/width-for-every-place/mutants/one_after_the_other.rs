// expect-fail: one_step_moves_both
// misconception: takes the derivative by the second parameter after the first was moved
// region: 2
    use attention::nn::Param;
    use attention::tape::{Mode, Tape};
    use ndarray::array;

    let params = [1.0, 0.0].map(|start| Param::new(array![start]));
    let mut losses = Vec::with_capacity(epochs);
    for _ in 0..epochs {
        for (i, param) in params.iter().enumerate() {
            let tape = Tape::new(Mode::Train, 0);
            let loss = loss(samples, params.each_ref().map(|param| tape.param(param)));
            if i == 0 {
                losses.push(loss.item());
            }
            let gradients = loss.backward();
            let gradient = gradients.of(param).expect("the loss depends on it");
            param.update(|value| value.scaled_add(-rate, gradient));
        }
    }
    (params.map(|param| param.value()[[0]]), losses)
