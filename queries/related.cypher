// title: the other points by the smallest cluster that holds both, smallest first
// parameter: point point
// parameter: limit count = 100
// columns: point point_class concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris'
//                                    :param point => 'd1'
//                                    :param limit => 100
// For each other point, those that have all attributes both share form the extent; the sum of their
// keys names its concept. Where that concept is not stored, the first of the common up-set answers.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (me:Point {graph: g.graph, name: $point})
CALL (g) {
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  RETURN sum(p.key) AS allKeys, count(p) AS all
}
CALL (g, me) {
  MATCH (q:Point {graph: g.graph}) WHERE q.id > 0 AND q.id <> me.id
  RETURN q
}
CALL (me, q) {
  MATCH (me)-[:NEIGHBOR|HAS]->(a)<-[:NEIGHBOR|HAS]-(q)
  RETURN collect(a) AS shared
}
CALL (shared) {
  UNWIND shared AS a
  MATCH (p:Point)-[:NEIGHBOR|HAS]->(a)
  WITH p, count(*) AS having
  WHERE having = size(shared)
  RETURN sum(p.key) AS key, count(p) AS points
}
CALL (g, shared, key, points, allKeys, all) {
  WITH CASE size(shared) WHEN 0 THEN allKeys ELSE key END AS named,
       CASE size(shared) WHEN 0 THEN all ELSE points END AS many, g
  MATCH (c:Concept {graph: g.graph, key: named})
  WHERE c.size = many
  RETURN collect(c) AS closed
}
CALL (me, q, closed) {
  UNWIND closed AS c
  RETURN c
UNION ALL
  WITH * WHERE size(closed) = 0
  UNWIND [me, q] AS p
  CALL (p) {
    MATCH (p)-[:INTRODUCED_IN|COVERED_BY*1..]->(u:Concept)
    RETURN DISTINCT u
  }
  WITH u, count(*) AS holds
  WHERE holds = 2
  RETURN u AS c ORDER BY u.id LIMIT 1
}
RETURN q.name AS point, q.class AS point_class, 'c' + c.id AS concept, c.size AS size,
       c.purity AS purity, c.majorityClass AS class, c.generator AS generator
ORDER BY c.id, q.id
LIMIT coalesce($limit, 100);
