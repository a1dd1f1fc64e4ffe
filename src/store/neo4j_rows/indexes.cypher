// Indexes for the nodes from which statements start: by the names of graphs, points and clusters,
// and by the numbers that select clusters. An index on a graph and a name finds one node; the others
// have one property, so that they serve statements with any further conditions.
CREATE INDEX conceptgraph_graph_name IF NOT EXISTS FOR (g:Graph) ON (g.name);
CREATE INDEX conceptgraph_graph_of IF NOT EXISTS FOR (g:Graph) ON (g.graph);
CREATE INDEX conceptgraph_class_of IF NOT EXISTS FOR (k:Class) ON (k.graph);
CREATE INDEX conceptgraph_class_in IF NOT EXISTS FOR (k:Class) ON (k.graph, k.name);
CREATE INDEX conceptgraph_class_named IF NOT EXISTS FOR (k:Class) ON (k.name);
CREATE INDEX conceptgraph_attribute_of IF NOT EXISTS FOR (a:Attribute) ON (a.graph);
CREATE INDEX conceptgraph_point_of IF NOT EXISTS FOR (p:Point) ON (p.graph);
CREATE INDEX conceptgraph_point_in IF NOT EXISTS FOR (p:Point) ON (p.graph, p.name);
CREATE INDEX conceptgraph_point_named IF NOT EXISTS FOR (p:Point) ON (p.name);
CREATE INDEX conceptgraph_community_of IF NOT EXISTS FOR (m:Community) ON (m.graph);
CREATE INDEX conceptgraph_community_in IF NOT EXISTS FOR (m:Community) ON (m.graph, m.name);
CREATE INDEX conceptgraph_community_named IF NOT EXISTS FOR (m:Community) ON (m.name);
CREATE INDEX conceptgraph_concept_of IF NOT EXISTS FOR (c:Concept) ON (c.graph);
CREATE INDEX conceptgraph_concept_in IF NOT EXISTS FOR (c:Concept) ON (c.graph, c.name);
CREATE INDEX conceptgraph_concept_named IF NOT EXISTS FOR (c:Concept) ON (c.name);
CREATE INDEX conceptgraph_concept_id IF NOT EXISTS FOR (c:Concept) ON (c.id);
CREATE INDEX conceptgraph_concept_by_size IF NOT EXISTS FOR (c:Concept) ON (c.size);
CREATE INDEX conceptgraph_purity_above IF NOT EXISTS
FOR ()-[h:HAS_CLASS]-() ON (h.purityAbove);
