//! What SQLite itself finds wrong in a file, and what is stored besides the contract: purities,
//! means, the lists of members.

use super::store::SqliteStore;
use crate::store::{LatticeStore, Result};

/// Statements that answer with one line a fault.
const STATEMENTS: [&str; 9] = [
    "SELECT 'SQLite: ' || integrity_check FROM pragma_integrity_check
     WHERE integrity_check <> 'ok'",
    "SELECT 'a row of ' || \"table\" || ' names a row of ' || \"parent\" || ' that does not exist' \
     FROM pragma_foreign_key_check",
    "SELECT 'c' || concept.id || ' has no list of members' FROM concept
     WHERE concept.id NOT IN (SELECT concept_id FROM extent UNION ALL SELECT concept_id FROM intent)
       AND (CASE WHEN json_valid(generator) THEN json_array_length(generator) END NOT IN (1, 2)
            OR (SELECT value FROM graph WHERE key = 'kind') <> 'lca')",
    "SELECT 'the attributes of c' || concept.id || ' are not those that its generator shares'
     FROM intent JOIN concept ON concept.id = intent.concept_id
     WHERE NOT json_valid(generator) OR attributes <> (
       SELECT json_group_array(attribute_id) FROM (
         SELECT attribute_id
         FROM json_each(CASE WHEN json_valid(generator) THEN generator ELSE '[]' END) AS taken
         JOIN incidence ON incidence.point_id = taken.value
         GROUP BY attribute_id HAVING count(*) = json_array_length(generator)
         ORDER BY attribute_id))",
    "SELECT 'the mask of point ' || point_id || ' is not that of its attributes' FROM (
       SELECT 'mask', * FROM mask UNION ALL
       SELECT 'context', point_id, (attribute_id - 1) / 62, sum(1 << (attribute_id - 1) % 62)
       FROM incidence WHERE (SELECT value FROM graph WHERE key = 'kind') = 'lca'
       GROUP BY point_id, (attribute_id - 1) / 62
     ) GROUP BY point_id, block, bits HAVING count(*) = 1",
    // The majority class is the first by name among equals, which have the same count.
    "SELECT 'c' || concept.id || ' has another class or purity than its counts say' FROM concept
     LEFT JOIN concept_class AS led ON led.concept_id = concept.id AND NOT EXISTS (
       SELECT 1 FROM concept_class AS other WHERE other.concept_id = concept.id
         AND (other.count > led.count
              OR (other.count = led.count AND other.class_id < led.class_id)))
     WHERE concept.majority_class_id IS NOT led.class_id
        OR coalesce(abs(concept.purity - led.count * 1.0 / concept.size) > 1e-12,
                    concept.purity IS NOT NULL OR led.count IS NOT NULL)",
    // Ids follow the size, so the smallest parent is the first.
    "SELECT 'the gap of c' || concept.id || ' does not lead to its smallest parent' FROM concept
     LEFT JOIN concept AS parent
       ON parent.id = (SELECT min(upper_id) FROM cover WHERE lower_id = concept.id)
     WHERE concept.gap IS NOT parent.size - concept.size",
    "SELECT 'the mean, deviation or range of feature ' || json_quote(name)
            || ' is not that of its values'
     FROM feature JOIN (
       SELECT feature_id, avg(value) AS mean, avg(value * value) AS square, max(abs(value)) AS most,
         min(value) AS least, max(value) AS largest
       FROM measurement GROUP BY feature_id
     ) AS found ON found.feature_id = feature.id
     WHERE feature.least <> found.least OR feature.largest <> found.largest
        OR NOT abs(feature.mean - found.mean) <= 1e-9 * (1 + most)
        OR NOT abs(feature.deviation * feature.deviation
                   - (found.square - found.mean * found.mean)) <= 1e-9 * (1 + most * most)",
    "SELECT 'the view neighbor is missing' WHERE
       (SELECT value FROM graph WHERE key = 'k') IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'neighbor')",
];

/// The first faults, at most `most`.
pub(super) fn faults(store: &SqliteStore, most: usize) -> Result<Vec<String>> {
    let facts = store.facts()?.entries();
    let stored: Vec<String> = store.all("SELECT key FROM graph", |row| row.get(0))?;
    let is_missing = |key: &&str| !stored.iter().any(|stored| stored == key);
    let missing = facts.iter().map(|(key, _)| *key).filter(is_missing);
    let mut faults: Vec<String> =
        missing.map(|key| format!("the value of {key} is missing")).take(most).collect();
    for statement in STATEMENTS {
        if faults.len() >= most {
            break;
        }
        let limited = format!("{statement} LIMIT {}", most - faults.len());
        let found: Vec<String> = store.all(&limited, |row| row.get(0))?;
        faults.extend(found.into_iter().map(|fault| fault.replace('\n', " ")));
    }
    Ok(faults)
}
