-- title: each class's share of a cluster; without a cluster, the answer of classes
-- parameter: concept concept = classes
-- columns: class count purity
--
-- In the sqlite3 shell: .parameter set :concept c300
SELECT
    class.name AS class,
    coalesce(concept_class.count, 0) AS count,
    coalesce(concept_class.count, 0) * 1.0 / nullif(concept.size, 0) AS purity
FROM concept
CROSS JOIN class
LEFT JOIN concept_class
    ON concept_class.concept_id = concept.id AND concept_class.class_id = class.id
WHERE concept.id = CAST(ltrim(:concept, 'c') AS INTEGER)
ORDER BY class.id;
