-- title: the attributes of a ready context that all points of a cluster have
-- parameter: concept concept
-- columns: attribute points
--
-- In the sqlite3 shell: .parameter set :concept c3
-- `points` is the number of points with the attribute. If it is the size of the cluster, no larger
-- cluster has the attribute. The graph of a table has no attributes.
SELECT
    attribute.name AS attribute,
    (SELECT count(*) FROM incidence WHERE attribute_id = attribute.id) AS points
FROM concept
CROSS JOIN attribute
WHERE concept.id = CAST(ltrim(:concept, 'c') AS INTEGER)
    -- No point of the cluster lacks the attribute.
    AND NOT EXISTS (
        SELECT 1
        FROM member
        WHERE member.concept_id = concept.id AND NOT EXISTS (
            SELECT 1 FROM incidence
            WHERE point_id = member.point_id AND attribute_id = attribute.id
        )
    )
ORDER BY attribute.id;
