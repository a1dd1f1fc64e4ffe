-- What queries see besides the tables themselves: the names of a store's schema.

-- A view like a store's table: a class of a concept's points, and how many.
CREATE TEMPORARY VIEW concept_class (concept_id, class_id, count) AS
SELECT id, class_at + 1, counted
FROM (SELECT id, posexplode(counts) AS (class_at, counted) FROM concept)
WHERE counted > 0;

-- Who is in which concept, a row each; query one concept at a time.
CREATE TEMPORARY VIEW member (concept_id, point_id) AS
SELECT listed.concept_id, point.id
FROM (SELECT concept_id, explode(objects) AS object_id FROM extent) AS listed
JOIN point ON point.object_id = listed.object_id;

-- The smallest concepts that hold each point.
CREATE TEMPORARY VIEW introduced (point_id, concept_id) AS
SELECT point.id, introduced_object.concept_id
FROM point
JOIN introduced_object ON introduced_object.object_id = point.object_id;

-- The formal context: which point has which attribute.
CREATE TEMPORARY VIEW incidence (point_id, attribute_id) AS
SELECT point.id, clarified.attribute_id
FROM point
JOIN clarified ON clarified.object_id = point.object_id;

-- A cluster as people read it, named by its generating objects: each by its first point.
CREATE TEMPORARY VIEW cluster (id, concept, size, purity, class, generator) AS
SELECT
    concept.id,
    concat('c', concept.id),
    concept.size,
    concept.purity,
    class.name,
    concat(
        '{',
        array_join(transform(concept.generator, o -> element_at(known.labels, o)), ','),
        '}'
    )
FROM concept
CROSS JOIN (
    SELECT
        transform(array_sort(collect_list(struct(object.id, point.label))), o -> o.label) AS labels
    FROM object
    JOIN point ON point.id = object.point_id
) AS known
LEFT JOIN class ON class.id = concept.majority_class_id;
