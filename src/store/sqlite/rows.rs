//! The view `rows`: the table as users know it, with the findings about each row.

use super::features::{MAX_COLUMNS, quote_name};
use crate::store::column_names;

/// Returns the statement that creates the view, for features and kept columns; the flag of a kept
/// column is `true` if it is numeric. A view of SQLite has at most 2,000 columns, so the last
/// features may be left out.
pub(super) fn view(features: &[String], kept: &[(String, bool)]) -> String {
    let kept = &kept[..kept.len().min(MAX_COLUMNS)];
    let features = &features[..features.len().min(MAX_COLUMNS - kept.len())];
    let names = column_names::own_names(features.iter().chain(kept.iter().map(|(name, _)| name)));
    let of_features =
        names.iter().take(features.len()).map(|name| format!("features.{}", quote_name(name)));
    let of_kept = (1..).zip(kept).map(|(id, (_, is_number))| {
        let cell = format!(
            "(\n        SELECT nullif(value, '') FROM kept\n        \
             WHERE point_id = point.id AND kept_column_id = {id}\n    )"
        );
        if *is_number { format!("CAST({cell} AS NUMERIC)") } else { cell }
    });
    let columns = of_features.chain(of_kept).zip(&names);
    let columns: String =
        columns.map(|(value, name)| format!("    {value} AS {},\n", quote_name(name))).collect();
    format!(
        "CREATE VIEW rows AS
SELECT
    point.name AS point,
    point.\"row\",
{columns}    class.name AS class,
    community.name AS community,
    in_group.share,
    (
        SELECT part.name
        FROM in_part
        JOIN community AS part ON part.id = in_part.community_id
        WHERE in_part.point_id = point.id AND part.parent_id = community.id
        ORDER BY in_part.share DESC, part.id
        LIMIT 1
    ) AS part,
    point.outlier,
    point.map_x,
    point.map_y
FROM point
LEFT JOIN features ON features.point_id = point.id
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN in_group ON in_group.point_id = point.id AND in_group.community_id = (
    SELECT main.community_id
    FROM in_group AS main
    WHERE main.point_id = point.id
    ORDER BY main.share DESC, main.community_id
    LIMIT 1
)
LEFT JOIN community ON community.id = in_group.community_id;
"
    )
}
