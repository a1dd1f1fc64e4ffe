-- title: the largest clusters, largest first
-- parameter: limit count = 100
-- columns: concept size purity class centre
SELECT concept, size, purity, class, centre
FROM cluster
WHERE id > (SELECT concepts FROM graph) - :limit
ORDER BY id DESC;
