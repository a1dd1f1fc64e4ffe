// The queries as pictures of your own graph, for Neo4j Browser: each returns nodes and relationships,
// and is bounded. Drop style.grass on the page first, then set what is asked about:
// :param graph => 'iris';
// :param points => ['d64', 'd102'];
// :param class => 'setosa';
// :param point => 'd1';
// :param concept => 'c2669';

// lca: the smallest cluster with all these points, and a shortest chain to it from each.
MATCH (g:Graph {name: $graph, status: 'ready'})
CALL (g) {
  UNWIND $points AS name
  MATCH (p:Point {graph: g.graph, name: name})
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
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, name: $concept})
MATCH near = (c)-[:COVERED_BY]-(:Concept)
RETURN near
LIMIT 25;

// members: ten points of a cluster, each by a shortest chain.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, name: $concept})
CALL (c) {
  MATCH (p:Point)-[:INTRODUCED_IN|COVERED_BY*1..]->(c)
  RETURN DISTINCT p
}
WITH c, p ORDER BY p.id LIMIT 10
MATCH way = shortestPath((p)-[:INTRODUCED_IN|COVERED_BY*]->(c))
RETURN way;

// containing: the clusters next above a point.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (p:Point {graph: g.graph, name: $point})-[i:INTRODUCED_IN]->(c:Concept)
MATCH up = (c)-[:COVERED_BY*1..2]->(:Concept)
RETURN p, i, up
LIMIT 25;

// path: a shortest chain of covers from a cluster to that of all points.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (c:Concept {graph: g.graph, name: $concept})
MATCH (top:Concept {graph: g.graph, id: g.concepts}) WHERE top <> c
MATCH chain = shortestPath((c)-[:COVERED_BY*]->(top))
RETURN chain;

// pure: the largest pure clusters of a class.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (k:Class {graph: g.graph, name: $class})
CALL (g, k) {
  MATCH (c:Concept {graph: g.graph, majorityClass: k.name, purity: 1.0})
  WHERE NOT EXISTS { MATCH (c)-[:COVERED_BY]->(u:Concept) WHERE u.purity = 1.0 }
  RETURN c ORDER BY c.size DESC, c.id LIMIT 12
}
MATCH pure = (c)-[:HAS_CLASS]->(k)
RETURN pure;

// largest: the ten largest clusters and the covers between them.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (upper:Concept {graph: g.graph}) WHERE upper.id > g.concepts - 10
MATCH cover = (lower:Concept)-[:COVERED_BY]->(upper) WHERE lower.id > g.concepts - 10
RETURN cover
LIMIT 40;

// communities: the groups, what joins them, and what two of them share; beside them the clusters
// most like the groups.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (m:Community {graph: g.graph}) WHERE m.id > 0 AND m.level <> 'part'
OPTIONAL MATCH up = (m)-[:PART_OF]->(:Community)
OPTIONAL MATCH shared = (m)-[:OVERLAPS]-(:Community)
OPTIONAL MATCH (c:Concept {graph: g.graph, id: m.cluster})
RETURN m, up, shared, c
LIMIT 60;
