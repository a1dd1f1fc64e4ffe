// The table of the people in shop.cypher: of what each bought, the share of each category.
MATCH (p:Person)-[b:BOUGHT]->(i:Product)
WITH p, toFloat(sum(b.times)) AS all,
     sum(CASE i.category WHEN 'books' THEN b.times ELSE 0 END) AS books,
     sum(CASE i.category WHEN 'garden' THEN b.times ELSE 0 END) AS garden,
     sum(CASE i.category WHEN 'kitchen' THEN b.times ELSE 0 END) AS kitchen,
     sum(CASE i.category WHEN 'music' THEN b.times ELSE 0 END) AS music,
     sum(CASE i.category WHEN 'sport' THEN b.times ELSE 0 END) AS sport,
     sum(CASE i.category WHEN 'tools' THEN b.times ELSE 0 END) AS tools,
     sum(CASE i.category WHEN 'toys' THEN b.times ELSE 0 END) AS toys,
     sum(CASE i.category WHEN 'travel' THEN b.times ELSE 0 END) AS travel
RETURN p.email AS email, books / all AS books, garden / all AS garden, kitchen / all AS kitchen,
       music / all AS music, sport / all AS sport, tools / all AS tools, toys / all AS toys,
       travel / all AS travel
ORDER BY p.number;
