-- title: the next larger clusters (upper covers)
-- parameter: concept concept
-- columns: concept size purity class centre
SELECT cluster.concept, size, purity, class, centre
FROM cover
JOIN cluster ON cluster.id = cover.upper_id
WHERE cover.lower_id = CAST(ltrim('c', :concept) AS BIGINT)
ORDER BY cover.upper_id;
