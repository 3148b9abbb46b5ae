// expect-fail: row_by_row, images_that_are_no_squares
// misconception: reshapes without exchanging axes, which makes strips of rows
    let (count, height, width) = images.dim();
    let split = (count, height / size, size, width / size, size);
    let pixels = images.to_owned().into_shape_with_order(split);
    let pixels = pixels.expect("the sides are multiples of the size");
    let pixels = pixels.as_standard_layout().into_owned();
    let joined = (count, height / size * (width / size), size * size);
    pixels
        .into_shape_with_order(joined)
        .expect("as many pixels")
