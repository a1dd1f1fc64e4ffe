// title: clusters, upward covers and mean purity by cluster size
// columns: size concepts covers purity
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
MATCH (c:Concept {graph: $graph})
WITH c.size AS size, count(*) AS concepts,
     sum(COUNT { (c)-[:COVERED_BY]->() }) AS covers,
     sum(c.purity) AS purities, count(c.purity) AS pure
RETURN size, concepts, covers, CASE WHEN pure > 0 THEN round(purities / pure, 6) END AS purity
ORDER BY size;
