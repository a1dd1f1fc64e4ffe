-- title: the smallest cluster with all these points, or else community
-- parameter: points points
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :points '["d1", "d51"]'
-- The points that have all shared attributes form the extent; the sum of their keys names its
-- concept. Where that concept is not stored, the minimal ones of the common up-set answer. Where it
-- is the cluster of all points, the smallest community to which all of them belong does.
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
),
-- With the community that answers instead, looked for only where it is to.
met (id, concept, size, purity, class, generator, community_id) AS (
    SELECT
        cluster.*,
        CASE WHEN cluster.size = (SELECT count(*) FROM point) THEN (
            SELECT community.id
            FROM asked AS held
            CROSS JOIN belongs ON belongs.point_id = held.point_id
            CROSS JOIN within ON within.community_id = belongs.community_id
            CROSS JOIN community ON community.id = within.above_id
            WHERE community.points < (SELECT count(*) FROM point)
            GROUP BY community.id
            HAVING count(DISTINCT held.point_id) = (SELECT count(*) FROM asked)
            ORDER BY community.points, community.id
            LIMIT 1
        ) END
    FROM answer
    CROSS JOIN cluster USING (id)
)
SELECT
    coalesce(community.name, concept) AS concept,
    coalesce(points, met.size) AS size,
    coalesce(community.purity, met.purity) AS purity,
    coalesce(led.name, met.class) AS class,
    iif(community.id IS NULL, generator, NULL) AS generator
FROM met
LEFT JOIN community ON community.id = met.community_id
LEFT JOIN class AS led ON led.id = community.majority_class_id
ORDER BY met.id;
