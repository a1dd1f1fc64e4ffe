-- title: the largest clusters, largest first
-- parameter: limit count = 100
-- columns: concept size purity class generator
SELECT concept, size, purity, class, generator
FROM cluster
WHERE id > (SELECT concepts FROM graph) - :limit
ORDER BY id DESC;
