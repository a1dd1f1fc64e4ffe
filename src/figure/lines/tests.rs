use super::*;
use crate::base::ids::PointId;
use crate::picture::Point;

/// Returns a picture of the subsets of three points, with long names.
fn picture() -> Picture {
    let points = ["one", "another point", "the third"]
        .map(|name| Point { name: name.to_owned(), ..Point::default() });
    let mut sets: Vec<u32> = (0..8).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let node = |&set: &u32| {
        let extent: Vec<PointId> =
            (0..3).filter(|point| set >> point & 1 == 1).map(PointId).collect();
        Node {
            name: format!("c{set}"),
            size: set.count_ones(),
            center: extent.first().map(|point| point.index()),
            introduced: if extent.len() == 1 { vec![extent[0].index()] } else { Vec::new() },
            extent,
            ..Node::default()
        }
    };
    let pairs = (0..8).flat_map(|low| (0..8).map(move |high| (low, high)));
    let is_cover = |&(low, high): &(usize, usize)| {
        let (low, high): (u32, u32) = (sets[low], sets[high]);
        low & high == low && (low ^ high).count_ones() == 1
    };
    Picture {
        title: "cube".to_owned(),
        size: 3,
        points: points.to_vec(),
        nodes: sets.iter().map(node).collect(),
        edges: pairs.filter(is_cover).collect(),
        ..Picture::default()
    }
}

fn draw(picture: &Picture, style: &Style) -> (Figure, usize) {
    let colours = vec![crate::picture::colour::NEUTRAL; picture.nodes.len()];
    LineDrawing::new(picture, style, colours, Vec::new()).draw_with_room()
}

#[test]
fn each_cluster_is_a_circle_and_each_cover_one_straight_line() {
    let (picture, style) = (picture(), Style::default());
    let (figure, nameless) = draw(&picture, &style);
    assert_eq!(nameless, 0);
    let circles: Vec<(&str, PagePoint)> = figure
        .elements
        .iter()
        .filter_map(|element| match &element.form {
            Form::Circle { center, .. } => Some((element.id.as_deref()?, *center)),
            _ => None,
        })
        .collect();
    assert_eq!(circles.len(), 8);
    let center = |at: usize| {
        let name = &picture.nodes[at].name;
        circles.iter().find(|(id, _)| id == name).expect("a circle").1
    };
    for &(low, high) in &picture.edges {
        let ends = [center(low), center(high)];
        let is_line =
            |element: &Element| matches!(&element.form, Form::Line(line) if **line == ends);
        assert!(figure.elements.iter().any(is_line), "{low} to {high}");
        assert!(center(low)[1] > center(high)[1]);
    }
}

#[test]
fn a_cluster_is_named_by_its_centre_and_a_point_once() {
    let (picture, style) = (picture(), Style::default());
    let (figure, _) = draw(&picture, &style);
    let words = figure.words();
    for name in ["one", "another point", "the third", "2 around one", "3 around one", "c7"] {
        assert!(words.contains(&name), "{name} is not in {words:?}");
    }
    assert_eq!(words.iter().filter(|words| **words == "one").count(), 1);
}

#[test]
fn a_ready_context_has_reduced_labels_alone() {
    let mut picture = picture();
    picture.is_ready = true;
    picture.nodes[4].attributes = vec!["is small".to_owned()];
    let style = Style { legend: false, ..Style::default() };
    let (figure, _) = draw(&picture, &style);
    let mut words = figure.words();
    words.sort_unstable();
    assert_eq!(words, ["another point", "cube", "is small", "one", "the third"]);
}

#[test]
fn a_given_width_is_kept_and_letters_with_it() {
    let picture = picture();
    for inches in [2.0, 3.35, 6.7, 12.0] {
        let style = Style { width: Some(inches), ..Style::default() };
        let (figure, _) = draw(&picture, &style);
        assert!((figure.size[0] - 72.0 * inches).abs() < 1e-9);
        for element in &figure.elements {
            if let Form::Text { size, .. } = &element.form {
                assert!(*size >= 6.5, "{size}");
            }
        }
    }
}

#[test]
fn the_lines_of_a_chain_are_strong() {
    let mut picture = picture();
    picture.strong.insert(picture.edges[0]);
    let style = Style::default();
    let (figure, _) = draw(&picture, &style);
    let is_strong = |element: &&Element| {
        let stroke = element.stroke.filter(|stroke| stroke.width == STRONG_WIDTH);
        stroke.is_some() && matches!(element.form, Form::Line(_))
    };
    assert_eq!(figure.elements.iter().filter(is_strong).count(), 1);
}

#[test]
fn long_lists_say_how_many_names_are_left_out() {
    let mut picture = picture();
    picture.is_ready = true;
    picture.nodes[7].attributes = (0..40).map(|at| format!("attribute {at}")).collect();
    let lines = caption(&picture, &picture.nodes[7], &Style::default()).above;
    assert!(lines.len() <= 5);
    assert_eq!(lines.last().expect("a line").words, "and 36 more");
}
