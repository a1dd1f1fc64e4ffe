-- What queries see besides the tables themselves: the names of a store's schema.

-- A view like a store's table: a class of a concept's points, and how many.
CREATE TEMPORARY VIEW concept_class (concept_id, class_id, count) AS
SELECT id, class_at + 1, counted
FROM (SELECT id, posexplode(counts) AS (class_at, counted) FROM concept)
WHERE counted > 0;

-- Who is in which concept, a row each; query one concept at a time.
CREATE TEMPORARY VIEW member (concept_id, point_id) AS
SELECT concept_id, explode(points) FROM extent;

-- A cluster as people read it, named by its generating points.
CREATE TEMPORARY VIEW cluster (id, concept, size, purity, class, generator) AS
SELECT
    concept.id,
    concat('c', concept.id),
    concept.size,
    concept.purity,
    class.name,
    concat(
        '{',
        array_join(transform(concept.generator, p -> element_at(known.labels, p)), ','),
        '}'
    )
FROM concept
CROSS JOIN (
    SELECT transform(array_sort(collect_list(struct(id, label))), p -> p.label) AS labels
    FROM point
) AS known
LEFT JOIN class ON class.id = concept.majority_class_id;
