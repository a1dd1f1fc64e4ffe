// title: the smallest cluster with all these points, or else community
// parameter: points points
// columns: concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param points => ['d1', 'd51'];
// The points that have all shared attributes form the extent; the sum of their keys names its
// concept. Where that concept is not stored, the minimal ones of the common up-set answer. Where it
// is the cluster of all points, the smallest community to which all of them belong does.
MATCH (g:Graph {graph: $graph})
CALL () {
  UNWIND $points AS name
  MATCH (p:Point {graph: $graph, name: name})
  RETURN collect(DISTINCT p) AS asked
}
// A name that no point has: then there is no such cluster.
WITH g, asked WHERE all(name IN $points WHERE any(p IN asked WHERE p.name = name))
CALL (asked) {
  UNWIND asked AS p
  MATCH (p)-[:NEIGHBOR|HAS*0..1]->(a)
  WHERE p <> a OR p.ownNeighbor
  WITH a, count(*) AS having
  WHERE having = size(asked)
  RETURN collect(a) AS shared
}
CALL (shared) {
  UNWIND shared AS a
  MATCH (p:Point)-[:NEIGHBOR|HAS*0..1]->(a)
  WHERE p <> a OR p.ownNeighbor
  WITH p, count(*) AS having
  WHERE having = size(shared)
  RETURN sum(p.key) AS key, count(p) AS points
}
CALL (shared) {
  // No shared attribute at all: then it is the cluster of all points.
  WITH * WHERE size(shared) = 0
  MATCH (p:Point {graph: $graph})
  RETURN sum(p.key) AS allKeys, count(p) AS all
}
CALL (asked, key, points, allKeys, all) {
  WITH * WHERE size(asked) > 0
  MATCH (c:Concept {graph: $graph, key: key + allKeys})
  WHERE c.size = points + all
  RETURN collect(c) AS closed
}
CALL (asked, closed) {
  UNWIND closed AS c
  RETURN c
UNION ALL
  WITH * WHERE size(closed) = 0
  UNWIND asked AS p
  CALL (p) {
    MATCH (p)-[:INTRODUCED_IN|COVERED_BY*1..]->(u:Concept)
    RETURN DISTINCT u
  }
  WITH u, count(*) AS holds
  WHERE holds = size(asked)
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
WITH g, asked, collect(c) AS answer
CALL (g, asked, answer) {
  WITH * WHERE any(c IN answer WHERE c.size = g.n)
  UNWIND asked AS p
  MATCH (p)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m.points < g.n
  WITH size(asked) AS points, m, count(DISTINCT p) AS held
  WHERE held = points
  WITH m ORDER BY m.points, m.id LIMIT 1
  RETURN collect(m) AS instead
}
UNWIND CASE size(instead) WHEN 0 THEN answer ELSE instead END AS c
RETURN c.name AS concept, coalesce(c.points, c.size) AS size, c.purity AS purity,
       c.majorityClass AS class, c.generator AS generator
ORDER BY c.id;
