-- title: from a point's smallest cluster to the top, always to the parent purest in its class
-- parameter: point point
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :point d1
-- Of parents equally pure, the one with the lowest id. Ids rise along covers, so the walk ends.
WITH RECURSIVE
me (id, class_id) AS (
    SELECT id, class_id FROM point WHERE name = :point
),
walk (id) AS (
    SELECT min(concept_id) FROM introduced WHERE point_id = (SELECT id FROM me)
    UNION
    SELECT (
        SELECT concept.id
        FROM cover
        JOIN concept ON concept.id = cover.upper_id
        LEFT JOIN concept_class AS own
            ON own.concept_id = concept.id AND own.class_id = (SELECT class_id FROM me)
        WHERE cover.lower_id = walk.id AND cover.upper_id > walk.id
        ORDER BY coalesce(own.count, 0) * 1.0 / concept.size DESC, concept.id
        LIMIT 1
    )
    FROM walk
    WHERE walk.id IS NOT NULL
)
SELECT concept, size, purity, class, generator
FROM walk
CROSS JOIN cluster USING (id)
ORDER BY id;
