// title: the largest clusters of a class, none within another
// parameter: class class
// parameter: purity share = 1
// parameter: size count = 1
// parameter: limit count = 100
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris'
//                                    :param class => 'setosa'
//                                    :param purity => 0.9
//                                    :param size => 10
//                                    :param limit => 100
// The maximal ones among the clusters of at least that size in which the class has at least that
// share. From the largest down, so the rest is not looked at. What is within a cluster of one class
// alone is of that class too, so there a look at the parents is enough.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (k:Class {graph: g.graph, name: $class})
CALL (k) {
  MATCH (c:Concept)-[own:HAS_CLASS]->(k)
  WHERE own.purity >= coalesce($purity, 1.0) AND c.size >= coalesce($size, 1)
  RETURN c ORDER BY c.id DESC
}
CALL (k, c) {
  MATCH (c)-[:COVERED_BY]->(u:Concept)
  RETURN collect(u) AS parents
}
WITH k, c, parents
WHERE NONE(u IN parents WHERE EXISTS {
  MATCH (u)-[own:HAS_CLASS]->(k) WHERE own.purity >= coalesce($purity, 1.0)
})
CALL (k, c) {
  WITH * WHERE coalesce($purity, 1.0) < 1
  CALL (c) {
    MATCH (c)-[:COVERED_BY*1..]->(u:Concept)
    RETURN DISTINCT u
  }
  MATCH (u)-[own:HAS_CLASS]->(k) WHERE own.purity >= coalesce($purity, 1.0)
  RETURN count(*) AS larger
}
WITH c WHERE larger = 0
WITH c LIMIT coalesce($limit, 100)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id DESC;
