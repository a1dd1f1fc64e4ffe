// Constraints, by which a load finds its own nodes. They are created before a load or after an
// offline import. Names have a prefix because a database may hold other data too.
CREATE CONSTRAINT conceptgraph_graph_load IF NOT EXISTS
FOR (g:Graph) REQUIRE g.load IS UNIQUE;
CREATE CONSTRAINT conceptgraph_class_load IF NOT EXISTS
FOR (k:Class) REQUIRE (k.load, k.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_attribute_load IF NOT EXISTS
FOR (a:Attribute) REQUIRE (a.load, a.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_point_load IF NOT EXISTS
FOR (p:Point) REQUIRE (p.load, p.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_concept_load IF NOT EXISTS
FOR (c:Concept) REQUIRE (c.load, c.id) IS UNIQUE;
CREATE CONSTRAINT conceptgraph_community_load IF NOT EXISTS
FOR (m:Community) REQUIRE (m.load, m.id) IS UNIQUE;
