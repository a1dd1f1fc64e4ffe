// title: the clusters that hold a row whose nearest points are these, smallest first
// parameter: points points
// parameter: limit count = 100
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param points => ['d1', 'd5'];
//                                    :param limit => 100;
// A row lies in the clusters whose intent is among its k nearest points. Of these an intent holds
// those that all generating points have.
MATCH (g:Graph {name: $graph, status: 'ready'})
// A name that nothing has: then no cluster is said to hold the row.
WHERE all(name IN $points WHERE EXISTS { MATCH (:Point {graph: g.graph, name: name}) }
  OR EXISTS { MATCH (a:Attribute {graph: g.graph}) WHERE a.id > 0 AND a.name = name })
CALL (g) {
  UNWIND $points AS name
  CALL (g, name) {
    MATCH (a:Point {graph: g.graph, name: name}) WHERE EXISTS { (a)<-[:NEIGHBOR]-() }
    RETURN a
  UNION
    MATCH (a:Attribute {graph: g.graph}) WHERE a.id > 0 AND a.name = name
    RETURN a
  }
  RETURN count(DISTINCT a) AS all
}
MATCH (c:Concept {graph: g.graph}) WHERE c.id > 0 AND c.intentSize <= all
CALL (g, c) {
  UNWIND c.generatorIds AS id
  MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(a)
  WHERE a.name IN $points
  WITH c, a, count(*) AS having
  WHERE having = size(c.generatorIds)
  RETURN count(a) AS inside
}
WITH c, all, inside
WHERE c.intentSize = CASE size(c.generatorIds) WHEN 0 THEN all ELSE inside END
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY c.id
LIMIT coalesce($limit, 100);
