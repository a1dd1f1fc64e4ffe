//! The points of a graph as files of an import, with what ties them to classes and clusters.

use super::import_cell::{column, text};
use super::look;
use super::write::Bulk;
use crate::base::generator_notation;
use crate::store::Result;

impl Bulk<'_> {
    pub(super) fn points(&self) -> Result<()> {
        let features = self.source.features()?;
        let own = [
            ":ID(Point)",
            "graph",
            "id:long",
            "row:long",
            "name",
            "class",
            "key:long",
            "boundary:long",
            "home:long",
            "quoted",
            ":LABEL",
        ];
        let (boundary, homes) = (self.source.boundary()?, self.source.homes()?);
        let typed: Vec<String> = features
            .names
            .iter()
            .enumerate()
            .map(|(at, name)| format!("{}:double", column(at, name)))
            .collect();
        let width = features.names.len();
        let kept = self.stored.points.kept();
        let shown = kept.names().iter().zip(width..).map(|(name, at)| column(at, name));
        let typed: Vec<String> = typed.into_iter().chain(shown).collect();
        let header: Vec<&str> = own.into_iter().chain(typed.iter().map(String::as_str)).collect();
        let mut points = self.rows("Point", &header)?;
        let mut of_class = self.rows("OF_CLASS", &[":START_ID(Point)", ":END_ID(Class)"])?;
        let mut introduced =
            self.rows("INTRODUCED_IN", &[":START_ID(Point)", ":END_ID(Concept)"])?;
        for point in self.stored.points.ids() {
            let (at, name) = (point.index(), self.stored.points.name(point));
            let id = point.number().to_string();
            let class = self.stored.points.classes().map(|c| (c, c.of_point(point)));
            let quoted = generator_notation::quote(name);
            let [met, home] = [&boundary, &homes].map(|of| {
                let concept = of.get(at).copied().flatten();
                concept.map_or(String::new(), |concept| concept.number().to_string())
            });
            let own = [
                id.clone(),
                text(self.name),
                id.clone(),
                self.stored.points.row(point).to_string(),
                text(name),
                class.map_or(String::new(), |(c, id)| text(c.name(id))),
                self.stored.keys[at].to_string(),
                met,
                home,
                if quoted == name { String::new() } else { text(&quoted) },
                class.map_or("", |(_, id)| look::of_class(id.index())).to_owned(),
            ];
            let values = &features.values[at * width..(at + 1) * width];
            let cell = |cell: &String| if cell.is_empty() { String::new() } else { text(cell) };
            let cells = kept.of_point(point).iter().map(cell);
            let values = values.iter().map(f64::to_string).chain(cells);
            self.row(&mut points, own.into_iter().chain(values))?;
            if let Some((_, class)) = class {
                self.row(&mut of_class, [&id, &class.number().to_string()])?;
            }
            for concept in self.source.introduced(point)? {
                self.row(&mut introduced, [&id, &concept.number().to_string()])?;
            }
        }
        self.end(points)?;
        self.end(of_class)?;
        self.end(introduced)
    }
}
