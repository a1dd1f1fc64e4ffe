-- title: the most stable clusters, most stable first
-- parameter: limit count = 100
-- parameter: size count = 1
-- columns: concept size purity class generator delta cohesion gap
--
-- In the sqlite3 shell: .parameter set :limit 10
--                       .parameter set :size 5
-- Those with at least that many points; of equally stable ones the larger first.
SELECT concept, cluster.size, purity, class, generator, delta, cohesion, gap
FROM (
    SELECT id, delta, cohesion, gap
    FROM concept
    WHERE size >= coalesce(:size, 1)
    ORDER BY delta DESC, id DESC
    LIMIT coalesce(:limit, 100)
) AS stable
CROSS JOIN cluster USING (id)
ORDER BY delta DESC, id DESC;
