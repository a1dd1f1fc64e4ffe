-- title: the points of a cluster
-- parameter: concept concept
-- columns: point class
--
-- In the sqlite3 shell: .parameter set :concept c300
SELECT point.name AS point, class.name AS class
FROM member
JOIN point ON point.id = member.point_id
LEFT JOIN class ON class.id = point.class_id
WHERE member.concept_id = CAST(ltrim(:concept, 'c') AS INTEGER)
ORDER BY point.id;
