-- title: points between communities, the most evenly split first
-- parameter: limit count = 100
-- columns: point class community share other other_share
--
-- In the sqlite3 shell: .parameter set :limit 100
-- Both communities are those with the largest shares.
WITH ranked AS (
    SELECT
        point_id,
        community_id,
        share,
        row_number() OVER (PARTITION BY point_id ORDER BY share DESC, community_id) AS place
    FROM belongs
    WHERE share < 1
)
SELECT
    point.name AS point,
    class.name AS class,
    'g' || one.community_id AS community,
    one.share,
    'g' || two.community_id AS other,
    two.share AS other_share
FROM ranked AS one
JOIN ranked AS two ON two.point_id = one.point_id AND two.place = 2
JOIN point ON point.id = one.point_id
LEFT JOIN class ON class.id = point.class_id
WHERE one.place = 1
ORDER BY one.share, two.share DESC, point.id
LIMIT coalesce(:limit, 100);
