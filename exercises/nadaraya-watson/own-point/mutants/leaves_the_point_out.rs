// expect-fail: the_loss_is_that_of_the_crate, the_gradient_agrees_with_a_measured_one
// misconception: copies the chapter's function, in which a point does not see itself
    attention::nadaraya_watson::loss_and_gradient(samples, w)
