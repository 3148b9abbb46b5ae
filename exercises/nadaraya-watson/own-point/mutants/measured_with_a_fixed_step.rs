// expect-fail: stretched_inputs_stretch_the_gradient
// misconception: a measured derivative with a fixed step is as good as a derived one
    use attention::nadaraya_watson::loss_with_own_point;

    let loss = |w: Real| loss_with_own_point(samples, w);
    (loss(w), (loss(w + 0.004) - loss(w - 0.004)) / 0.008)
