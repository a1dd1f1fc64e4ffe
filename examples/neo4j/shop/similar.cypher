// People who belong to the same groups, found with the Graph Data Science plugin: their shares
// as a graph of similarity. ../gds.md says how to install the plugin.

// 1. Reads people, groups and shares into memory, under a name. (A table: 4,960 people.)
MATCH (p:Person)<-[:STANDS_FOR]-(:Point)
      -[of:IN_GROUP]->(m:Community {graph: 'shop'})
WITH gds.graph.project('shop people', p, m, {relationshipProperties: {share: of.share}})
  AS projected
RETURN projected.graphName AS name, projected.nodeCount AS nodes,
       projected.relationshipCount AS belongs;

// 2. Pairs of people between the same groups, by the overlap of their shares, and how many
//    products the first bought that the second did not: what to show to the second. Those who
//    belong to one group alone are left out. (A table.)
CALL gds.nodeSimilarity.stream('shop people', {
  degreeCutoff: 2, topK: 1, relationshipWeightProperty: 'share'
}) YIELD node1, node2, similarity
WITH gds.util.asNode(node1) AS a, gds.util.asNode(node2) AS b, similarity
RETURN a.name AS one, b.name AS other, round(similarity, 4) AS similarity,
       COUNT { (a)-[:BOUGHT]->(i:Product) WHERE NOT EXISTS { (b)-[:BOUGHT]->(i) } } AS to_show
ORDER BY similarity DESC, one, other
LIMIT 10;

// 3. Frees the memory.
CALL gds.graph.drop('shop people') YIELD graphName
RETURN graphName;
