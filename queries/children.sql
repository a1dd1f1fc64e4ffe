-- title: the next smaller clusters (lower covers)
-- parameter: concept concept
-- columns: concept size purity class centre
--
-- In the sqlite3 shell: .parameter set :concept c300
SELECT cluster.concept, size, purity, class, centre
FROM cover
CROSS JOIN cluster ON cluster.id = cover.lower_id
WHERE cover.upper_id = CAST(ltrim(:concept, 'c') AS INTEGER)
ORDER BY cover.lower_id;
