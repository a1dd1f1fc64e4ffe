-- title: points by the smallest cluster in which they meet another class, smallest first
-- parameter: limit count = 100
-- columns: point point_class concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :limit 100
SELECT point.name AS point, own.name AS point_class, concept, cluster.size, purity,
    cluster.class, generator
FROM point
CROSS JOIN cluster ON cluster.id = point.boundary_id
JOIN class AS own ON own.id = point.class_id
ORDER BY cluster.id, point.id
LIMIT coalesce(:limit, 100);
