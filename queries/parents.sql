-- title: the next larger clusters (upper covers)
-- parameter: concept concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
SELECT cluster.concept, size, purity, class, generator
FROM cover
CROSS JOIN cluster ON cluster.id = cover.upper_id
WHERE cover.lower_id = CAST(ltrim(:concept, 'c') AS INTEGER)
ORDER BY cover.upper_id;
