//! A reproducible shop: people in three segments, products, and purchases.

use std::fmt::Write;
use std::path::Path;

#[derive(Clone, Debug)]
pub struct Person {
    pub id: u32,
    pub email: String,
    pub age: u32,
    pub income: f64,
    pub segment: &'static str,
    pub member: bool,
    pub born: String,
    /// A vector such as a model derives from purchases.
    pub taste: [f64; 3],
}

const SEGMENTS: [(&str, u64, u64); 3] =
    [("student", 18, 12_000), ("family", 32, 48_000), ("retired", 66, 27_000)];

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % most
    }
}

pub fn people(count: u32) -> Vec<Person> {
    let mut random = Random(35);
    let mut person = |id: u32| {
        let at = random.below(3) as usize;
        let (segment, least, earns) = SEGMENTS[at];
        let age = (least + random.below(15)) as u32;
        let income = (earns + random.below(9_000)) as f64 + random.below(100) as f64 / 100.0;
        let mut taste = [0.0; 3].map(|_: f64| random.below(1000) as f64 / 4000.0);
        taste[at] += 0.75;
        let born = format!("{}-{:02}-{:02}", 2026 - age, 1 + id % 12, 1 + id % 28);
        let email = format!("p{id}@shop.example");
        Person { id, email, age, income, segment, member: random.below(4) == 0, born, taste }
    };
    (1..=count).map(&mut person).collect()
}

/// Returns people as a CSV table, with the columns of `SELECT email, age, income, segment`.
pub fn csv(people: &[Person]) -> String {
    people.iter().fold("email,age,income,segment\n".to_owned(), |mut text, person| {
        let Person { email, age, income, segment, .. } = person;
        let _ = writeln!(text, "{email},{age},{income:?},{segment}");
        text
    })
}

/// Writes people into a new SQLite database, with products and purchases.
pub fn database(people: &[Person], path: &Path) {
    let mut shop = rusqlite::Connection::open(path).expect("a new database");
    let schema = "
        CREATE TABLE person (
            id INTEGER PRIMARY KEY, email TEXT UNIQUE, age INTEGER, income REAL, segment TEXT,
            member INTEGER, born TEXT, taste TEXT, photo BLOB
        );
        CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE bought (person INTEGER REFERENCES person, product INTEGER REFERENCES product);
        CREATE VIEW adult AS SELECT * FROM person WHERE age >= 21;
        INSERT INTO product VALUES (1, 'tent'), (2, 'lamp'), (3, 'book'), (4, 'bike');";
    shop.execute_batch(schema).expect("a schema");
    let filled = shop.transaction().expect("a transaction");
    for person in people {
        let Person { id, email, age, income, segment, member, born, taste } = person;
        let taste = format!("[{:?}, {:?}, {:?}]", taste[0], taste[1], taste[2]);
        let row = "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?, x'89504e47')";
        let row = filled.prepare_cached(row).and_then(|mut row| {
            row.execute(rusqlite::params![id, email, age, income, segment, member, born, taste])
        });
        row.expect("a person");
        let bought = "INSERT INTO bought VALUES (?, ?)";
        let bought = filled.execute(bought, [id, &(1 + (id + age) % 4)]);
        bought.expect("a purchase");
    }
    filled.commit().expect("all of them");
}
