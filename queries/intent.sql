-- title: what all points of a cluster have: attributes, or points that all are near to
-- parameter: concept concept
-- columns: attribute points
--
-- In the sqlite3 shell: .parameter set :concept c812
-- The points of a cluster share what its generating points share. `points` is how many have the
-- attribute: where these are the points of the cluster alone, it is introduced here.
WITH shared (id, name) AS MATERIALIZED (
    SELECT attribute.id, attribute.name
    FROM concept
    CROSS JOIN attribute
    WHERE concept.id = CAST(ltrim(:concept, 'c') AS INTEGER)
        AND NOT EXISTS (
            SELECT 1
            FROM json_each(concept.generator) AS taken
            WHERE NOT EXISTS (
                SELECT 1
                FROM point
                JOIN clarified ON clarified.point_id = point.twin_id
                WHERE point.id = taken.value AND clarified.attribute_id = attribute.id
            )
        )
)
SELECT
    shared.name AS attribute,
    (
        SELECT count(*)
        FROM clarified
        CROSS JOIN point ON point.twin_id = clarified.point_id
        WHERE clarified.attribute_id = shared.id
    ) AS points
FROM shared
ORDER BY shared.id;
