//! The names of the points, and the classes that some tables give them.
//!
//! Invariant: names are unique, class names are sorted, and every point of a labelled table has
//! exactly one class. The input rows of the points are strictly ascending.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::base::ids::{ClassId, PointId};
use crate::base::shown_columns::ShownColumns;

/// The class of every point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    names: Vec<String>,
    class_ids: Vec<ClassId>,
}

impl Classes {
    /// Creates classes from one label for each point. The names are sorted, so that a tie is broken
    /// by name; names that are numbers come first, in numeric order: 2 before 10.
    pub fn from_labels<S: AsRef<str>>(labels: &[S]) -> Self {
        let mut place: HashMap<&str, ClassId> =
            labels.iter().map(|label| (label.as_ref(), ClassId(0))).collect();
        let mut names: Vec<&str> = place.keys().copied().collect();
        let number = |name: &str| name.parse().ok().filter(|number: &f64| number.is_finite());
        names.sort_unstable_by(|one, other| match (number(one), number(other)) {
            (Some(a), Some(b)) => a.total_cmp(&b).then_with(|| one.cmp(other)),
            (a, b) => b.is_some().cmp(&a.is_some()).then_with(|| one.cmp(other)),
        });
        for (class, name) in ClassId::first(names.len()).zip(&names) {
            place.insert(name, class);
        }
        let class_ids = labels.iter().map(|label| place[label.as_ref()]).collect();
        Self { names: names.into_iter().map(str::to_owned).collect(), class_ids }
    }

    /// Returns the sorted names of the classes.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the class of each point, by row.
    pub fn class_ids(&self) -> &[ClassId] {
        &self.class_ids
    }

    /// Returns the class of one point.
    pub fn class_of(&self, point: PointId) -> ClassId {
        self.class_ids[point.index()]
    }

    /// Returns the name of a class.
    pub fn name(&self, class: ClassId) -> &str {
        &self.names[class.index()]
    }

    /// Returns the number of points of each class.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.names.len()];
        for class in &self.class_ids {
            sizes[class.index()] += 1;
        }
        sizes
    }
}

/// The names of the points and, if the table has a label column, their classes.
#[derive(Clone, Debug)]
pub struct Points {
    count: usize,
    /// The names; numbers are formatted only when names are needed, which is never for a count.
    names: OnceLock<Vec<String>>,
    classes: Option<Classes>,
    /// The points by name; `None` if the names are the numbers of the rows.
    by_name: Option<HashMap<String, PointId>>,
    /// The input row of each point, from 1; `None` if no row was left out: the index plus 1.
    rows: Option<Arc<[u32]>>,
    shown: Arc<ShownColumns>,
    outlier_scores: Vec<f64>,
}

/// The place of a point on the map of all points, across and up; see [`layout`](crate::layout).
pub type Position = [f64; 2];

impl PartialEq for Points {
    fn eq(&self, other: &Self) -> bool {
        (self.names(), &self.classes) == (other.names(), &other.classes)
            && (&self.rows, &self.shown) == (&other.rows, &other.shown)
            && self.outlier_scores == other.outlier_scores
    }
}

impl Points {
    /// Creates points with their own names. The error is the first two rows with equal names.
    pub fn from_names(
        names: Vec<String>,
        classes: Option<Classes>,
    ) -> Result<Self, (usize, usize)> {
        let mut by_name = HashMap::with_capacity(names.len());
        for (point, name) in PointId::first(names.len()).zip(&names) {
            if let Some(first) = by_name.insert(name.clone(), point) {
                return Err((first.index(), point.index()));
            }
        }
        Ok(Self::new(names.len(), names.into(), classes, Some(by_name)))
    }

    /// Creates `n` points named `d1` to `dn`.
    pub fn from_count(n: usize, classes: Option<Classes>) -> Self {
        Self::new(n, OnceLock::new(), classes, None)
    }

    fn new(
        count: usize,
        names: OnceLock<Vec<String>>,
        classes: Option<Classes>,
        by_name: Option<HashMap<String, PointId>>,
    ) -> Self {
        if let Some(classes) = &classes {
            assert_eq!(classes.class_ids.len(), count, "one class a point");
        }
        Self {
            count,
            names,
            classes,
            by_name,
            rows: None,
            shown: Arc::default(),
            outlier_scores: Vec::new(),
        }
    }

    /// Sets the input rows of the points. Points without names of their own are named after them:
    /// `d1`, `d4`.
    ///
    /// # Panics
    /// Panics if there is not one row for each point, or if the rows do not ascend from 1.
    pub fn with_rows(self, rows: Vec<u32>) -> Self {
        assert_eq!(rows.len(), self.count, "one row a point");
        assert!(rows.first() != Some(&0) && rows.is_sorted_by(|a, b| a < b), "rows rise from 1");
        let is_gapless = rows.last().is_none_or(|&last| last as usize == rows.len());
        let rows = (!is_gapless).then(|| rows.into());
        let names = if self.by_name.is_some() { self.names } else { OnceLock::new() };
        Self { rows, names, ..self }
    }

    /// Sets the columns that are only shown.
    ///
    /// # Panics
    /// Panics if there are columns and not one cell for each point.
    pub fn with_shown_columns(self, kept: ShownColumns) -> Self {
        assert!(kept.names().is_empty() || kept.point_count() == self.count, "one cell a point");
        Self { shown: Arc::new(kept), ..self }
    }

