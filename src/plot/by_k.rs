//! What clusters of two points of a group tell, by k.

use super::{Line, Plot, X_OF_K};
use crate::telling::Telling;

/// The lines by k of a table of that name; one k is taken by `whom`, as in `this graph has`.
pub fn telling(name: &str, found: &[(usize, Telling)], taken: Option<usize>, whom: &str) -> Plot {
    let line = |class: Option<usize>, name: &str, value: fn(&Telling) -> f64| {
        let points = found.iter().map(|(k, telling)| (*k as u32, value(telling))).collect();
        Line { name: name.to_owned(), class, is_dashed: false, points }
    };
    let best = found.iter().rev().max_by(|one, other| one.1.share.total_cmp(&other.1.share));
    let taken = found.iter().find(|(k, _)| Some(*k) == taken);
    let said = |((k, here), (best, most)): (&(usize, Telling), &(usize, Telling))| {
        format!("{whom} k = {k} ({:.2}); k = {best} tells most ({:.2}). ", here.share, most.share)
    };
    Plot {
        title: format!("{name}: what clusters tell, by k"),
        said: taken.zip(best).map_or(String::new(), said)
            + "Telling: two points of a group meet in clusters of it, beyond chance.",
        x: X_OF_K,
        y: "share",
        is_percent: false,
        lines: vec![
            line(Some(0), "pairs alone in their cluster", |telling| telling.alone),
            line(Some(1), "pairs that meet only in the whole", |telling| telling.whole),
            line(None, "telling", |telling| telling.share),
        ],
        mark: taken.map(|(k, telling)| (*k as u32, telling.share)),
    }
}
