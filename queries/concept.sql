-- title: one cluster: its row, intent size, covers, stability, introduced points
-- parameter: concept concept
-- columns: concept size purity class generator intent_size parents children delta cohesion gap introduced
--
-- In the sqlite3 shell: .parameter set :concept c812
SELECT
    cluster.concept,
    cluster.size,
    cluster.purity,
    cluster.class,
    cluster.generator,
    concept.intent_size,
    (SELECT count(*) FROM cover WHERE lower_id = concept.id) AS parents,
    (SELECT count(*) FROM cover WHERE upper_id = concept.id) AS children,
    concept.delta,
    concept.cohesion,
    concept.gap,
    '{' || coalesce((
        SELECT group_concat(name, ',') FROM (
            SELECT label.name
            FROM introduced
            JOIN label ON label.point_id = introduced.point_id
            WHERE introduced.concept_id = concept.id
            ORDER BY introduced.point_id
        )
    ), '') || '}' AS introduced
FROM concept
CROSS JOIN cluster USING (id)
WHERE concept.id = CAST(ltrim(:concept, 'c') AS INTEGER);
