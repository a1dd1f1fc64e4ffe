-- title: one cluster: its row, its numbers of parents and children, and its cohesion
-- parameter: concept concept
-- columns: concept size purity class centre parents children cohesion
--
-- In the sqlite3 shell: .parameter set :concept c300
SELECT
    cluster.concept,
    cluster.size,
    cluster.purity,
    cluster.class,
    cluster.centre,
    (SELECT count(*) FROM cover WHERE lower_id = concept.id) AS parents,
    (SELECT count(*) FROM cover WHERE upper_id = concept.id) AS children,
    concept.cohesion
FROM concept
CROSS JOIN cluster USING (id)
WHERE concept.id = CAST(ltrim(:concept, 'c') AS INTEGER);
