-- title: the communities that points belong to, and by which share, the largest share first
-- parameter: point point = all
-- columns: point class community share
--
-- In the sqlite3 shell: .parameter set :point d1
-- The shares of a point add up to 1; one that is in no community has a row without.
SELECT
    point.name AS point,
    class.name AS class,
    'g' || belongs.community_id AS community,
    belongs.share
FROM point
LEFT JOIN class ON class.id = point.class_id
LEFT JOIN belongs ON belongs.point_id = point.id
WHERE :point IS NULL OR point.name = :point
ORDER BY point.id, belongs.share DESC, belongs.community_id;
