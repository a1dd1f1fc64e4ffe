//! Who the points are: newtype ids, names, and the classes some tables give them.
//!
//! Invariant: names are unique, class names are sorted, and every point of a labelled table has
//! exactly one class. Ids count from 0 inside the program; people and stores see them from 1.

use std::collections::HashMap;

/// A point: its row, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u32);

/// A class: its place in the sorted class names, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

impl PointId {
    /// The row as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ClassId {
    /// The class as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The class of every point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    names: Vec<String>,
    of: Vec<ClassId>,
}

impl Classes {
    /// Classes from one label a point: names sorted, so that a tie is broken by name.
    pub fn from_labels<S: AsRef<str>>(labels: &[S]) -> Self {
        let mut names: Vec<String> = labels.iter().map(|l| l.as_ref().to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        let of = labels
            .iter()
            .map(|label| {
                let at = names.binary_search_by(|n| n.as_str().cmp(label.as_ref()));
                ClassId(at.expect("every label was collected above") as u32)
            })
            .collect();
        Self { names, of }
    }

    /// Class names, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The class of each point, by row.
    pub fn of(&self) -> &[ClassId] {
        &self.of
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    names: Vec<String>,
    classes: Option<Classes>,
    by_name: HashMap<String, PointId>,
}

impl Points {
    /// Points with names of their own; the first two rows with one name are the error.
    pub fn named(names: Vec<String>, classes: Option<Classes>) -> Result<Self, (usize, usize)> {
        if let Some(classes) = &classes {
            assert_eq!(classes.of.len(), names.len(), "one class a point");
        }
        let mut by_name = HashMap::with_capacity(names.len());
        for (row, name) in names.iter().enumerate() {
            if let Some(PointId(first)) = by_name.insert(name.clone(), PointId(row as u32)) {
                return Err((first as usize, row));
            }
        }
        Ok(Self { names, classes, by_name })
    }

    /// `n` points named `d1` to `dn`.
    pub fn numbered(n: usize, classes: Option<Classes>) -> Self {
        let names = (1..=n).map(|row| format!("d{row}")).collect();
        Self::named(names, classes).expect("numbers are unique")
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of each point, by row.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The classes, where the table has a label column.
    pub fn classes(&self) -> Option<&Classes> {
        self.classes.as_ref()
    }

    /// The point of that name.
    pub fn find(&self, name: &str) -> Option<PointId> {
        self.by_name.get(name).copied()
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
    }

    #[test]
    fn a_name_given_twice_is_told_by_its_two_rows() {
        let names = ["x", "y", "x"].map(str::to_owned).to_vec();
        assert_eq!(Points::named(names, None), Err((0, 2)));
    }
}
