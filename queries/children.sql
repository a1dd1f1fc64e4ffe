-- title: the next smaller clusters (lower covers)
-- parameter: concept concept
-- columns: concept size purity class generator
--
-- In the sqlite3 shell: .parameter set :concept c812
SELECT cluster.concept, size, purity, class, generator
FROM covered
CROSS JOIN cluster ON cluster.id = covered.lower_id
WHERE covered.upper_id = CAST(ltrim(:concept, 'c') AS INTEGER)
ORDER BY covered.lower_id;
