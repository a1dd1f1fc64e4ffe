//! The dots of the map, their names and the space around them under the pointer.

use fantoccini::key::Key;
use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::Opened;
use super::map::{iris, label};
use crate::support::{Need, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(names_leave_dots_to_the_pointer, Need::Browser),
        trial!(the_space_around_dots_opens_their_group, Need::Browser),
        trial!(all_points_stay_in_sight, Need::Browser),
    ]
}

fn names_leave_dots_to_the_pointer() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let boxes = "[...document.querySelectorAll('.label')].map((name) => {
        const {left, top, right, bottom} = name.getBoundingClientRect();
        return [left, top, right, bottom];
    })";
    let points = opened.points()?;
    let boxes: Vec<[f64; 4]> = serde_json::from_value(opened.ask(boxes)?)?;
    let is_in = |x: f64, y: f64| {
        boxes.iter().any(|&[left, top, right, bottom]| {
            (left..right).contains(&x) && (top..bottom).contains(&y)
        })
    };
    let covered = points.iter().filter(|&&(_, (x, y))| is_in(x, y)).count();
    same(&format!("{covered} dots under names"), covered < 5, true)?;
    let on_top = "document.elementFromPoint(...arguments[0]).id";
    for (name, place) in points.iter().step_by(10) {
        let found = opened.page.script(&format!("return {on_top}"), vec![json!(place)])?;
        same(name, found, json!("points"))?;
    }
    // The wheel works over a name as elsewhere.
    let before = opened.rested()?;
    opened.page.wheel(label(&opened, 1)?, -300)?;
    same("zoomed", opened.rested()? == before, false)?;
    opened.is_quiet()
}

fn the_space_around_dots_opens_their_group() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    opened.page.fill("#search", "setosa")?;
    opened.page.press("#search", Key::Enter)?;
    same("a class", &*opened.heading()?, "Class setosa")?;
    let points = opened.points()?;
    let away = |at: (f64, f64)| {
        let far = |place: (f64, f64)| (place.0 - at.0).hypot(place.1 - at.1);
        points.iter().map(|&(_, place)| far(place)).fold(f64::MAX, f64::min)
    };
    let beside = (0..50).flat_map(|point| {
        let (x, y) = points[point].1;
        [(14.0, 0.0), (-14.0, 0.0), (0.0, 14.0)].map(|(right, down)| (x + right, y + down))
    });
    let place = beside.into_iter().find(|&at| away(at) > 13.0).ok_or("a free place")?;
    opened.page.click_at(place)?;
    same("its group", &*opened.heading()?, "Group g1")?;
    opened.is_quiet()
}

/// A view that was not moved shows all points, whatever the size of the screen.
fn all_points_stay_in_sight() -> Result<(), Failed> {
    let folder = iris()?;
    let opened = Opened::first(&folder, &["iris.db"])?;
    let address = opened.rested()?;
    opened.reopen(&address)?;
    opened.page.click("#larger")?;
    let [wide, high] = ["Width", "Height"]
        .map(|side| opened.ask(&format!("document.getElementById('points').client{side}")));
    let (wide, high) = (wide?.as_f64().ok_or("a size")?, high?.as_f64().ok_or("a size")?);
    for (name, (x, y)) in opened.points()? {
        let is_seen = (0.0..wide).contains(&x) && (0.0..high).contains(&y);
        same(&format!("{name} at {x}, {y}"), is_seen, true)?;
    }
    opened.is_quiet()
}
