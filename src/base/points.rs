//! Who the points are: their names, and the classes some tables give them.
//!
//! Invariant: names are unique, class names are sorted, and every point of a labelled table has
//! exactly one class.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::base::ids::{ClassId, PointId};

/// The class of every point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    names: Vec<String>,
    of: Vec<ClassId>,
}

impl Classes {
    /// Classes from one label a point: names sorted, so that a tie is broken by name. Names that
    /// are numbers come first and sort as such: 2 before 10.
    pub fn from_labels<S: AsRef<str>>(labels: &[S]) -> Self {
        Self::sorted(labels, |one, other| {
            let number = |name: &str| name.parse().ok().filter(|number: &f64| number.is_finite());
            match (number(one), number(other)) {
                (Some(a), Some(b)) => a.total_cmp(&b).then_with(|| one.cmp(other)),
                (a, b) => b.is_some().cmp(&a.is_some()).then_with(|| one.cmp(other)),
            }
        })
    }

    /// Classes as graphs have them that were stored before numbers sorted as such: 10 before 2.
    pub fn from_labels_by_letters<S: AsRef<str>>(labels: &[S]) -> Self {
        Self::sorted(labels, str::cmp)
    }

    fn sorted<S: AsRef<str>>(labels: &[S], order: impl Fn(&str, &str) -> Ordering) -> Self {
        let mut place: HashMap<&str, ClassId> =
            labels.iter().map(|label| (label.as_ref(), ClassId(0))).collect();
        let mut names: Vec<&str> = place.keys().copied().collect();
        names.sort_unstable_by(|one, other| order(one, other));
        for (class, name) in ClassId::first(names.len()).zip(&names) {
            place.insert(name, class);
        }
        let of = labels.iter().map(|label| place[label.as_ref()]).collect();
        Self { names: names.into_iter().map(str::to_owned).collect(), of }
    }

    /// Class names, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The class of each point, by row.
    pub fn of(&self) -> &[ClassId] {
        &self.of
    }

    /// The class of one point.
    pub fn of_point(&self, point: PointId) -> ClassId {
        self.of[point.index()]
    }

    /// The name of a class.
    pub fn name(&self, class: ClassId) -> &str {
        &self.names[class.index()]
    }

    /// How many points each class has.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.names.len()];
        for class in &self.of {
            sizes[class.index()] += 1;
        }
        sizes
    }
}

/// The names of the points and, where the table has a label column, their classes.
#[derive(Clone, Debug)]
pub struct Points {
    count: usize,
    /// Numbers become names when the names are needed, which is never for a count.
    names: OnceLock<Vec<String>>,
    classes: Option<Classes>,
    /// Nothing where the names are numbers, which are their places.
    by_name: Option<HashMap<String, PointId>>,
}

impl PartialEq for Points {
    fn eq(&self, other: &Self) -> bool {
        (self.names(), &self.classes) == (other.names(), &other.classes)
    }
}

impl Eq for Points {}

impl Points {
    /// Points with their own names; the error is the first two rows with the same name.
    pub fn named(names: Vec<String>, classes: Option<Classes>) -> Result<Self, (usize, usize)> {
        let mut by_name = HashMap::with_capacity(names.len());
        for (point, name) in PointId::first(names.len()).zip(&names) {
            if let Some(first) = by_name.insert(name.clone(), point) {
                return Err((first.index(), point.index()));
            }
        }
        Ok(Self::new(names.len(), names.into(), classes, Some(by_name)))
    }

    /// `n` points named `d1` to `dn`.
    pub fn numbered(n: usize, classes: Option<Classes>) -> Self {
        Self::new(n, OnceLock::new(), classes, None)
    }

    fn new(
        count: usize,
        names: OnceLock<Vec<String>>,
        classes: Option<Classes>,
        by_name: Option<HashMap<String, PointId>>,
    ) -> Self {
        if let Some(classes) = &classes {
            assert_eq!(classes.of.len(), count, "one class a point");
        }
        Self { count, names, classes, by_name }
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The name of each point, by row.
    pub fn names(&self) -> &[String] {
        let numbered = || (1..=self.count).map(|row| format!("d{row}")).collect();
        self.names.get_or_init(numbered)
    }

    /// The name of one point.
    pub fn name(&self, point: PointId) -> &str {
        &self.names()[point.index()]
    }

    /// All points, by row.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = PointId> + Clone {
        PointId::first(self.count)
    }

    /// The name of the class of a point; none without classes.
    pub fn class_name(&self, point: PointId) -> Option<&str> {
        self.classes.as_ref().map(|classes| classes.name(classes.of_point(point)))
    }

    /// The classes, where the table has a label column.
    pub fn classes(&self) -> Option<&Classes> {
        self.classes.as_ref()
    }

    /// The point of that name.
    pub fn find(&self, name: &str) -> Option<PointId> {
        let Some(by_name) = &self.by_name else {
            let point = PointId::from_number(name.strip_prefix('d')?.parse().ok()?)?;
            // Not `d01` or `d+1`, and not beyond the last.
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
        assert_eq!(classes.of(), [ClassId(1), ClassId(0), ClassId(1)]);
        assert_eq!(classes.sizes(), [1, 2]);
        let numbers = ["10", "b", "9", "-1", "a", "9.0"];
        assert_eq!(Classes::from_labels(&numbers).names(), ["-1", "9", "9.0", "10", "a", "b"]);
        let letters = Classes::from_labels_by_letters(&numbers);
        assert_eq!(letters.names(), ["-1", "10", "9", "9.0", "a", "b"]);
        assert_eq!(letters.of()[1], ClassId(5));
    }

    #[test]
    fn points_are_found_by_name_however_they_were_named() {
        let numbered = Points::numbered(12, None);
        let named = Points::named(numbered.names().to_vec(), None).expect("distinct names");
        assert_eq!(numbered, named);
        for name in ["d1", "d12", "d0", "d13", "d01", "d+1", "d-1", "1", "d", "", "D1"] {
            let found = ["d1", "d12"].contains(&name);
            assert_eq!(numbered.find(name), named.find(name), "{name:?}");
            assert_eq!(named.find(name).is_some(), found, "{name:?}");
        }
    }

    #[test]
    fn a_name_given_twice_is_told_by_its_two_rows() {
        let names = ["x", "y", "x"].map(str::to_owned).to_vec();
        assert_eq!(Points::named(names, None), Err((0, 2)));
    }
}
