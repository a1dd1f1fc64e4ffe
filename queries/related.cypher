// title: the other points by the size of the smallest cluster, or else community, with both
// parameter: point point
// parameter: limit count = 100
// columns: point point_class concept size purity class generator
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param point => 'd1';
//                                    :param limit => 100;
// The smallest cluster of two points holds who has every attribute they share. Those are attributes
// of this point, so a mask, a letter for each of them, says which of them others have; points with
// one mask are looked at once. The sum of keys names the cluster; where it is not stored, the first
// of the common up-set answers. Where it is the cluster of all points, the smallest community to
// which both belong does. Of clusters of equal size the one comes first whose points share more
// attributes, then that of the nearer point. Distances are as for the neighbours, as a share of the
// largest, in nine digits.
MATCH (g:Graph {name: $graph, status: 'ready'})
MATCH (me:Point {graph: g.graph, name: $point})
CALL (g) {
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  RETURN sum(p.key) AS allKeys, count(p) AS all
}
CALL (g, me) {
  MATCH (me)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m.points < g.n
  RETURN collect(DISTINCT m) AS around
}
CALL (g) {
  UNWIND CASE WHEN g.scale IS NULL THEN [] ELSE g.featureProperties END AS name
  MATCH (p:Point {graph: g.graph}) WHERE p.id > 0
  WITH g, name, avg(p[name]) AS mean, stDevP(p[name]) AS deviation, min(p[name]) AS least,
       max(p[name]) AS largest
  WHERE g.scale = 'none' OR least < largest
  RETURN collect({
    name: name,
    zero: CASE g.scale WHEN 'standard' THEN mean WHEN 'minmax' THEN least ELSE 0.0 END,
    unit: CASE g.scale WHEN 'standard' THEN deviation WHEN 'minmax' THEN largest - least
          ELSE 1.0 END
  }) AS axes
}
CALL (me) {
  // The rarest first: whoever lacks one is soon passed over.
  MATCH (me)-[:NEIGHBOR|HAS]->(a)
  WITH a ORDER BY COUNT { (a)<-[:NEIGHBOR|HAS]-() }, a.id
  RETURN collect(a) AS mine
}
CALL (mine) {
  WITH mine, reduce(text = '', a IN mine | text + '0') AS none
  UNWIND range(0, size(mine) - 1) AS place
  WITH none, place, mine[place] AS a
  MATCH (p:Point)-[:NEIGHBOR|HAS]->(a)
  WITH none, p, place ORDER BY p.id, place
  WITH none, p, collect(place) AS places
  WITH none, places, collect(p) AS points, sum(p.key) AS key
  WITH none, places, points, key, reduce(text = '', place IN places |
    text + substring(none, size(text), place - size(text)) + '1') AS mask
  RETURN collect({
    places: places, points: points, key: key, size: size(points),
    mask: mask + substring(none, size(mask))
  }) AS groups
}
CALL (g, me, mine, groups, allKeys, all) {
  UNWIND groups AS group
  CALL (groups, group) {
    UNWIND groups AS other
    WITH group, other WHERE other.size > 0 AND
      all(place IN group.places WHERE substring(other.mask, place, 1) = '1')
    RETURN sum(other.key) AS key, sum(other.size) AS points
  }
  UNWIND group.points AS q
  RETURN q, size(group.places) AS shared, key, points
UNION ALL
  // Who shares nothing meets this point in the cluster of all.
  CALL (mine) {
    UNWIND mine AS a
    MATCH (p:Point)-[:NEIGHBOR|HAS]->(a)
    RETURN collect(DISTINCT p.id) AS met
  }
  MATCH (q:Point {graph: g.graph}) WHERE q.id > 0 AND NOT q.id IN met
  RETURN q, 0 AS shared, allKeys AS key, all AS points
}
WITH g, me, around, axes, q, shared, key, points WHERE q.id <> me.id
CALL (g, key, points) {
  MATCH (c:Concept {graph: g.graph, key: key})
  WHERE c.size = points
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
CALL (g, q, c, around) {
  WITH * WHERE c.size = g.n
  MATCH (q)-[:BELONGS_TO]->(:Community)-[:PART_OF*0..]->(m:Community)
  WHERE m IN around
  WITH m ORDER BY m.points, m.id LIMIT 1
  RETURN collect(m) AS instead
}
WITH g, me, axes, q, shared, coalesce(head(instead), c) AS c
CALL (me, q, axes) {
  UNWIND axes AS a
  WITH (q[a.name] - a.zero) / a.unit AS there, (me[a.name] - a.zero) / a.unit AS here
  RETURN sum((there - here) * (there - here)) AS squares, sum(abs(there - here)) AS sum,
         max(abs(there - here)) AS most, sum(there * here) AS dot, sum(there * there) AS one,
         sum(here * here) AS other
}
WITH q, c, shared, CASE g.metric
    WHEN 'euclidean' THEN squares
    WHEN 'manhattan' THEN sum
    WHEN 'chebyshev' THEN most
    // It falls as the cosine rises.
    WHEN 'cosine' THEN 1 - dot * abs(dot) / one / other
  END AS distance
WITH collect({q: q, c: c, shared: shared, distance: distance}) AS rows, max(distance) AS farthest
UNWIND rows AS row
WITH row.q AS q, row.c AS c, row.shared AS shared,
     CASE WHEN farthest > 0 THEN round(row.distance / farthest, 9) END AS distance
RETURN q.name AS point, q.class AS point_class, c.name AS concept,
       coalesce(c.points, c.size) AS size, c.purity AS purity, c.majorityClass AS class,
       c.generator AS generator
ORDER BY size, shared DESC, distance, q.id
LIMIT coalesce($limit, 100);
