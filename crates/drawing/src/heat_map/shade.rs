//! Which color a value has, and the bar that says so.

use std::collections::BTreeMap;

use super::HeatMap;
use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::paint::{Area, Fill, Lettering};
use crate::style::{
    DIVERGING_STEPS, DIVERGING_TEXT_HIGH_FROM, HEAT_TEXT_HIGH_FROM, Role,
};

impl HeatMap {
    /// Whether a number on the color of this value has to be light.
    pub(super) fn needs_light(&self, value: f64) -> bool {
        if self.diverging {
            self.step(value).abs() >= DIVERGING_TEXT_HIGH_FROM
        } else {
            value / self.full >= HEAT_TEXT_HIGH_FROM
        }
    }

    /// The step of a value in a diverging map: 0 at zero, negative below.
    fn step(&self, value: f64) -> i32 {
        let steps = f64::from(DIVERGING_STEPS);
        (value / self.full * steps).round().clamp(-steps, steps) as i32
    }

    /// Fills the cells of a diverging map, step by step. Joined cells of a column become one.
    pub(super) fn draw_steps(
        &self,
        canvas: &mut Canvas,
        join: bool,
        place: impl Fn(usize, usize, usize) -> Area,
    ) {
        let mut cells: BTreeMap<i32, Vec<Area>> = BTreeMap::new();
        let (rows, columns) = self.values.dim();
        for column in 0..columns {
            let shown = |row: usize| {
                let place = [row, column];
                self.may_look[place].then(|| self.step(self.values[place]))
            };
            let mut row = 0;
            while row < rows {
                let same = (row..rows).take_while(|&next| shown(next) == shown(row));
                let same = if join { same.count() } else { 1 };
                if let Some(step) = shown(row).filter(|&step| step != 0) {
                    let area = place(row, column, same);
                    cells.entry(step).or_default().push(area);
                }
                row += same;
            }
        }
        for (step, areas) in cells {
            canvas.fill_cells(areas, fill(step));
        }
    }

    /// Draws the color bar at the right of the cells.
    pub(crate) fn color_bar_beside(&self, canvas: &mut Canvas, cells: Area) {
        let (left, Area { top, height, .. }) = (cells.right() + 16.0, cells);
        self.color_bar(canvas, (left, top, 14.0, height));
    }

    /// Draws the steps from the lowest value at the bottom to the full color at the top, with numbers
    /// beside them: ten from 0 on, or ten on each side of 0.
    pub fn color_bar(&self, canvas: &mut Canvas, area: impl Into<Area>) {
        let area = area.into();
        let first = if self.diverging { -DIVERGING_STEPS } else { 0 };
        let last = if self.diverging { DIVERGING_STEPS } else { 9 };
        let step = area.height / f64::from(last - first + 1);
        for index in first..=last {
            let top = area.bottom() - step * f64::from(index - first + 1);
            let cell = Area::new(area.left, top, area.width, step);
            if !self.diverging {
                let opacity = (f64::from(index) + 0.5) / 10.0;
                canvas.fill_rect(cell, Role::Heat.opacity(opacity));
            } else if index != 0 {
                canvas.fill_cells([cell], fill(index));
            }
        }
        canvas.outline(area, Role::Grid);
        let low = if self.diverging { -self.full } else { 0.0 };
        let axis = Axis {
            range: (low, self.full),
            ticks: vec![low, f64::midpoint(low, self.full), self.full],
            powers: false,
        };
        for (&tick, label) in axis.ticks.iter().zip(axis.labels()) {
            // The labels at the ends stay within the bar's height.
            let y = axis.place(tick, area.bottom(), area.top);
            let y = y.clamp(area.top + 7.0, area.bottom() - 7.0);
            canvas.text((area.right() + 6.0, y), label, Role::Muted.start());
        }
    }
}

/// How a step of a diverging map is filled.
fn fill(step: i32) -> Fill {
    let role = [Role::HeatPlus, Role::HeatMinus][usize::from(step < 0)];
    role.opacity(f64::from(step.abs()) / f64::from(DIVERGING_STEPS))
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use crate::HeatMap;

    fn draw(map: &HeatMap) -> String {
        map.svg("A diverging map")
    }

    /// How many cells are drawn in a color, and how many shapes.
    fn cells(svg: &str, role: &str) -> (usize, usize) {
        let class = format!("class=\"fill-{role}\"");
        let paths = svg
            .lines()
            .filter(|line| line.starts_with("<path") && line.contains(&class));
        paths.fold((0, 0), |(cells, paths), line| {
            (cells + line.matches('M').count(), paths + 1)
        })
    }

    #[test]
    fn each_side_has_its_color_and_zero_has_none() {
        let values = array![[-1.0, -0.52, -0.04], [0.04, 0.48, 3.0]];
        let svg = draw(&HeatMap::diverging(values.view()).numbers(2));
        assert_eq!(cells(&svg, "heat-minus"), (2, 2));
        assert_eq!(cells(&svg, "heat-plus"), (2, 2));
        assert_eq!(svg.matches("opacity=\"0.5\"").count(), 2);
        assert_eq!(
            svg.matches("fill-heat-text-high").count(),
            2,
            "only the full cells"
        );
        assert!(svg.contains(">\u{2212}0.52</text>") && svg.contains(">3.00</text>"));
    }

    #[test]
    fn equal_cells_of_a_narrow_column_are_one() {
        let values =
            Array2::from_shape_fn((9, 60), |(row, _)| if row < 6 { 0.5 } else { -0.5 });
        let map = HeatMap::diverging(values.view());
        // The color bar adds ten cells of its own on each side.
        assert_eq!(cells(&draw(&map), "heat-plus"), (70, 11));
        assert_eq!(cells(&draw(&map), "heat-minus"), (70, 11));
        let hidden = Array2::from_shape_fn((9, 60), |(row, _)| row != 3);
        let svg = draw(&map.mask(hidden.view()));
        assert_eq!(
            cells(&svg, "heat-plus"),
            (130, 11),
            "the mask cuts each column in two"
        );
        assert_eq!(svg.matches("fill-masked").count(), 60);
    }

    #[test]
    fn the_scale_has_both_signs() {
        let svg = draw(&HeatMap::diverging(array![[-4.0, 4.0]].view()).full_at(4.0));
        for label in ["4", "0", "\u{2212}4"] {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}");
        }
    }

    #[test]
    #[should_panic(expected = "HeatMap: NaN cannot be drawn")]
    fn what_is_not_a_number_panics() {
        let _ = HeatMap::diverging(array![[f64::NAN]].view());
    }

    #[test]
    #[should_panic(expected = "HeatMap: -1 is not a weight")]
    fn weights_are_not_negative() {
        let _ = HeatMap::new(array![[-1.0]].view());
    }
}
