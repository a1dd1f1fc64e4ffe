-- title: the points of a community, the largest share first
-- parameter: community community
-- parameter: limit count = 100
-- columns: point class share
--
-- In the sqlite3 shell: .parameter set :community g1
SELECT
    point.name AS point,
    class.name AS class,
    belongs.share
FROM belongs
JOIN point ON point.id = belongs.point_id
LEFT JOIN class ON class.id = point.class_id
WHERE belongs.community_id = CAST(ltrim(:community, 'g') AS INTEGER)
ORDER BY belongs.share DESC, point.id
LIMIT coalesce(:limit, 100);