    pub(crate) fn with_outlier_scores(self, scores: Vec<f64>) -> Self {
        assert_eq!(scores.len(), self.count, "one score a point");
        Self { outlier_scores: scores, ..self }
    }

    /// Returns some of these points, given in ascending order, without scores.
    pub fn subset(&self, points: &[PointId]) -> Self {
        let rows = points.iter().map(|&point| self.row(point)).collect();
        let classes = self.classes.as_ref().map(|classes| {
            let labels: Vec<&str> =
                points.iter().map(|&point| classes.name(classes.class_of(point))).collect();
            Classes::from_labels(&labels)
        });
        let some = match &self.by_name {
            None => Self::from_count(points.len(), classes),
            Some(_) => {
                let names = points.iter().map(|&point| self.name(point).to_owned()).collect();
                Self::from_names(names, classes).expect("names differ")
            }
        };
        let cells = points.iter().flat_map(|&point| self.shown.cells_of(point)).cloned().collect();
        some.with_rows(rows)
            .with_shown_columns(ShownColumns::new(self.shown.names().to_vec(), cells))
    }

    /// Returns the input row of a point, from 1.
    pub fn row(&self, point: PointId) -> u32 {
        self.rows.as_ref().map_or(point.0 + 1, |rows| rows[point.index()])
    }

    /// Returns the columns that are only shown.
    pub fn shown_columns(&self) -> &ShownColumns {
        &self.shown
    }

    /// Returns the [outlier score](crate::outliers) of each point, from 0 to 1, by row; empty if
    /// the points are in no graph.
    pub fn outlier_scores(&self) -> &[f64] {
        &self.outlier_scores
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are no points.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the name of each point, by row.
    pub fn names(&self) -> &[String] {
        let numbered = || self.ids().map(|point| format!("d{}", self.row(point))).collect();
        self.names.get_or_init(numbered)
    }

    /// Returns the name of one point.
    pub fn name(&self, point: PointId) -> &str {
        &self.names()[point.index()]
    }

    /// Returns all points, by row.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = PointId> + Clone {
        PointId::first(self.count)
    }

    /// Returns the name of the class of a point; `None` if the points have no classes.
    pub fn class_name(&self, point: PointId) -> Option<&str> {
        self.classes.as_ref().map(|classes| classes.name(classes.class_of(point)))
    }

    /// Returns the classes; `None` if the table has no label column.
    pub fn classes(&self) -> Option<&Classes> {
        self.classes.as_ref()
    }

    /// Returns `true` if all names are those that follow from the rows.
    pub fn has_default_names(&self) -> bool {
        self.by_name.is_none() || self.ids().all(|id| self.name(id) == format!("d{}", self.row(id)))
    }

    /// Returns the point with this name.
    pub fn find(&self, name: &str) -> Option<PointId> {
        let Some(by_name) = &self.by_name else {
            let row: u32 = name.strip_prefix('d')?.parse().ok()?;
            let place = match &self.rows {
                Some(rows) => rows.binary_search(&row).ok()? as i64 + 1,
                None => row.into(),
            };
            let point = PointId::from_number(place)?;
            // Excludes `d01`, `d+1` and rows beyond the last.
            return (self.names().get(point.index())? == name).then_some(point);
        };
        by_name.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_sorted_by_name_and_counted() {
        let classes = Classes::from_labels(&["b", "a", "b"]);
        assert_eq!(classes.names(), ["a", "b"]);
        assert_eq!(classes.class_ids(), [ClassId(1), ClassId(0), ClassId(1)]);
        assert_eq!(classes.sizes(), [1, 2]);
        let numbers = ["10", "b", "9", "-1", "a", "9.0"];
        assert_eq!(Classes::from_labels(&numbers).names(), ["-1", "9", "9.0", "10", "a", "b"]);
    }

    #[test]
    fn points_are_found_by_name_however_they_were_named() {
        let numbered = Points::from_count(12, None);
        let named = Points::from_names(numbered.names().to_vec(), None).expect("distinct names");
        assert_eq!(numbered, named);
        for name in ["d1", "d12", "d0", "d13", "d01", "d+1", "d-1", "1", "d", "", "D1"] {
            let found = ["d1", "d12"].contains(&name);
            assert_eq!(numbered.find(name), named.find(name), "{name:?}");
            assert_eq!(named.find(name).is_some(), found, "{name:?}");
        }
    }

    #[test]
    fn points_are_called_after_their_rows_where_some_were_left_out() {
        let points = Points::from_count(3, None).with_rows(vec![1, 2, 4]);
        assert_eq!(points.names(), ["d1", "d2", "d4"]);
        assert_eq!(points.ids().map(|point| points.row(point)).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!((points.find("d4"), points.find("d3")), (Some(PointId(2)), None));
        let same = Points::from_names(points.names().to_vec(), None).expect("distinct names");
        assert_ne!(points, same);
        assert_eq!(points, same.with_rows(vec![1, 2, 4]));
        assert_eq!(
            Points::from_count(3, None).with_rows(vec![1, 2, 3]),
            Points::from_count(3, None)
        );
    }

    #[test]
    fn a_name_given_twice_is_told_by_its_two_rows() {
        let names = ["x", "y", "x"].map(str::to_owned).to_vec();
        assert_eq!(Points::from_names(names, None), Err((0, 2)));
    }
}
