use super::*;

#[test]
fn the_start_has_the_numbers_of_the_chapter() {
    let start: Vec<usize> = controls().iter().map(|control| control.start).collect();
    let result = answer(&start).result;
    assert!(result.contains("0.449, 0.549, and 0.002. The output is 27.78 l/h."), "{result}");
    let cold = answer(&[start[0], 0, 0]).result;
    assert!(cold.contains("is 26.00 l/h."), "{cold}");
    let none = answer(&[start[0], 12, 0]).result;
    assert!(none.contains("0.333, 0.333, and 0.333. The output is 25.33"), "{none}");
    let lost = answer(&[start[0], start[1], 1]).result;
    assert!(lost.contains("0.004, 0.004, and 0.992. The output is 20.07"), "{lost}");
}
