// A walk through the iris lattice in ten queries, for Neo4j Browser (drop this file on its list of
// favourites, or paste one query after another) and for cypher-shell. Load the graph first:
//   conceptgraph build examples/iris.csv --label class --to bolt://localhost:7687

// 1. Which graphs are here, and how large?
MATCH (g:Graph {status: 'ready'})
RETURN g.name, g.kind, g.n AS points, g.k, g.concepts, g.covers;

// 2. The classes: how many points, how many clusters they lead, how well kept together.
MATCH (k:Class {graph: 'iris'})
RETURN k.name, k.size, k.concepts, k.dendrogramPurity
ORDER BY k.id;

// 3. The top of the lattice: the largest clusters and the covers between them.
MATCH (g:Graph {graph: 'iris'})
MATCH (upper:Concept {graph: 'iris'}) WHERE upper.id > g.concepts - 12
MATCH (lower:Concept)-[cover:COVERED_BY]->(upper) WHERE lower.id > g.concepts - 12
RETURN lower, cover, upper;

// 4. One flower and the smallest cluster that holds it.
MATCH (p:Point {graph: 'iris', name: 'd1'})-[i:INTRODUCED_IN]->(c:Concept)
RETURN p, i, c;

// 5. The way up from there: the next larger clusters, two steps.
MATCH (:Point {graph: 'iris', name: 'd1'})-[:INTRODUCED_IN]->(c:Concept)
MATCH up = (c)-[:COVERED_BY*1..2]->(:Concept)
RETURN up;

// 6. Which neighbours do d1 and d51 share?
MATCH (:Point {graph: 'iris', name: 'd1'})-[:NEIGHBOR]->(shared:Point)
      <-[:NEIGHBOR]-(:Point {graph: 'iris', name: 'd51'})
RETURN shared.name, shared.class
ORDER BY shared.id;

// 7. The smallest cluster that joins them: the points that have all those neighbours, summed by their
//    keys, looked up. (queries/lca.cypher does the same for any points of any graph.)
MATCH (:Point {graph: 'iris', name: 'd1'})-[:NEIGHBOR]->(shared:Point)
      <-[:NEIGHBOR]-(:Point {graph: 'iris', name: 'd51'})
WITH collect(shared) AS needed
UNWIND needed AS shared
MATCH (p:Point)-[:NEIGHBOR]->(shared)
WITH p, count(*) AS has, needed
WHERE has = size(needed)
WITH sum(p.key) AS key, count(*) AS points
MATCH (c:Concept {graph: 'iris', key: key}) WHERE c.size = points
RETURN c.id, c.size, c.majorityClass, c.purity, c.generator;

// 8. What is in it, class by class?
MATCH (c:Concept {graph: 'iris', id: 15321})-[h:HAS_CLASS]->(k:Class)
RETURN k.name, h.count, h.purity
ORDER BY k.id;

// 9. The largest clusters of versicolor alone: none of their parents is pure.
MATCH (c:Concept {graph: 'iris', majorityClass: 'versicolor', purity: 1.0})
WHERE NOT EXISTS { MATCH (c)-[:COVERED_BY]->(p:Concept) WHERE p.purity = 1.0 }
RETURN c.id, c.size, c.generator
ORDER BY c.size DESC, c.id
LIMIT 10;

// 10. A neighbourhood to look at: the cluster that joins them with what it covers and what covers it.
MATCH (c:Concept {graph: 'iris', id: 15321})
MATCH near = (c)-[:COVERED_BY]-(:Concept)
RETURN near;
