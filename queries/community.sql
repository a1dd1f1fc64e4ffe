-- title: the points of a group, a part or a join, the largest share first
-- parameter: community community
-- parameter: limit count = 100
-- columns: point class share
--
-- In the sqlite3 shell: .parameter set :community g1
--                       .parameter set :limit 100
-- The share of a point in a join is the sum of its shares in the groups of the join, rounded to
-- nine digits, so that the order of summation does not affect the order of the rows.
SELECT
    point.name AS point,
    class.name AS class,
    round(sum(belongs.share), 9) AS share
FROM community AS asked
CROSS JOIN within ON within.above_id = asked.id
CROSS JOIN community AS held ON held.id = within.community_id
CROSS JOIN belongs ON belongs.community_id = held.id
JOIN point ON point.id = belongs.point_id
LEFT JOIN class ON class.id = point.class_id
WHERE asked.name = :community
    -- The share of a group includes the shares of its parts.
    AND (held.id = asked.id OR held.level = 'group')
GROUP BY point.id
ORDER BY share DESC, point.id
LIMIT coalesce(:limit, 100);
