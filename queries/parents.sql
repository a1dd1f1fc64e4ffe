-- title: the next larger clusters (upper covers)
-- parameter: concept concept
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :concept c300
SELECT cluster.concept, size, purity, class, centre
FROM cover
CROSS JOIN cluster ON cluster.id = cover.upper_id
WHERE cover.lower_id = CAST(ltrim(:concept, 'c') AS INTEGER)
ORDER BY cover.upper_id;
