// title: the largest clusters of a class, none within another
// parameter: class class
// parameter: purity share = 1
// parameter: size count = 1
// parameter: limit count = 100
// columns: concept size purity class centre
//
// In Neo4j Browser and cypher-shell: :param graph => 'iris';
//                                    :param class => 'setosa';
//                                    :param purity => 0.9;
//                                    :param size => 10;
//                                    :param limit => 100;
// The result has the maximal clusters among those of at least the given size in which the class has
// at least the given share. `purityAbove` is the greatest purity of the larger clusters around a
// cluster. It is set only if the cluster is purer than all of these.
MATCH (k:Class {graph: $graph, name: $class})
WITH k, coalesce($purity, 1.0) AS purity
MATCH (c:Concept)-[own:HAS_CLASS]->(k)
USING INDEX own:HAS_CLASS(purityAbove)
WHERE own.purityAbove < purity AND own.purity >= purity AND c.size >= coalesce($size, 1)
WITH c ORDER BY c.id DESC LIMIT coalesce($limit, 100)
RETURN 'c' + c.id AS concept, c.size AS size, c.purity AS purity, c.majorityClass AS class,
       c.centre AS centre
ORDER BY c.id DESC;
