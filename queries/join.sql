-- title: the smallest cluster with both (several where not all are stored), or else community
-- parameter: concept concept
-- parameter: other concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
--                       .parameter set :other c90
-- The points that have all attributes the generating points of both share. Where that concept is
-- not stored, the minimal ones of the common up-set answer. Where it is the cluster of all points,
-- the smallest community to which all points of both belong does.
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
),
-- Each cluster by its own id: `member` is read for one at a time.
both (point_id) AS (
    SELECT point_id FROM member WHERE concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
    UNION
    SELECT point_id FROM member WHERE concept_id = CAST(ltrim(:other, 'c') AS INTEGER)
),
-- With the community that answers instead, looked for only where it is to.
met (id, concept, size, purity, class, generator, community_id) AS (
    SELECT
        cluster.*,
        CASE WHEN cluster.size = (SELECT count(*) FROM point) THEN (
            SELECT community.id
            FROM both AS held
            CROSS JOIN belongs ON belongs.point_id = held.point_id
            CROSS JOIN within ON within.community_id = belongs.community_id
            CROSS JOIN community ON community.id = within.above_id
            WHERE community.points < (SELECT count(*) FROM point)
            GROUP BY community.id
            HAVING count(DISTINCT held.point_id) = (SELECT count(*) FROM both)
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
