-- title: the next smaller clusters (lower covers)
-- parameter: concept concept
-- columns: concept size purity class centre
SELECT cluster.concept, size, purity, class, centre
FROM cover
JOIN cluster ON cluster.id = cover.lower_id
WHERE cover.upper_id = CAST(ltrim('c', :concept) AS BIGINT)
ORDER BY cover.lower_id;
