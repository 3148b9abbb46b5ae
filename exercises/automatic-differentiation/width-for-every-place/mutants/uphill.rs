// expect-fail: the_descent_of_the_chapter_goes_on, one_step_moves_both
// misconception: adds the gradient
// region: 2
    use attention::nn::Param;
    use attention::tape::{Mode, Tape};
    use ndarray::array;

    let params = [1.0, 0.0].map(|start| Param::new(array![start]));
    let mut losses = Vec::with_capacity(epochs);
    for _ in 0..epochs {
        let tape = Tape::new(Mode::Train, 0);
        let loss = loss(samples, params.each_ref().map(|param| tape.param(param)));
        losses.push(loss.item());
        let gradients = loss.backward();
        for param in &params {
            let gradient = gradients.of(param).expect("the loss depends on it");
            param.update(|value| value.scaled_add(rate, gradient));
        }
    }
    (params.map(|param| param.value()[[0]]), losses)
