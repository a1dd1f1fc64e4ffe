// conceptgraph and Graph Data Science on one graph, statement after statement, in Neo4j Browser or in
// cypher-shell. gds.md says how to install the plugin. The graph is that of the wines:
//   conceptgraph build examples/wine.csv --label class --to bolt://localhost:7687
// The statements change only three properties of the points, which the last one removes.

// Neighbours and communities of the same points, by the plugin.

// 1. Reads the points, their features, and the number of their group into memory.
MATCH (p:Point {graph: 'wine'}) WITH p ORDER BY p.name
WITH gds.graph.project('wine points', p, null, {
  sourceNodeProperties: p {
    .alcohol, .malic_acid, .ash, .alcalinity_of_ash, .magnesium, .total_phenols, .flavanoids,
    .nonflavanoid_phenols, .proanthocyanins, .color_intensity, .hue,
    .od280_od315_of_diluted_wines, .proline, group: toInteger(substring(p.community, 1))},
  targetNodeProperties: null}) AS projected
RETURN projected.nodeCount AS points;

// 2. Standardises the features, as conceptgraph does here.
CALL gds.scaleProperties.mutate('wine points', {
  nodeProperties: ['alcohol', 'malic_acid', 'ash', 'alcalinity_of_ash', 'magnesium', 'total_phenols',
    'flavanoids', 'nonflavanoid_phenols', 'proanthocyanins', 'color_intensity', 'hue',
    'od280_od315_of_diluted_wines', 'proline'],
  scaler: 'StdScore', mutateProperty: 'scaled'})
YIELD nodePropertiesWritten RETURN nodePropertiesWritten;

// 3. Finds ten neighbours of each point. Without EUCLIDEAN, lists are compared by cosine.
CALL gds.knn.mutate('wine points', {
  nodeProperties: {scaled: 'EUCLIDEAN'}, topK: 10, randomSeed: 1, concurrency: 1,
  mutateRelationshipType: 'NEAR', mutateProperty: 'similarity'})
YIELD relationshipsWritten RETURN relationshipsWritten AS neighbours;

// 4. Makes the links undirected, which Leiden requires.
CALL gds.graph.relationships.toUndirected('wine points', {
  relationshipType: 'NEAR', mutateRelationshipType: 'BESIDE', aggregation: 'SINGLE'})
YIELD relationshipsWritten RETURN relationshipsWritten AS links;

// 5. Writes the communities of Leiden to the points.
CALL gds.leiden.write('wine points', {
  relationshipTypes: ['BESIDE'], relationshipWeightProperty: 'similarity',
  randomSeed: 1, concurrency: 1, writeProperty: 'leiden'})
YIELD communityCount, modularity RETURN communityCount, round(modularity, 3) AS modularity;

// 6. Writes the communities of every level of Leiden, the finest first, as a list.
CALL gds.leiden.write('wine points', {
  relationshipTypes: ['BESIDE'], relationshipWeightProperty: 'similarity',
  randomSeed: 1, concurrency: 1, includeIntermediateCommunities: true, writeProperty: 'leidenLevels'})
YIELD ranLevels RETURN ranLevels AS levels;

// Comparison of the two results.

// 7. Counts the points of each Leiden community in each group. A mean share far below 1 means that
// the points are between groups.
MATCH (p:Point {graph: 'wine'})
RETURN p.leiden AS leiden, p.community AS community, count(*) AS points,
       round(avg(p.share), 2) AS share
ORDER BY leiden, points DESC;

// 8. Adds up the shares of each Leiden community in each group: a point between two groups counts
// in both.
MATCH (p:Point {graph: 'wine'})-[b:IN_GROUP]->(g:Community)
RETURN p.leiden AS leiden, g.name AS community, round(sum(b.share), 1) AS points
ORDER BY leiden, points DESC;

// 9. Lists the points on which the two disagree: they are outside the group of most of their Leiden
// community. Most have a low share.
MATCH (p:Point {graph: 'wine'})
WITH p.leiden AS leiden, p.community AS community, collect(p) AS points
ORDER BY size(points) DESC
WITH leiden, collect({name: community, points: points}) AS found
UNWIND found[1..] AS other
UNWIND other.points AS p
MATCH (p)-[b:IN_GROUP]->(g:Community)
WITH p, leiden, found[0].name AS most, g, b ORDER BY b.share DESC
RETURN p.name AS point, p.class AS class, leiden, most,
       collect(g.name + ' ' + toString(round(b.share, 2))) AS shares
