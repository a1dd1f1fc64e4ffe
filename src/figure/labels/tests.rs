use super::*;
use crate::picture::colour::INK;

const PAGE: [f64; 2] = [300.0, 200.0];

/// Returns circles at places that look random and have equal bytes everywhere.
fn circles(count: usize, radius: f64) -> Vec<LabelCircle> {
    let mut state = 12_345_u64;
    let mut next = |most: f64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        most * (state >> 40) as f64 / (1_u64 << 24) as f64
    };
    let mut circle =
        || LabelCircle { center: [next(PAGE[0]), next(PAGE[1])], radius: next(radius) };
    (0..count).map(|_| circle()).collect()
}

fn space(circles: &[LabelCircle]) -> LabelSpace {
    let mut space = LabelSpace::new([0.0, 0.0], PAGE);
    circles.iter().for_each(|&circle| space.add_circle(circle));
    space
}

fn words(words: &str) -> Vec<LabelLine> {
    vec![LabelLine::new(words, 7.0, INK)]
}

#[test]
fn labels_lie_on_the_page_and_on_nothing_else() {
    let mut placed = 0;
    for radius in [2.0, 6.0, 20.0] {
        let circles = circles(60, radius);
        let mut space = space(&circles);
        let label = |circle: &LabelCircle| {
            let lines = [words("seven letters"), words("two")].concat();
            space.place(&lines, &[*circle], LabelSide::Any, 60.0).map(|label| (*circle, label))
        };
        let labels: Vec<(LabelCircle, PlacedLabel)> = circles.iter().filter_map(label).collect();
        placed += labels.len();
        for (at, (own, label)) in labels.iter().enumerate() {
            let bounds = [label.corner, label.size];
            for (axis, side) in PAGE.into_iter().enumerate() {
                assert!(label.corner[axis] >= 0.0);
                assert!(label.corner[axis] + label.size[axis] <= side);
            }
            for (_, other) in &labels[at + 1..] {
                let rectangle = [other.corner, other.size];
                assert!(!are_overlapping(bounds, rectangle), "{label:?} {other:?}");
                assert!(!label.leader.is_some_and(|leader| is_over_box(leader, rectangle)));
                assert!(!other.leader.is_some_and(|leader| is_over_box(leader, bounds)));
            }
            for circle in &circles {
                assert!(distance_to_box(bounds, circle.center) >= circle.radius, "{label:?}");
            }
            let near = distance_to_box(bounds, own.center) - own.radius;
            assert_eq!(label.leader.is_some(), near > MAX_DISTANCE_WITHOUT_LEADER, "{near}");
        }
    }
    assert!(placed > 50, "{placed}");
}

#[test]
fn a_label_stands_right_of_its_circle_unless_something_is_there() {
    let own = LabelCircle { center: [150.0, 100.0], radius: 5.0 };
    let mut space = space(&[own]);
    let first = space.place(&words("one"), &[own], LabelSide::Any, 0.0).expect("room");
    assert!(first.corner[0] > 155.0 && first.alignment == Anchor::Start, "{first:?}");
    let second = space.place(&words("two"), &[own], LabelSide::Any, 0.0).expect("room");
    assert!(second.corner[0] + second.size[0] < 145.0, "{second:?}");
    space.add_line([[0.0, 92.0], [300.0, 92.0]], 50.0);
    let third = space.place(&words("three"), &[own], LabelSide::Any, 0.0).expect("room");
    assert!(third.corner[1] > 105.0, "below, since a line is above: {third:?}");
}

#[test]
fn a_label_keeps_to_its_side() {
    let own = LabelCircle { center: [150.0, 100.0], radius: 5.0 };
    let mut space = space(&[own]);
    for (side, is_above) in [(LabelSide::Above, true), (LabelSide::Below, false)] {
        for _ in 0..2 {
            let label = space.place(&words("words"), &[own], side, 60.0).expect("room");
            let middle = label.corner[1] + label.size[1] / 2.0;
            assert!(if is_above { middle <= 100.0 } else { middle >= 100.0 }, "{label:?}");
        }
    }
    space.add_box([0.0, 0.0], [300.0, 99.0]);
    space.add_box([100.0, 95.0], [100.0, 10.0]);
    assert_eq!(space.place(&words("words"), &[own], LabelSide::Above, 20.0), None);
}

#[test]
fn a_label_without_room_moves_away_with_a_leader_or_is_left_out() {
    let own = LabelCircle { center: [150.0, 100.0], radius: 3.0 };
    let around = LabelCircle { center: [150.0, 100.5], radius: 30.0 };
    let mut space = space(&[own, around]);
    assert_eq!(space.place(&words("far"), &[own], LabelSide::Any, 12.0), None);
    let far = space.place(&words("far"), &[own], LabelSide::Any, 60.0).expect("room");
    let [start, end] = far.leader.expect("a leader");
    assert!(distance_to_box([far.corner, far.size], start) < 0.1, "{far:?}");
    assert!((distance_to_line([end, end], own.center) - own.radius).abs() < 0.01);
    assert_eq!(far.elements(&words("far"), Theme::Light).len(), 2);
    let wide = words(&"wide ".repeat(30));
    assert_eq!(space.place(&wide, &[own], LabelSide::Any, 500.0), None, "wider than the page");
}

#[test]
fn words_are_wrapped_evenly_and_never_cut() {
    assert_eq!(wrap_evenly("one two three four", 14), ["one two", "three four"]);
    assert_eq!(wrap_evenly("unbreakable", 4), ["unbreakable"]);
    assert_eq!(wrap_evenly("is so 93 % now", 7), ["is so", "93 %", "now"]);
    assert!(wrap_evenly("", 4).is_empty());
}
