-- title: the smallest cluster that contains both (several where not all are stored)
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
--                       .parameter set :other c90
-- The points that have all attributes the generating points of both share. Where that concept is
-- not stored, the minimal ones of the common up-set answer.
WITH RECURSIVE
asked (id) AS (
    SELECT CAST(ltrim(:concept, 'c') AS INTEGER)
    UNION
    SELECT CAST(ltrim(:other, 'c') AS INTEGER)
),
taken (point_id) AS (
    SELECT DISTINCT point.value
    FROM asked
    CROSS JOIN concept USING (id), json_each(concept.generator) AS point
),
shared (attribute_id) AS (
    SELECT attribute_id
    FROM incidence
    WHERE point_id IN taken
    GROUP BY attribute_id
    HAVING count(*) = (SELECT count(*) FROM taken)
    UNION ALL
    SELECT id FROM attribute WHERE NOT EXISTS (SELECT 1 FROM taken)
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
    WHERE key = (SELECT coalesce(sum(key), 0) FROM point WHERE id IN extent)
        AND size = (SELECT count(*) FROM extent)
),
above (asked_id, concept_id) AS (
    SELECT id, id FROM asked WHERE NOT EXISTS (SELECT 1 FROM closed)
    UNION
    SELECT above.asked_id, cover.upper_id
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
