-- title: points between two groups, first those most evenly between two that stand apart
-- parameter: community community =
-- parameter: other community =
-- parameter: limit count = 100
-- columns: point class community share other other_share separation
--
-- In the sqlite3 shell: .parameter set :community NULL
--                       .parameter set :other NULL
--                       .parameter set :limit 100
-- With two communities, the query returns the points that belong to both. Without them, it takes
-- the two groups with the largest shares of each point. If two groups hardly stand apart, many
-- points are in both, and the line between them is arbitrary. So rows are ranked by the smaller
-- share times the separation of the two groups, from 0 (no boundary) to 1 (nothing crosses it).
WITH shares (point_id, id, name, share) AS (
    SELECT held.point_id, asked.id, asked.name, round(held.share, 9)
    FROM community AS asked
    JOIN (
        SELECT * FROM in_group
        UNION ALL
        SELECT * FROM in_part
        UNION ALL
        SELECT * FROM in_join
    ) AS held ON held.community_id = asked.id
    WHERE CASE
            WHEN :community IS NULL THEN asked.level = 'group'
            ELSE asked.name IN (:community, :other)
        END
),
ranked AS (
    SELECT
        *,
        row_number() OVER largest AS place,
        lead(id) OVER largest AS other_id,
        lead(name) OVER largest AS other,
        lead(share) OVER largest AS other_share
    FROM shares
    WINDOW largest AS (PARTITION BY point_id ORDER BY share DESC, id)
)
SELECT
    point.name AS point,
    class.name AS class,
    ranked.name AS community,
    ranked.share,
    ranked.other,
    ranked.other_share,
    overlap.separation
FROM ranked
JOIN point ON point.id = ranked.point_id
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN overlap
    ON overlap.community_id = min(ranked.id, ranked.other_id)
    AND overlap.other_id = max(ranked.id, ranked.other_id)
WHERE ranked.place = 1 AND ranked.other_id IS NOT NULL
ORDER BY ranked.other_share * coalesce(overlap.separation, 1.0) DESC, point.id
LIMIT coalesce(:limit, 100);
