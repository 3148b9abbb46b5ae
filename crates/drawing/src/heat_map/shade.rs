//! The colors of the values, and the color bar.

use super::HeatMap;
use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::paint::{Area, Fill, Lettering};
use crate::style::{DIVERGING_STEPS, DIVERGING_TEXT_HIGH_FROM, HEAT_TEXT_HIGH_FROM, Role};

impl HeatMap {
    /// Returns the share of the full color for a value, in percent or in tenths: negative below
    /// zero.
    pub(super) fn step(&self, value: f64) -> i32 {
        let steps = self.steps;
        (value / self.full * steps).round().clamp(-steps, steps) as i32
    }

    pub(super) fn fill(&self, step: f64) -> Fill {
        let role = match self.diverging {
            false => Role::Heat,
            true if step < 0.0 => Role::HeatMinus,
            true => Role::HeatPlus,
        };
        role.opacity(step.abs() / self.steps)
    }

    pub(super) fn needs_light(&self, value: f64) -> bool {
        match self.diverging {
            true => self.step(value).abs() >= DIVERGING_TEXT_HIGH_FROM,
            false => value / self.full >= HEAT_TEXT_HIGH_FROM,
        }
    }

    /// Draws the steps from the lowest value at the bottom to the full color at the top, with
    /// numbers next to them: ten steps, or ten on each side of 0.
    pub fn color_bar(&self, canvas: &mut Canvas, area: impl Into<Area>) {
        let area = area.into();
        let (low, cells, first) = match self.diverging {
            true => (-self.full, 2 * DIVERGING_STEPS + 1, -self.steps),
            false => (0.0, 10, 0.05 * self.steps),
        };
        let (height, step) = (area.height / f64::from(cells), self.steps / 10.0);
        for index in (0..cells).map(f64::from) {
            let top = area.bottom() - height * (index + 1.0);
            let cell = Area::new(area.left, top, area.width, height);
            canvas.fill_cells([cell], self.fill(first + step * index));
        }
        canvas.outline(area, Role::Grid);
        let axis = Axis {
            range: (low, self.full),
            ticks: vec![low, f64::midpoint(low, self.full), self.full],
            powers: false,
        };
        for (&tick, label) in axis.ticks.iter().zip(axis.labels()) {
            // The labels at the ends stay within the height of the bar.
            let y = axis.place(tick, area.bottom(), area.top);
            let y = y.clamp(area.top + 7.0, area.bottom() - 7.0);
            canvas.text((area.right() + 6.0, y), label, Role::Muted.start());
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use crate::HeatMap;

    /// Returns the number of cells of a color, and the number of their shapes.
    fn cells(svg: &str, role: &str) -> (usize, usize) {
        let class = format!("class=\"fill-{role}\"");
        let paths = svg.lines().filter(|line| line.starts_with("<path") && line.contains(&class));
        paths.fold((0, 0), |(cells, paths), line| (cells + line.matches('M').count(), paths + 1))
    }

    #[test]
    fn each_side_has_its_color_and_zero_has_none() {
        let values = array![[-1.0, -0.52, -0.04], [0.04, 0.48, 3.0]];
        let svg = HeatMap::diverging(values.view()).numbers(2).svg("Both sides");
        assert_eq!(cells(&svg, "heat-minus"), (2, 2));
        assert_eq!(cells(&svg, "heat-plus"), (2, 2));
        assert_eq!(svg.matches("opacity=\"0.5\"").count(), 2);
        assert_eq!(svg.matches("fill-heat-text-high").count(), 2, "only the full cells");
        assert!(svg.contains(">\u{2212}0.52</text>") && svg.contains(">3.00</text>"));
    }

    #[test]
    fn equal_cells_are_one_shape_without_what_a_mask_hides() {
        let values = Array2::from_shape_fn((9, 60), |(row, _)| if row < 6 { 0.5 } else { -0.5 });
        let svg = HeatMap::diverging(values.view()).mask(|(row, _)| row != 3).svg("A masked row");
        // The color bar adds ten cells of its own on each side.
        assert_eq!(cells(&svg, "heat-plus"), (310, 11));
        assert_eq!(cells(&svg, "heat-minus"), (190, 11));
        assert_eq!(cells(&svg, "masked"), (60, 1));
    }

    #[test]
    fn the_scale_has_both_signs() {
        let svg = HeatMap::diverging(array![[-4.0, 4.0]].view()).full_at(4.0).svg("A scale");
        for label in ["4", "0", "\u{2212}4"] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}");
        }
    }

    #[test]
    #[should_panic(expected = "HeatMap: NaN cannot be drawn")]
    fn nan_panics() {
        let _ = HeatMap::diverging(array![[f64::NAN]].view());
    }

    #[test]
    #[should_panic(expected = "HeatMap: -1 is not a weight")]
    fn weights_are_not_negative() {
        let _ = HeatMap::new(array![[-1.0]].view());
    }
}
