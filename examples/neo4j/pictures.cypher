// The queries as pictures of your own graph, for Neo4j Browser: each returns nodes and relationships,
// and is bounded. Drop style.grass on the page first, then set what is asked about:
// :param graph => 'wine';
// :param points => ['d62', 'd139'];
// :param class => '3';
// :param point => 'd62';
// :param concept => 'c6067';

// lca: the smallest cluster with all these points, and a shortest chain to it from each.
CALL () {
  UNWIND $points AS name
  MATCH (p:Point {graph: $graph, name: name})
  RETURN collect(DISTINCT p) AS asked
}
CALL (asked) {
  UNWIND asked AS p
  CALL (p) {
    MATCH (p)-[:INTRODUCED_IN|COVERED_BY*1..]->(u:Concept)
    RETURN DISTINCT u
  }
  WITH u, count(*) AS holds WHERE holds = size($points)
  RETURN u AS lca ORDER BY u.id LIMIT 1
}
UNWIND asked AS p
MATCH way = shortestPath((p)-[:INTRODUCED_IN|COVERED_BY*]->(lca))
RETURN way
LIMIT 20;

// parents and children: what is next to a cluster.
MATCH near = (:Concept {graph: $graph, name: $concept})-[:COVERED_BY]-(:Concept)
RETURN near
LIMIT 25;

// members: the points of a cluster, and the class and the group that most of them are in.
MATCH (c:Concept {graph: $graph, name: $concept})
CALL (c) {
  MATCH (p:Point)-[:INTRODUCED_IN|COVERED_BY*1..]->(c)
  RETURN DISTINCT p
}
WITH c, p ORDER BY p.id LIMIT 30
MATCH of = (p)-[:OF_CLASS]->(:Class)
OPTIONAL MATCH belongs = (p)-[:BELONGS_TO]->(:Community {level: 'group'})
RETURN of, belongs;

// containing: the clusters next above a point.
MATCH (p:Point {graph: $graph, name: $point})-[i:INTRODUCED_IN]->(c:Concept)
MATCH up = (c)-[:COVERED_BY*1..2]->(:Concept)
RETURN p, i, up
LIMIT 25;

// path: a shortest chain of covers from a cluster to that of all points.
MATCH (g:Graph {graph: $graph})
MATCH (c:Concept {graph: $graph, name: $concept})
MATCH (top:Concept {graph: $graph, id: g.concepts}) WHERE top <> c
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

// communities: the groups, what joins them, and what two of them share; beside them the clusters
// most like the groups.
MATCH (m:Community {graph: $graph}) WHERE m.level <> 'part'
OPTIONAL MATCH up = (m)-[:PART_OF]->(:Community)
OPTIONAL MATCH shared = (m)-[:OVERLAPS]-(:Community)
OPTIONAL MATCH like = (m)-[:MOST_LIKE]->(:Concept)
RETURN m, up, shared, like
LIMIT 60;
