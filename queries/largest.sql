-- title: the largest clusters, largest first
-- parameter: limit count = 100
-- columns: concept size purity class centre
SELECT concept, size, purity, class, centre
FROM cluster
ORDER BY id DESC
LIMIT coalesce(:limit, 100);
