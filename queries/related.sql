-- title: the other points by the size of the smallest cluster, or else community, with both
-- parameter: point point
-- parameter: limit count = 100
-- columns: point point_class concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :point d1
--                       .parameter set :limit 100
-- The smallest cluster of two points holds who has every attribute they share. Those are attributes
-- of this point, so 62 of its attributes to a number say who has what. The sum of keys names the
-- cluster; where it is not stored, the first one above this point that holds the other answers.
-- Where it is the cluster of all points, the smallest community to which both belong does. Of
-- clusters of equal size the one comes first whose points share more attributes, then that of the
-- nearer point. Distances are as for the neighbours, as a share of the largest, in nine digits.
WITH RECURSIVE
me (id) AS (
    SELECT id FROM point WHERE name = :point
),
mine (attribute_id, place) AS (
    SELECT attribute_id, row_number() OVER (ORDER BY attribute_id) - 1
    FROM incidence
    WHERE point_id = (SELECT id FROM me)
),
mask (point_id, block, bits) AS (
    SELECT point_id, place / 62, sum(1 << place % 62)
    FROM mine
    CROSS JOIN incidence USING (attribute_id)
    GROUP BY point_id, place / 62
),
sharing (point_id, key) AS (
    SELECT id, key FROM point WHERE id IN (SELECT point_id FROM mask)
),
closure (point_id, size, key) AS (
    SELECT other.point_id, count(*), sum(held.key)
    FROM sharing AS other
    CROSS JOIN sharing AS held
    WHERE other.point_id <> (SELECT id FROM me)
        AND NOT EXISTS (
            SELECT 1
            FROM mask AS shared
            LEFT JOIN mask AS has ON has.point_id = held.point_id AND has.block = shared.block
            WHERE shared.point_id = other.point_id AND shared.bits & ~coalesce(has.bits, 0)
        )
    GROUP BY other.point_id
    UNION ALL
    SELECT id, everything.size, everything.key
    FROM point, (SELECT count(*) AS size, sum(key) AS key FROM point) AS everything
    WHERE id NOT IN (SELECT point_id FROM mask) AND id <> (SELECT id FROM me)
),
closed (point_id, concept_id) AS (
    SELECT point_id, concept.id
    FROM closure
    LEFT JOIN concept ON concept.key = closure.key AND concept.size = closure.size
),
above (id) AS (
    SELECT concept_id FROM introduced
    WHERE point_id = (SELECT id FROM me) AND EXISTS (SELECT 1 FROM closed WHERE concept_id IS NULL)
    UNION
    SELECT cover.upper_id FROM above CROSS JOIN cover ON cover.lower_id = above.id
),
first (point_id, concept_id) AS (
    SELECT point_id, concept_id FROM closed WHERE concept_id IS NOT NULL
    UNION ALL
    SELECT member.point_id, min(above.id)
    FROM above
    CROSS JOIN member ON member.concept_id = above.id
    WHERE member.point_id IN (SELECT point_id FROM closed WHERE concept_id IS NULL)
    GROUP BY member.point_id
),
sharing_with (point_id, shared) AS (
    SELECT point_id, count(*) FROM mine CROSS JOIN incidence USING (attribute_id) GROUP BY point_id
),
made (metric, scale) AS (
    SELECT
        (SELECT value FROM graph WHERE key = 'metric'),
        (SELECT value FROM graph WHERE key = 'scale')
),
axis (feature_id, zero, unit, metric) AS (
    SELECT
        id,
        CASE scale WHEN 'standard' THEN mean WHEN 'minmax' THEN least ELSE 0.0 END,
        CASE scale WHEN 'standard' THEN deviation WHEN 'minmax' THEN largest - least ELSE 1.0 END,
        metric
    FROM made
    CROSS JOIN feature
    WHERE scale = 'none' OR least < largest
),
apart (point_id, distance) AS (
    SELECT
        other.point_id,
        CASE metric
            WHEN 'euclidean' THEN sum((there - here) * (there - here))
            WHEN 'manhattan' THEN sum(abs(there - here))
            WHEN 'chebyshev' THEN max(abs(there - here))
            -- It falls as the cosine rises.
            ELSE 1 - sum(there * here) * abs(sum(there * here)) / sum(there * there)
                / sum(here * here)
        END
    FROM (
        SELECT
            one.point_id,
            metric,
            (one.value - zero) / unit AS there,
            (own.value - zero) / unit AS here
        FROM measurement AS one
        CROSS JOIN axis ON axis.feature_id = one.feature_id
        CROSS JOIN measurement AS own
            ON own.feature_id = one.feature_id AND own.point_id = (SELECT id FROM me)
    ) AS other
    GROUP BY other.point_id
),
near (point_id, distance) AS (
    SELECT
        point_id,
        round(distance / (SELECT nullif(max(distance), 0) FROM apart), 9)
    FROM apart
),
-- The communities of this point from the smallest, and the first of them with each other point.
around (place, id) AS (
    SELECT row_number() OVER (ORDER BY points, id), id
    FROM community
    WHERE points < (SELECT count(*) FROM point) AND id IN (
        SELECT within.above_id
        FROM belongs
        JOIN within USING (community_id)
        WHERE belongs.point_id = (SELECT id FROM me)
    )
),
instead (point_id, community_id, place) AS (
    SELECT belongs.point_id, around.id, min(around.place)
    FROM around
    CROSS JOIN within ON within.above_id = around.id
    CROSS JOIN belongs USING (community_id)
    GROUP BY belongs.point_id
)
SELECT
    point.name AS point,
    class.name AS point_class,
    coalesce(community.name, concept) AS concept,
    coalesce(points, cluster.size) AS size,
    coalesce(community.purity, cluster.purity) AS purity,
    coalesce(led.name, cluster.class) AS class,
    iif(community.id IS NULL, generator, NULL) AS generator
FROM first
CROSS JOIN cluster ON cluster.id = first.concept_id
JOIN point ON point.id = first.point_id
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN instead ON instead.point_id = first.point_id
    AND cluster.size = (SELECT count(*) FROM point)
LEFT JOIN community ON community.id = instead.community_id
LEFT JOIN class AS led ON led.id = community.majority_class_id
LEFT JOIN sharing_with ON sharing_with.point_id = first.point_id
LEFT JOIN near ON near.point_id = first.point_id
ORDER BY coalesce(points, cluster.size), shared DESC, distance, point.id
LIMIT coalesce(:limit, 100);
