use super::colouring::Shade;
use super::contour::DensityGrid;
use super::discs::merge_into_discs;
use crate::picture::colour::{INK, NEUTRAL};
use crate::picture::style::Theme;

/// Returns positions on a circle, computed from tangents of half angles.
fn ring(points: usize) -> Vec<[f64; 2]> {
    let place = |at: usize| {
        let t = 4.0 * at as f64 / points as f64 - 2.0;
        let [x, y] = [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)];
        let sign = if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        [150.0 + 80.0 * sign * x, 150.0 + 80.0 * y]
    };
    (0..points).map(place).collect()
}

#[test]
fn the_region_of_a_ring_has_a_hole() {
    let (places, density) = (ring(200), DensityGrid::new([0.0, 0.0], [300.0, 300.0], 6.0));
    let outlines = density.outlines(&places, &[1.0; 200]);
    assert_eq!(outlines.len(), 2);
    assert!(outlines.iter().all(|outline| outline.first() == outline.last()));
    assert_eq!(density.outlines(&places, &[0.0; 200]), Vec::<Vec<[f64; 2]>>::new());
}

#[test]
fn equal_points_are_one_larger_disc_and_too_many_are_fewer() {
    let one = Shade::One(INK);
    let found = merge_into_discs(&[[5.0, 5.0], [5.0, 5.0], [9.0, 5.0]], &[one; 3]);
    let points: Vec<u32> = found.iter().map(|disc| disc.points).collect();
    assert_eq!((points.len(), points.iter().max()), (2, Some(&2)));
    let many: Vec<_> = (0..40_000).map(|at| [f64::from(at % 200), f64::from(at / 200)]).collect();
    let found = merge_into_discs(&many, &vec![one; many.len()]);
    assert!(found.len() <= 20_000 && found.len() > 5_000, "{}", found.len());
}

#[test]
fn points_of_two_groups_show_two_colours() {
    let found = merge_into_discs(&[[5.0, 5.0]], &[Shade::Two(INK, NEUTRAL)]);
    let shapes = found[0].shapes(4.0, Theme::Light, None);
    let fills: Vec<_> = shapes.iter().filter_map(|shape| shape.fill).map(|fill| fill.0).collect();
    assert_eq!(fills, [INK, NEUTRAL]);
}
