-- title: points between two groups, first those most evenly between two that stand apart
-- parameter: limit count = 100
-- columns: point class community share other other_share separation
--
-- In the sqlite3 shell: .parameter set :limit 100
-- Both groups are those with the largest shares. Where two groups grow into one another, many
-- points are in both, and a line between them could as well be elsewhere. So the smaller share
-- counts times the separation of the two: 0 no boundary, 1 nothing crosses.
WITH ranked AS (
    SELECT
        belongs.point_id,
        community.id,
        community.name,
        belongs.share,
        row_number() OVER (
            PARTITION BY belongs.point_id ORDER BY belongs.share DESC, community.id
        ) AS place
    FROM belongs
    JOIN community ON community.id = belongs.community_id
    WHERE community.level = 'group' AND belongs.share < 1
)
SELECT
    point.name AS point,
    class.name AS class,
    one.name AS community,
    one.share,
    two.name AS other,
    two.share AS other_share,
    coalesce(overlap.separation, 1.0) AS separation
FROM ranked AS one
JOIN ranked AS two ON two.point_id = one.point_id AND two.place = 2
JOIN point ON point.id = one.point_id
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN overlap
    ON overlap.community_id = min(one.id, two.id) AND overlap.other_id = max(one.id, two.id)
WHERE one.place = 1
ORDER BY two.share * coalesce(overlap.separation, 1.0) DESC, point.id
LIMIT coalesce(:limit, 100);
