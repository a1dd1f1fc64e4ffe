use super::colouring::Shade;
use super::contour::DensityGrid;
use super::discs::merge_into_discs;
use super::{MapShapes, PageFit};
use crate::base::points::Points;
use crate::base::progress::Progress;
use crate::build::{BuildOptions, Source, build};
use crate::picture::colour::{INK, NEUTRAL, class_colour};
use crate::picture::style::{GivenValues, Style, Theme};
use crate::table::Table;

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

/// The shapes are in the positions of the points, where a label and an outline are near them.
#[test]
fn shapes_are_in_the_positions_of_the_points() {
    let page = PageFit { scale: 3.0, middle: [1.0, 2.0], center: [100.0, 50.0] };
    assert_eq!(page.to_position(page.to_page([4.0, -5.0])), [4.0, -5.0]);
    // Two squares of 8 x 8 points, far from one another.
    let cell = |at: usize| [(at % 8 + 500 * (at / 64)) as f64, (at / 8 % 8) as f64];
    let values: Vec<f64> = (0..128).flat_map(cell).collect();
    let names = ["x", "y"].map(str::to_owned).to_vec();
    let source = Source::Table(Table::new(names, values, Points::from_count(128, None)));
    let graph = build("g", source, &BuildOptions::default(), &Progress::default()).unwrap();
    let shapes = MapShapes::new(&graph, &Style::default()).unwrap();
    let colours = [0, 1].map(|group| vec![class_colour(group)]);
    let of_rows: Vec<_> = [0, 64].map(|row| shapes.colours[row].clone()).to_vec();
    assert!(of_rows == colours || of_rows == [colours[1].clone(), colours[0].clone()]);
    let is_named = |name: &str| shapes.labels.iter().any(|label| label.words.starts_with(name));
    assert!(shapes.outlines.len() >= 2 && is_named("g1") && is_named("g2"), "{shapes:?}");
    assert_eq!(shapes.colours.len(), 128);
    let places = graph.positions(&Progress::default()).unwrap();
    let range = |axis: usize| {
        let values = || places.iter().map(|place| place[axis]);
        let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        let room = 0.3 * (high - low);
        low - room..high + room
    };
    let is_near = |place: &[f64; 2]| range(0).contains(&place[0]) && range(1).contains(&place[1]);
    assert!(shapes.outlines.iter().flat_map(|(_, curve)| curve).all(is_near));
    assert!(shapes.labels.iter().all(|label| is_near(&label.at)), "{:?}", shapes.labels);
    let cells = (0..128).map(|row| Some(if row < 3 { "b" } else { "a" }.to_owned())).collect();
    let order = ["b", "a"].map(str::to_owned).to_vec();
    let values = Some(GivenValues::Words { cells, order });
    let given = MapShapes::new(&graph, &Style { values, ..Style::default() }).unwrap();
    assert_eq!([0, 3].map(|row| given.colours[row].clone()), colours);
    let legend: Vec<&str> = given.legend.iter().map(|(_, words)| words.as_str()).collect();
    assert_eq!(legend, ["b: 3", "a: 125"]);
}
