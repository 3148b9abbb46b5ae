use super::*;

#[test]
fn every_role_is_known_by_its_color() {
    for &own in Role::ALL {
        assert_eq!(role(color(own).to_backend_color()), own);
    }
}

#[test]
#[should_panic(expected = "no role has the color (255, 0, 0)")]
fn a_color_without_a_role_panics() {
    let _ =
        Backend(&mut Canvas::new(10.0)).draw_pixel((0, 0), RGBColor(255, 0, 0).to_backend_color());
}

#[test]
fn ticks_are_round() {
    assert_eq!(ticks((0.3, 10.2), 3), [5.0, 10.0]);
}
