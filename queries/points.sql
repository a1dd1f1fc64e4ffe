-- title: points with their smallest cluster, all or of one class
-- parameter: class class = all
-- columns: point class concept
--
-- In the sqlite3 shell: .parameter set :class setosa
SELECT
    point.name AS point,
    class.name AS class,
    (SELECT 'c' || min(concept_id) FROM member WHERE point_id = point.id) AS concept
FROM point
LEFT JOIN class ON class.id = point.class_id
WHERE :class IS NULL OR class.name = :class
ORDER BY point.id;
