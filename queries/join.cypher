// title: the smallest cluster with both (several where not all are stored), or else community
// parameter: concept concept
// parameter: other concept
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param concept => 'c812';
//                                    :param other => 'c90';
// The points that have all attributes the generating points of both share. Where that concept is
// not stored, the minimal ones of the common up-set answer. Where it is the cluster of all points,
// the smallest community to which all points of both belong does.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (a:Concept {graph: g.graph, id: toInteger(ltrim($concept, 'c'))})
MATCH (b:Concept {graph: g.graph, id: toInteger(ltrim($other, 'c'))})
CALL (g, a, b) {
  UNWIND a.generatorIds + b.generatorIds AS id
  MATCH (p:Point {graph: g.graph, id: id})
  RETURN collect(DISTINCT p) AS taken
}
CALL (taken) {
  UNWIND taken AS p
  MATCH (p)-[:NEIGHBOR|HAS]->(x)
  WITH x, count(*) AS having
  WHERE having = size(taken)
  RETURN collect(x) AS shared
}
CALL (g, shared) {
  UNWIND shared AS x
  MATCH (p:Point)-[:NEIGHBOR|HAS]->(x)
  WITH p, count(*) AS having
  WHERE having = size(shared)
  RETURN sum(p.key) AS key, count(p) AS points
}
CALL (g, taken, shared) {
  // No shared attribute at all: then it is the cluster of all points.
  WITH * WHERE size(shared) = 0 AND size(taken) > 0
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  RETURN sum(p.key) AS allKeys, count(p) AS all
}
CALL (g, a, taken, key, points, allKeys, all) {
  WITH * WHERE size(taken) > 0
  MATCH (c:Concept {graph: g.graph, key: key + allKeys})
  WHERE c.size = points + all
  RETURN collect(c) AS found
}
// Without a generating point both are the bottom.
WITH g, a, b, CASE size(taken) WHEN 0 THEN [a] ELSE found END AS closed
CALL (a, b, closed) {
  UNWIND closed AS c
  RETURN c
UNION ALL
  WITH * WHERE size(closed) = 0
  UNWIND [a, b] AS asked
  CALL (asked) {
    MATCH (asked)-[:COVERED_BY*0..]->(u:Concept)
    RETURN DISTINCT u
  }
  WITH u, count(*) AS holds
  WHERE holds = 2
  // Whoever is met only as itself, never as an upper cover of a common one, is minimal.
  CALL (u) {
    RETURN u AS c
  UNION ALL
    MATCH (u)-[:COVERED_BY]->(c:Concept)
    RETURN c
  }
  WITH c, count(*) AS met
  WHERE met = 1
  RETURN c
}
WITH g, a, b, collect(c) AS answer
CALL (g, a, b, answer) {
  // A cluster of all points is in no smaller community.
  WITH * WHERE any(c IN answer WHERE c.size = g.n) AND a.size < g.n AND b.size < g.n
  UNWIND [a, b] AS c
  CALL (g, c) {
    // The points with every attribute that the generating points share; of none, with every one.
    UNWIND c.generatorIds AS id
    MATCH (:Point {graph: g.graph, id: id})-[:NEIGHBOR|HAS]->(x)
    WITH c, x, count(*) AS having
    WHERE having = size(c.generatorIds)
    MATCH (p:Point)-[:NEIGHBOR|HAS]->(x)
    WITH c, p, count(*) AS having
    WHERE having = c.intentSize
    RETURN p
  UNION ALL
    WITH * WHERE size(c.generatorIds) = 0
    MATCH (p:Point {graph: g.graph})
    WHERE p.id > 0 AND COUNT { (p)-[:NEIGHBOR|HAS]->() } = c.intentSize
    RETURN p
  }
  WITH g, collect(DISTINCT p) AS both
  UNWIND both AS p
  MATCH (p)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m.points < g.n
  WITH size(both) AS points, m, count(DISTINCT p) AS held
  WHERE held = points
  WITH m ORDER BY m.points, m.id LIMIT 1
  RETURN collect(m) AS instead
}
UNWIND CASE size(instead) WHEN 0 THEN answer ELSE instead END AS c
RETURN c.name AS concept, coalesce(c.points, c.size) AS size, c.purity AS purity,
       c.majorityClass AS class, c.generator AS generator
ORDER BY c.id;
