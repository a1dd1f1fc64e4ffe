// The queries as pictures of your own graph, for Neo4j Browser. Each returns a bounded number of
// nodes and relationships. Drop style.grass on the page first, then set the parameters:
// :param graph => 'wine';
// :param points => ['d62', 'd139'];
// :param class => '3';
// :param point => 'd62';
// :param concept => 'c507';

// lca: the smallest cluster with all these points, and a shortest chain to it from the smallest
// cluster with each.
CALL () {
  MATCH (p:Point {graph: $graph})-[:MEMBER_OF]->(c:Concept) WHERE p.name IN $points
  WITH c, collect(p) AS asked
  WHERE size(asked) = size($points)
  RETURN c AS lca, asked ORDER BY c.id LIMIT 1
}
UNWIND asked AS p
CALL (p) {
  MATCH first = (p)-[:MEMBER_OF]->(own:Concept)
  RETURN first, own ORDER BY own.id LIMIT 1
}
MATCH way = shortestPath((own)-[:COVERED_BY*0..]->(lca))
RETURN first, way
LIMIT 20;

// parents and children: the upper and lower covers of a cluster.
MATCH near = (:Concept {graph: $graph, name: $concept})-[:COVERED_BY]-(:Concept)
RETURN near
LIMIT 25;

// members: the points of a cluster, and the class and the group that most of them are in.
MATCH (p:Point)-[:MEMBER_OF]->(:Concept {graph: $graph, name: $concept})
WITH p ORDER BY p.id LIMIT 30
MATCH of = (p)-[:OF_CLASS]->(:Class)
OPTIONAL MATCH in = (p)-[:IN_GROUP]->(:Community)
RETURN of, in;

// containing: the smallest clusters with a point, and the covers between them.
MATCH (:Point {graph: $graph, name: $point})-[:MEMBER_OF]->(c:Concept)
WITH c ORDER BY c.id LIMIT 12
WITH collect(c) AS smallest
UNWIND smallest AS lower
MATCH cover = (lower)-[:COVERED_BY]->(upper) WHERE upper IN smallest
RETURN cover
LIMIT 40;

// path: a shortest chain of covers from a cluster to that of all points.
MATCH (:Graph {graph: $graph})-[:HAS_TOP]->(top:Concept)
MATCH (c:Concept {graph: $graph, name: $concept}) WHERE top <> c
MATCH chain = shortestPath((c)-[:COVERED_BY*]->(top))
RETURN chain;

// pure: the largest pure clusters of a class.
MATCH (k:Class {graph: $graph, name: $class})
CALL (k) {
  MATCH (c:Concept {graph: $graph, majorityClass: k.name, purity: 1.0})
  WHERE NOT EXISTS { (c)-[:COVERED_BY]->(:Concept {purity: 1.0}) }
  RETURN c ORDER BY c.size DESC, c.id LIMIT 12
}
MATCH pure = (c)-[:HAS_CLASS]->(k)
RETURN pure;

// largest: the ten largest clusters and the covers between them.
MATCH (g:Graph {graph: $graph})
MATCH (upper:Concept {graph: $graph}) WHERE upper.id > g.concepts - 10
MATCH cover = (lower:Concept)-[:COVERED_BY]->(upper) WHERE lower.id > g.concepts - 10
RETURN cover
LIMIT 40;

// communities: the groups, their joins and their overlaps, with the clusters most like them.
MATCH (m:Community {graph: $graph}) WHERE m.level <> 'part'
OPTIONAL MATCH up = (m)-[:JOINED_IN]->(:Community)
OPTIONAL MATCH shared = (m)-[:OVERLAPS]-(:Community)
OPTIONAL MATCH like = (m)-[:MOST_LIKE]->(:Concept)
RETURN m, up, shared, like
LIMIT 60;
