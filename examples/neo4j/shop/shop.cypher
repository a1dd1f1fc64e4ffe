// A shop that never was: 5,000 people in ten cities, 200 products and who bought what. Every run in
// an empty database makes the same. In Neo4j Browser drop this file on the page; elsewhere:
//   cypher-shell -f shop.cypher

CREATE CONSTRAINT shop_person IF NOT EXISTS FOR (p:Person) REQUIRE p.email IS UNIQUE;
CREATE CONSTRAINT shop_product IF NOT EXISTS FOR (i:Product) REQUIRE i.code IS UNIQUE;

// 200 products: eight categories with five things, each in five kinds. (A table: 200.)
UNWIND [
  ['B', 'books', ['novel', 'atlas', 'biography', 'thriller', 'dictionary']],
  ['G', 'garden', ['rake', 'hose', 'planter', 'shears', 'trowel']],
  ['K', 'kitchen', ['pan', 'knife', 'kettle', 'mixer', 'bowl']],
  ['M', 'music', ['guitar', 'drum', 'record', 'keyboard', 'flute']],
  ['S', 'sport', ['shoes', 'ball', 'racket', 'skates', 'helmet']],
  ['T', 'tools', ['drill', 'saw', 'hammer', 'ladder', 'sander']],
  ['V', 'travel', ['suitcase', 'tent', 'backpack', 'map', 'lantern']],
  ['Y', 'toys', ['puzzle', 'kite', 'robot', 'train', 'doll']]
] AS of
UNWIND range(0, 24) AS n
CREATE (i:Product {
  code: of[0] + n, category: of[1],
  name: ['classic', 'small', 'large', 'light', 'fine'][n / 5] + ' ' + of[2][n % 5],
  price: 5 + n * n % 95
})
RETURN count(i) AS products;

// 5,000 people, each living in a city. (A table: 5,000.)
WITH ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gina', 'Hugo', 'Ida', 'Jan', 'Kira', 'Leo',
      'Mia', 'Nils', 'Olga', 'Paul', 'Quinn', 'Rosa', 'Sam', 'Tara', 'Ugo', 'Vera', 'Will',
      'Xenia', 'Yuri', 'Zoe', 'Amir', 'Bea', 'Carl', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana',
      'Ivan', 'Jill', 'Kurt', 'Lena', 'Max', 'Nora', 'Otto', 'Pia', 'Ralf', 'Suki', 'Tom',
      'Uma', 'Vito', 'Wanda', 'Yves', 'Zita'] AS firsts,
     ['Arn', 'Bor', 'Cal', 'Dor', 'Fal', 'Gar', 'Hol', 'Kar', 'Lin', 'Mor'] AS begins,
     ['berg', 'dale', 'feld', 'gren', 'ham', 'ini', 'kov', 'man', 'sen', 'ton'] AS ends,
     ['Aarhus', 'Bergen', 'Cork', 'Dijon', 'Evora', 'Fulda', 'Graz', 'Haarlem', 'Ivrea', 'Jena']
       AS cities
UNWIND range(0, 4999) AS n
WITH n, cities[(n * n + n / 50) % 10] AS city, firsts[n % 50] AS first,
     begins[n / 50 / 10] + ends[n / 50 % 10] AS last
MERGE (c:City {name: city})
CREATE (p:Person {
  number: n, name: first + ' ' + last, email: toLower(first + '.' + last) + '@example.com'
})-[:LIVES_IN]->(c)
RETURN count(p) AS people;

// What they bought. Each has one of six tastes, a fifth of them two; a taste is 20 letters of
// categories, and every purchase takes one of them. Some 40 people have bought nothing yet. Chance
// is a square modulo a prime. (A table.)
WITH ['GGGGGGGGGGGKKKKKTTBV', 'TTTTTTTTTTTGGGYYMMBB', 'YYYYYYYYYYYBBBBBSSKK',
      'MMMMMMMMMMMMBBBBVVVS', 'SSSSSSSSSSVVVVVVVVMM', 'KKKKKKKKKKKKBBBBGGGG'] AS tastes
MATCH (p:Person) WHERE p.number % 125 > 0
WITH p, tastes[p.number * p.number / 7 % 6] AS taste,
     tastes[(p.number * p.number / 7
             + CASE p.number % 5 WHEN 1 THEN 1 + p.number % 3 ELSE 0 END) % 6] AS other
UNWIND range(1, 15 + p.number % 16) AS n
WITH p, n, taste, other, 31 * p.number + n AS x
WITH p, CASE n % 2 WHEN 0 THEN taste ELSE other END AS taste,
     (x * x % 2147483647 * 48271 % 2147483647) / 2147483647.0 AS chance,
     ((x + 500000) * (x + 500000) % 2147483647 * 48271 % 2147483647) / 2147483647.0 AS luck
WITH p, substring(taste, toInteger(20 * chance), 1) + toInteger(25 * luck * luck) AS code
MATCH (i:Product {code: code})
WITH p, i, count(*) AS times
CREATE (p)-[b:BOUGHT {times: times}]->(i)
RETURN count(b) AS purchases;
