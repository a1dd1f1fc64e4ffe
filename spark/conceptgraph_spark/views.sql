-- Views for queries, in addition to the tables, with the names of a store's schema.

-- The number of points of each class in each concept, as in a store's table.
CREATE TEMPORARY VIEW concept_class (concept_id, class_id, count) AS
SELECT id, class_at + 1, counted
FROM (SELECT id, posexplode(counts) AS (class_at, counted) FROM concept)
WHERE counted > 0;

-- The members of the concepts, a row each; query one concept at a time.
CREATE TEMPORARY VIEW member (concept_id, point_id) AS
SELECT listed.concept_id, point.id
FROM (SELECT concept_id, explode(objects) AS object_id FROM extent) AS listed
JOIN point ON point.object_id = listed.object_id;

-- Clusters in the form in which people read them: 34 points around d64.
CREATE TEMPORARY VIEW cluster (id, concept, size, purity, class, centre) AS
SELECT concept.id, concat('c', concept.id), concept.size, concept.purity, class.name, point.name
FROM concept
LEFT JOIN class ON class.id = concept.majority_class_id
LEFT JOIN point ON point.id = concept.centre_id;
