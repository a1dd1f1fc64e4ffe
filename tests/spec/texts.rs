//! Groups named by the words of a kept column of text.

use libtest_mimic::{Failed, Trial};

use crate::support::{Folder, same, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial!(groups_have_the_words_of_their_topics),
        trial!(names_and_codes_are_no_text),
        trial!(a_page_has_the_words_that_are_told),
    ]
}

/// The beginnings and ends of the sentences of each topic, with words that no other topic has.
const TOPICS: [[[&str; 4]; 2]; 4] = [
    [
        [
            "The trial of a new drug",
            "A dose of the drug",
            "Patients in the trial",
            "Doctors saw patients who",
        ],
        [
            "lowered the blood pressure of patients",
            "was safe in a trial",
            "had no effect on pain",
            "with one dose a day",
        ],
    ],
    [
        [
            "The planet around a star",
            "A telescope in the desert",
            "Light of the galaxy",
            "The orbit of the planet",
        ],
        [
            "was seen with a telescope",
            "is far from the star",
            "tells the age of the galaxy",
            "has a new orbit",
        ],
    ],
    [
        [
            "The striker of the team",
            "A goal in the match",
            "The coach saw that the team",
            "Fans of the team",
        ],
        [
            "won the match at home",
            "scored one more goal",
            "lost the cup in a match",
            "was proud of the goal",
        ],
    ],
    [
        [
            "Butter and sugar in a bowl",
            "The dough with flour",
            "A cake in the oven",
            "Eggs for the dough",
        ],
        [
            "is baked in the oven",
            "with one cup of flour",
            "is mixed with sugar",
            "was a cake of the day",
        ],
    ],
];

/// Returns a table of 200 sentences in four groups, one for each topic, with a year.
fn sentences() -> String {
    let row = |at: usize| {
        let (topic, mixed) = (at % 4, (at * 2_654_435_761) >> 9);
        let [begin, end] = TOPICS[topic];
        let title = format!("{} {}", begin[mixed % 4], end[mixed / 4 % 4]);
        let (x, y) = (20 * (topic / 2) + mixed % 7, 20 * (topic % 2) + mixed / 7 % 7);
        format!("\"{title}, no. {at}\",{x},{y},{}\n", 1990 + 5 * topic + at % 2)
    };
    "title,x,y,year\n".to_owned() + &(0..200).map(row).collect::<String>()
}

fn built(keep: &str) -> Result<Folder, Failed> {
    let folder = Folder::new();
    folder.file("talks.csv", sentences());
    folder.ok(&["build", "talks.csv", "--keep", keep, "--k", "20"])?;
    Ok(folder)
}

fn groups(folder: &Folder) -> Result<Vec<(String, String)>, Failed> {
    let answer = folder.json(&["query", "talks.db", "communities"])?;
    let rows = answer.as_array().ok_or("no rows")?;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let groups = rows.iter().filter(|row| row["level"] == "group");
    Ok(groups.map(|row| (text(&row["community"]), text(&row["apart"]))).collect())
}

fn groups_have_the_words_of_their_topics() -> Result<(), Failed> {
    let folder = built("title,year")?;
    let groups = groups(&folder)?;
    same("groups", groups.len(), 4)?;
    let mut seen = [0; 4];
    for (name, apart) in &groups {
        let words = apart.strip_prefix("title: ").and_then(|text| text.split(", ").next());
        let words: Vec<&str> = words.ok_or_else(|| apart.clone())?.split(" · ").collect();
        same(apart, words.len(), 4)?;
        let told = TOPICS.map(|topic| topic.concat().join(" ").to_lowercase());
        let of =
            |word: &&str| told.iter().filter(|text| text.split(' ').any(|w| w == *word)).count();
        same(&format!("{words:?} are of one topic"), words.iter().all(|word| of(word) == 1), true)?;
        let topic = told.iter().position(|text| words.iter().all(|&word| text.contains(word)));
        seen[topic.ok_or_else(|| apart.clone())?] += 1;
        same("another kept column", apart.contains(", year "), true)?;
        let described = folder.ok(&["query", "talks.db", "describe", name])?.replace('\n', " ");
        let first = format!("title: {} ", words[0]);
        same(&described, described.contains(&first) && described.contains("%) · "), true)?;
    }
    same("each topic", seen, [1; 4])?;
    // Both groups have words in a comparison.
    let rows = folder.json(&["query", "talks.db", "contrast", "g1", "g2"])?;
    let rows = rows.as_array().ok_or("no rows")?.iter().filter(|row| row["column"] == "title");
    let side = |row: &serde_json::Value| row["one"].as_f64() > row["other"].as_f64();
    let sides: Vec<bool> = rows.map(side).collect();
    same(
        "words of both",
        sides.len() == 4 && sides.contains(&true) && sides.contains(&false),
        true,
    )?;
    // Words that two sentences have in common are not shown.
    let why = folder.ok(&["query", "talks.db", "why", "d1", "d5"])?;
    same("no text", why.contains("title"), false)
}

fn names_and_codes_are_no_text() -> Result<(), Failed> {
    let folder = Folder::new();
    let row = |at: usize| format!("Ann {at},{},{}\n", at % 2 * 30 + at % 7, at % 5);
    folder.file("talks.csv", "title,x,y\n".to_owned() + &(0..60).map(row).collect::<String>());
    folder.ok(&["build", "talks.csv", "--keep", "title", "--k", "10"])?;
    let said = groups(&folder)?;
    same("no words", said.iter().any(|(_, apart)| apart.contains("title")), false)
}

fn a_page_has_the_words_that_are_told() -> Result<(), Failed> {
    let folder = built("title")?;
    folder.ok(&["export", "talks.db", "-o", "talks.html"])?;
    let page = folder.text("talks.html");
    let begin = page.find("{\"title\":").ok_or("no content")?;
    let content: serde_json::Value = serde_json::Deserializer::from_str(&page[begin..])
        .into_iter()
        .next()
        .ok_or("no content")??;
    let columns = content["columns"].as_array().ok_or("no columns")?;
    let at = columns.iter().position(|one| one["text"] == true).ok_or("no text")?;
    let words = columns[at]["words"].as_array().ok_or("no words")?;
    same("words with shares", words.len(), columns[at]["all"].as_array().map_or(0, Vec::len))?;
    for one in content["communities"].as_array().ok_or("no communities")? {
        if one["level"] != "group" {
            continue;
        }
        let apart = one["apart"].as_str().unwrap_or_default();
        let told = one["differs"].as_array().ok_or("no differences")?.iter();
        let told = told.filter(|of| of[0] == at).filter_map(|of| of[1].as_u64());
        let told: Vec<&str> = told.filter_map(|word| words[word as usize].as_str()).collect();
        same("the same words", apart.to_owned(), format!("title: {}", told.join(" · ")))?;
    }
    Ok(())
}
