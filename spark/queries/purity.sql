-- title: each class's share of a cluster; without a cluster, the answer of classes
-- parameter: concept concept = classes
-- columns: class count purity
SELECT
    class.name AS class,
    element_at(concept.counts, class.id) AS count,
    element_at(concept.counts, class.id) / nullif(concept.size, 0) AS purity
FROM concept
CROSS JOIN class
WHERE concept.id = CAST(ltrim('c', :concept) AS BIGINT)
ORDER BY class.id;
