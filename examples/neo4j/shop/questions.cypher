// Questions that need both halves: the clusters and communities of a graph, and the shop around it.
// For Neo4j Browser and cypher-shell; README.md next to this file says how the graph came here. In
// Browser: drop ../style.grass on the page first.

// 1. The communities, and what their people buy most. A purchase counts by the share of who made
//    it. (A table.)
MATCH (m:Community {graph: 'shop', level: 'group'})<-[of:IN_GROUP]-(:Point)
      -[:STANDS_FOR]->(p:Person)
MATCH (p)-[b:BOUGHT]->(i:Product)
WITH m, i.category AS category, sum(of.share * b.times) AS bought
WITH m, category, bought ORDER BY bought DESC
WITH m, collect(category) AS categories, sum(bought) AS total, collect(bought) AS parts
RETURN m.name AS community, m.title AS title, m.size AS people, categories[0] AS first,
       toInteger(100 * parts[0] / total) AS percent, categories[1] AS second,
       toInteger(100 * parts[1] / total) AS its_percent
ORDER BY m.id
LIMIT 30;

// 2. One customer: her city, her communities, and what she bought. (A picture.)
MATCH (p:Person {email: 'jill.arnberg@example.com'})
MATCH home = (p)-[:LIVES_IN]->(:City)
MATCH belongs = (p)<-[:STANDS_FOR]-(:Point)
      -[:IN_GROUP]->(:Community {graph: 'shop'})
MATCH bought = (p)-[:BOUGHT]->(:Product)
RETURN home, belongs, bought
LIMIT 40;

// 3. Which customers in her community bought what she did not? The products that most of them
//    bought, with how many. (A table.)
MATCH (p:Person {email: 'jill.arnberg@example.com'})
MATCH (p)<-[:STANDS_FOR]-(:Point)-[:IN_GROUP]->(m:Community {graph: 'shop'})
MATCH (m)<-[:IN_GROUP]-(:Point)-[:STANDS_FOR]->(other:Person)-[:BOUGHT]->(i:Product)
WHERE NOT EXISTS { (p)-[:BOUGHT]->(i) }
WITH m, i, collect(other.name) AS buyers
RETURN m.name AS community, m.size AS people, i.name AS product, i.category AS category,
       size(buyers) AS buyers, buyers[..3] AS some
ORDER BY buyers DESC, product
LIMIT 10;

// 4. Three such products, with people of her community and her city who bought them. (A picture.)
MATCH (p:Person {email: 'jill.arnberg@example.com'})
MATCH mine = (p)<-[:STANDS_FOR]-(:Point)
      -[:IN_GROUP]->(m:Community {graph: 'shop'})
CALL (p, m) {
  MATCH (m)<-[:IN_GROUP]-(:Point)-[:STANDS_FOR]->(other:Person)-[:BOUGHT]->(i:Product)
  WHERE NOT EXISTS { (p)-[:BOUGHT]->(i) }
  WITH i, count(other) AS buyers ORDER BY buyers DESC, i.name LIMIT 3
  RETURN i
}
CALL (p, m, i) {
  MATCH (p)-[:LIVES_IN]->(c:City)<-[:LIVES_IN]-(other:Person)
  MATCH buys = (other)-[:BOUGHT]->(i)
  MATCH belongs = (other)<-[:STANDS_FOR]-(:Point)-[:IN_GROUP]->(m)
  RETURN buys, belongs ORDER BY other.number LIMIT 4
}
RETURN p, mine, m, buys, belongs;

// 5. Who is nearest to her? The smallest clusters with her, and who else is in them. (A table.)
MATCH (p:Person {email: 'jill.arnberg@example.com'})
MATCH (p)<-[:STANDS_FOR]-(:Point)-[:MEMBER_OF]->(c:Concept {graph: 'shop'})
WHERE c.size > 1
WITH p, c ORDER BY c.id LIMIT 5
MATCH (c)<-[:MEMBER_OF]-(:Point)-[:STANDS_FOR]->(other:Person)
WHERE other <> p
RETURN c.name AS cluster, c.size AS people, collect(other.name)[..3] AS others
ORDER BY c.size, cluster;

// 6. How does she come together with another customer? The smallest clusters with both, and what
//    most people in each buy most. (A table.)
MATCH (p:Person {email: 'jill.arnberg@example.com'})<-[:STANDS_FOR]-(:Point)
      -[:MEMBER_OF]->(c:Concept {graph: 'shop'})<-[:MEMBER_OF]-(:Point)
      -[:STANDS_FOR]->(q:Person {email: 'hugo.arnberg@example.com'})
WITH c ORDER BY c.id LIMIT 5
CALL (c) {
  MATCH (c)<-[:MEMBER_OF]-(:Point)-[:STANDS_FOR]->(:Person)-[b:BOUGHT]->(i:Product)
  WITH i.category AS category, sum(b.times) AS bought
  RETURN category ORDER BY bought DESC, category LIMIT 1
}
RETURN c.name AS cluster, c.size AS people, category AS most
ORDER BY people, cluster;

// 7. Do tastes differ by city? The people of each city in its most frequent community. (A table.)
MATCH (c:City)<-[:LIVES_IN]-(p:Person)
MATCH (p)<-[:STANDS_FOR]-(:Point)-[of:IN_GROUP]->(m:Community {graph: 'shop'})
WITH c, m, sum(of.share) AS people ORDER BY people DESC
WITH c, collect(m.name) AS communities, collect(people) AS parts, sum(people) AS everyone
RETURN c.name AS city, toInteger(round(everyone)) AS people, communities[0] AS most,
       toInteger(100 * parts[0] / everyone) AS percent
ORDER BY city;

// 8. Products that join communities: bought in each of the most of them. (A table.)
MATCH (m:Community {graph: 'shop', level: 'group'})<-[:IN_GROUP]-(p:Point)
MATCH (p)-[:STANDS_FOR]->(:Person)-[:BOUGHT]->(i:Product)
WITH i, m, count(*) AS buyers WHERE buyers >= 20
RETURN i.name AS product, i.category AS category, count(m) AS communities, sum(buyers) AS buyers
ORDER BY communities DESC, buyers DESC, product
LIMIT 10;
