-- title: the smallest cluster with all these points (several in an iceberg)
-- parameter: points points
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :points '["d1", "d51"]'
-- The points that have all shared attributes form the extent; the sum of their keys names its
-- concept. Where that concept is not stored, the minimal ones of the common up-set answer.
WITH RECURSIVE
asked (point_id) AS (
    SELECT DISTINCT point.id
    FROM json_each(:points) AS name
    JOIN point ON point.name = name.value
    -- A name that no point has: then there is no such cluster.
    WHERE NOT EXISTS (
        SELECT 1 FROM json_each(:points) AS unknown
        WHERE unknown.value NOT IN (SELECT name FROM point)
    )
),
shared (attribute_id) AS (
    SELECT attribute_id
    FROM incidence
    WHERE point_id IN asked
    GROUP BY attribute_id
    HAVING count(*) = (SELECT count(*) FROM asked)
),
extent (point_id) AS (
    SELECT point_id
    FROM incidence
    WHERE attribute_id IN shared
    GROUP BY point_id
    HAVING count(*) = (SELECT count(*) FROM shared)
    UNION ALL
    SELECT id FROM point WHERE NOT EXISTS (SELECT 1 FROM shared)
),
closed (id) AS (
    SELECT concept.id
    FROM concept
    WHERE key = (SELECT sum(key) FROM point WHERE id IN extent)
        AND size = (SELECT count(*) FROM extent)
        AND EXISTS (SELECT 1 FROM asked)
),
above (point_id, concept_id) AS (
    SELECT point_id, concept_id
    FROM introduced
    WHERE point_id IN asked AND NOT EXISTS (SELECT 1 FROM closed)
    UNION
    SELECT above.point_id, cover.upper_id
    FROM above
    CROSS JOIN cover ON cover.lower_id = above.concept_id
),
common (id) AS (
    SELECT concept_id
    FROM above
    GROUP BY concept_id
    HAVING count(*) = (SELECT count(*) FROM asked)
),
answer (id) AS (
    SELECT id FROM closed
    UNION ALL
    SELECT id FROM (
        SELECT id FROM common
        EXCEPT
        SELECT cover.upper_id FROM common CROSS JOIN cover ON cover.lower_id = common.id
    )
)
SELECT concept, size, purity, class, generator
FROM answer
CROSS JOIN cluster USING (id)
ORDER BY id;