ORDER BY point;

// 10. Compares the levels of Leiden with the tree of communities, by the points of each fine one.
MATCH (p:Point {graph: 'wine'})
WITH p.leidenLevels[0] AS fine, p.leidenLevels[-1] AS coarse, coalesce(p.part, p.community) AS place,
     count(*) AS points ORDER BY points DESC
RETURN coarse, fine, collect(place + ': ' + points) AS places ORDER BY coarse, fine;

// Measures of our groups, by the plugin.

// 11. Computes the modularity of our groups on the plugin's neighbours. (5 shows that of Leiden.)
CALL gds.modularity.stats('wine points', {
  communityProperty: 'group', relationshipTypes: ['BESIDE'], relationshipWeightProperty: 'similarity'})
YIELD communityCount, modularity RETURN communityCount, round(modularity, 3) AS modularity;

// 12. Computes the share of each group's links that leave it (conductance).
CALL gds.conductance.stream('wine points', {
  communityProperty: 'group', relationshipTypes: ['BESIDE'], relationshipWeightProperty: 'similarity'})
YIELD community, conductance
MATCH (g:Community {graph: 'wine', name: 'g' + community})
RETURN g.name AS community, g.size AS points, round(conductance, 3) AS conductance
ORDER BY community;

// Algorithms of the plugin on our graph.

// 13. Reads the groups and their points, with the shares, into memory.
MATCH (p:Point {graph: 'wine'})-[b:IN_GROUP]->(g:Community)
WITH gds.graph.project('wine shares', g, p, {relationshipProperties: b {.share}}) AS projected
RETURN projected.nodeCount AS nodes, projected.relationshipCount AS shares;

// 14. Computes the similarity of two groups by their points and shares.
CALL gds.nodeSimilarity.stream('wine shares', {relationshipWeightProperty: 'share'})
YIELD node1, node2, similarity WHERE node1 < node2
RETURN gds.util.asNode(node1).name AS one, gds.util.asNode(node2).name AS other,
       round(similarity, 3) AS similarity
ORDER BY similarity DESC, one;

// 15. Reads the clusters and their covers into memory.
MATCH (c:Concept {graph: 'wine'})-[:COVERED_BY]->(u:Concept)
WITH gds.graph.project('wine clusters', c, u) AS projected
RETURN projected.nodeCount AS clusters, projected.relationshipCount AS covers;

// 16. Lists the clusters through which most shortest chains of covers pass (betweenness).
CALL gds.betweenness.stream('wine clusters') YIELD nodeId, score
WITH gds.util.asNode(nodeId) AS c, score ORDER BY score DESC, c.name LIMIT 5
RETURN c.name AS cluster, c.size AS size, c.majorityClass AS class, round(c.purity, 2) AS purity,
       toInteger(score) AS score;

// 17. Lists the clusters of at most half of the points to which most chains lead (PageRank).
CALL gds.pageRank.stream('wine clusters') YIELD nodeId, score
WITH gds.util.asNode(nodeId) AS c, score WHERE c.size <= 89
WITH c, score ORDER BY score DESC, c.name LIMIT 5
RETURN c.name AS cluster, c.size AS size, c.majorityClass AS class, round(c.purity, 2) AS purity,
       round(score, 1) AS score;

// Vectors from links.

// 18. Writes a vector of each point's place among its neighbours (FastRP), of 16 numbers.
CALL gds.fastRP.write('wine points', {
  relationshipTypes: ['BESIDE'], relationshipWeightProperty: 'similarity', embeddingDimension: 16,
  randomSeed: 1, concurrency: 1, writeProperty: 'embedding'})
YIELD nodePropertiesWritten RETURN nodePropertiesWritten AS vectors;

// Cleanup.

// 19. Frees the memory.
UNWIND ['wine points', 'wine shares', 'wine clusters'] AS name
CALL gds.graph.drop(name) YIELD graphName
RETURN graphName;

// 20. Removes what was written to the points.
MATCH (p:Point {graph: 'wine'})
REMOVE p.leiden, p.leidenLevels, p.embedding
RETURN count(p) AS points;
