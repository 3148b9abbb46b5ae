// expect-fail: row_by_row, images_that_are_no_squares
// misconception: reads the patches column by column
    let (count, height, width) = images.dim();
    let split = (count, height / size, size, width / size, size);
    let pixels = images.to_owned().into_shape_with_order(split);
    let mut pixels = pixels.expect("the sides are multiples of the size");
    pixels.swap_axes(2, 3);
    pixels.swap_axes(1, 2);
    let pixels = pixels.as_standard_layout().into_owned();
    let joined = (count, height / size * (width / size), size * size);
    pixels
        .into_shape_with_order(joined)
        .expect("as many pixels")
