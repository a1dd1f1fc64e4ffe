-- title: from a point's smallest cluster to the top, always to the parent purest in its class
-- parameter: point point
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :point d1
-- Of parents equally pure, the one with the lowest id. Ids rise along covers, so the walk ends.
-- Before the cluster of all points stand the communities to which all points of the one before it
-- belong.
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
),
-- The cluster before that of all points, and its points: those with all that it shares.
last (size, intent_size, generator) AS (
    SELECT size, intent_size, generator
    FROM (SELECT concept.*, max(size) OVER () AS most FROM walk CROSS JOIN concept USING (id))
    WHERE most = (SELECT count(*) FROM point) AND size < most
    ORDER BY id DESC
    LIMIT 1
),
shared (attribute_id, intent_size, size) AS (
    SELECT attribute_id, intent_size, size
    FROM last, json_each(last.generator) AS taken
    CROSS JOIN incidence ON incidence.point_id = taken.value
    GROUP BY attribute_id
    HAVING count(*) = json_array_length(generator)
    UNION ALL
    SELECT id, intent_size, size FROM last CROSS JOIN attribute WHERE generator = '[]'
),
extent (point_id, size) AS (
    SELECT point_id, size
    FROM shared
    CROSS JOIN incidence USING (attribute_id)
    GROUP BY point_id
    HAVING count(*) = intent_size
),
holding (id) AS (
    SELECT within.above_id
    FROM extent
    CROSS JOIN belongs ON belongs.point_id = extent.point_id
    CROSS JOIN within ON within.community_id = belongs.community_id
    GROUP BY within.above_id
    HAVING count(DISTINCT extent.point_id) = extent.size
),
shown (is_community, id, concept, size, purity, class, generator) AS (
    SELECT 0, cluster.*
    FROM walk
    CROSS JOIN cluster USING (id)
    UNION ALL
    SELECT 1, community.id, community.name, points, purity, class.name, NULL
    FROM holding
    CROSS JOIN community USING (id)
    LEFT JOIN class ON class.id = majority_class_id
    WHERE points < (SELECT count(*) FROM point)
)
SELECT concept, size, purity, class, generator
FROM shown
ORDER BY size, is_community, id;
