//! Tables as they come: their roles, their values and their faults.

use proptest::{collection, prelude::*, sample::select};

use super::*;
use crate::base::numerals::NumeralSigns;
use crate::base::points::{Classes, Points};
use crate::table::{MissingPolicy, Table};

fn parse(text: &str, reading: &ReadOptions) -> ParsedTable {
    read_from(text.as_bytes(), reading).unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

fn parse_default(text: &str) -> ParsedTable {
    parse(text, &ReadOptions::default())
}

fn names(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

/// Returns a table of `rows` rows, each made of its number.
fn rows(header: &str, rows: usize, row: impl Fn(usize) -> String) -> String {
    (0..rows).fold(format!("{header}\n"), |text, at| text + &row(at) + "\n")
}

#[test]
fn a_table_in_every_dress_is_the_same() {
    let dresses = [
        "x,y,class\n1,2,a\n3,4.5,b\n",
        "x;y;class\n1;2;a\n3;4.5;b",
        "x\ty\tclass\n1\t2\ta\n3\t4.5\tb\n\n",
        "\u{FEFF}x,y,class\r\n1,2,a\r\n3,4.5,b\r\n",
        "\n x , y,class \n\n 1,\t2, a\n  \n3,+4.5e0,b \n",
        "\"x\",\"y\",\"class\"\n\"1\",\"2\",\"a\"\n\"3\",\"4.5\",\"b\"",
        "x, y, \"class\"\n1, 2, \"a\"\n3, 4.5, \"b\"\n",
        "sep=;\nx;y;class\n1;2;a\n3;4.5;b\n",
        "# x y class\n1 2 a\n3 4.5 b\n",
        "x;y;class\n1,0;2,0;a\n3,0;4,5;b\n",
        "x,y,class\n$1,2%,a\n$3,4.5%,b\n",
        "x,y,class\n1,2,a,\n3,4.5,b,\n",
    ];
    for dress in dresses {
        let read = parse(dress, &ReadOptions::default().label("class".to_owned()));
        let classes = Some(Classes::from_labels(&["a", "b"]));
        let features = vec!["x".to_owned(), "y".to_owned()];
        let points = Points::from_count(2, classes);
        let table = Table::new(features, vec![1.0, 2.0, 3.0, 4.5], points);
        assert_eq!(read.table, table, "{dress:?}");
    }
}

#[test]
fn every_column_has_a_role() {
    let text = rows("rownames,id,sex,date,mass,copy,unit,note,rare,kind", 40, |at| {
        let sex = if at % 3 == 0 { "f" } else { "m" };
        let rare = if at < 5 { "1" } else { "" };
        let (mass, kind) = (at * at % 37, at % 2);
        format!("{},a{at},{sex},2021-01-{:02},{mass},{mass},7,,{rare},{kind}", at + 1, at % 28 + 1)
    });
    let read = parse_default(&text.replace(",kind", ",class"));
    assert_eq!(read.roles.features, ["mass"]);
    assert_eq!(
        (read.roles.id.as_deref(), read.table.points().names()[3].as_str()),
        (Some("id"), "a3")
    );
    let shown: Vec<&str> = read.roles.shown.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(shown, ["sex", "date", "rare", "class"]);
    let left_out: Vec<String> =
        read.roles.left_out.iter().map(|(name, why)| format!("{name} {why}")).collect();
    let expected =
        ["rownames numbers the rows", "copy repeats mass", "unit is constant", "note is empty"];
    assert_eq!(left_out, expected);
    assert_eq!(read.roles.likely_label, Some(("class".to_owned(), 2)));
    let lines: Vec<String> =
        read.roles.lines().iter().map(|line| format!("{}: {}", line.role, line.text)).collect();
    let expected = [
        "features: mass",
        "left out: rownames numbers the rows; copy repeats mass; unit is constant; note is empty",
        "name: id",
        "shown: sex; date (dates); rare (5 of 40 cells filled); class (called like classes)",
        "label: none",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_numbering_is_known_in_any_order() {
    type Numbering = fn(usize) -> usize;
    let specification: [(Numbering, bool); 10] = [
        (|at| at, true),
        (|at| at + 1, true),
        (|at| 2000 + at, true),
        (|at| if at < 13 { at } else { at - 13 }, false),
        (|at| at % 20, false),
        (|at| (at * 7) % 40, true),
        (|at| 2 * at + at % 2, true),
        (|at| at % 3, false),
        (|at| at * at, false),
        (|at| at * 1000, false),
    ];
    for (at, (number, is_numbering)) in specification.into_iter().enumerate() {
        let text = rows("n,x", 40, |row| format!("{},{}", number(row), row * row % 37));
        let left_out = parse_default(&text).roles.left_out;
        assert_eq!(left_out.len(), usize::from(is_numbering), "case {at}: {left_out:?}");
    }
    // Identifiers of groups are shown; a grid has the numbers of its lines.
    let text = rows("subject,plot,x", 40, |at| format!("{},{},{}", at % 5 + 7, at / 4, at % 7));
    assert_eq!(parse_default(&text).roles.features, ["x"]);
    let grid = rows("x,y", 40, |row| format!("{},{}", row % 4, row / 4));
    assert_eq!(parse_default(&grid).roles.features, ["x", "y"]);
    // Several orders of the rows are ranks.
    let ranks = rows("n,x,y", 40, |row| format!("{row},{},{}", row * 7 % 40, row * 11 % 40));
    assert_eq!(parse_default(&ranks).roles.features, ["x", "y"]);
    // In a small table numbers rise by chance.
    assert_eq!(parse_default("n,x\n1,5\n2,7\n3,1\n").roles.features, ["n", "x"]);
}

#[test]
fn options_change_roles() {
    let text = "id,x,y,sex,class\n7,1,2,m,a\n8,3,4,f,b\n9,5,1,m,a\n";
    let reading = || ReadOptions::default();
    let features = |reading: ReadOptions| parse(text, &reading).table.features().to_vec();
    assert_eq!(features(reading()), ["x", "y"]);
    assert_eq!(features(reading().columns(names("y id"))), ["id", "y"]);
    assert_eq!(features(reading().columns(names("x sex"))), ["x", "sex=f", "sex=m"]);
    assert_eq!(features(reading().nominal(names("sex"))), ["x", "y", "sex=f", "sex=m"]);
    assert_eq!(features(reading().drop(names("y"))), ["x"]);
    assert_eq!(features(reading().keep(names("2"))), ["y"]);
    let read = parse(text, &reading().id("id".to_owned()).label("class".to_owned()));
    assert_eq!(read.table.points().names(), ["7", "8", "9"]);
    let classes = read.table.points().classes().expect("classes");
    assert_eq!(classes.names(), ["a", "b"]);
    assert_eq!(read.table.points().shown_columns().names(), ["sex"]);
}

#[test]
fn cells_are_read_as_people_write_them() {
    let specification = [
        ("$1.50", "$-2.25", [1.5, -2.25], "without $"),
        ("47.29%", "3%", [47.29, 3.0], "without %"),
        ("1.200,00 €", "3,50 €", [1200.0, 3.5], "without € and with decimal commas"),
        ("12 kg", "7.5 kg", [12.0, 7.5], "without kg"),
        ("1,234,567", "1,200", [1_234_567.0, 1200.0], "with \",\" between thousands"),
        (
            "1 234,5",
            "17,25",
            [1234.5, 17.25],
            "with decimal commas and with spaces between thousands",
        ),
        ("Yes", "no", [1.0, 0.0], "with 1 for yes and 0 for no"),
        ("TRUE", "FALSE", [1.0, 0.0], "with 1 for true and 0 for false"),
        ("1.5D+01", "2D0", [15.0, 2.0], ""),
        ("(3.5)", "4", [-3.5, 4.0], ""),
    ];
    for (one, other, values, way) in specification {
        let read = parse_default(&format!("x\n\"{one}\"\n\"{other}\"\n"));
        assert_eq!(read.table.values(), values, "{one}");
        let ways: Vec<&str> = read.roles.readings.iter().map(|(_, way)| way.as_str()).collect();
        assert_eq!(ways.join("; "), way, "{one}");
    }
    // Codes are words, and other columns decide on a sign with two meanings.
    let read = parse_default("zip,x\n00501,1\n501,2\n10001,4\n");
    assert_eq!(read.table.points().names(), ["00501", "501", "10001"]);
    assert_eq!(
        parse_default("x;y\n1,200;2.5\n3,400;3\n").table.values(),
        [1200.0, 2.5, 3400.0, 3.0]
    );
    let commas = parse_default("x;y\n2.155;1.200,5\n546;3,25\n").table;
    assert_eq!(commas.values(), [2155.0, 1200.5, 546.0, 3.25]);
    let odd = parse_default(&rows("x,y", 20, |at| match at {
        7 => "unknown,1".to_owned(),
        at => format!("{},{}", at * at, at * at % 17),
    }));
    assert_eq!((odd.roles.dropped, odd.table.points().len()), (1, 19));
    assert_eq!(odd.roles.readings[0].1, "with \"unknown\" as a missing value");
}

#[test]
fn signs_with_two_meanings_are_asked_about() {
    for (text, sign) in [("x;y\n1,200;1\n3,400;5\n", ','), ("x;y\n2.155;1\n546;5\n", '.')] {
        let fault = read_from(text.as_bytes(), &ReadOptions::default()).expect_err(text);
        assert_eq!(fault.fixes(), [Fix::Thousands(sign), Fix::Decimal(sign)], "{fault}");
        let thousands = NumeralSigns { thousands: Some(sign), decimal: None };
        let read = parse(text, &ReadOptions::default().numerals(thousands));
        assert!(read.table.values()[0] > 1000.0, "{text:?}");
        let decimal = NumeralSigns { thousands: None, decimal: Some(sign) };
        let read = parse(text, &ReadOptions::default().numerals(decimal));
        assert!(read.table.values()[0] < 10.0, "{text:?}");
    }
}

#[test]
fn rows_with_empty_cells_are_few_or_their_columns_are_shown() {
    // A few rows are left out.
    let gap = |at: usize, every: usize| match at % every {
        0 => String::new(),
        _ => (at * at % 97).to_string(),
    };
    let text = rows("x,y", 40, |at| format!("{},{}", at * at % 41, gap(at, 10)));
    let read = parse_default(&text);
    assert_eq!((read.roles.dropped, read.roles.features.len()), (4, 2));
    assert_eq!(read.table.missing(), MissingPolicy::Drop);
    // A column with many gaps is shown.
    let text = rows("x,z,y", 40, |at| format!("{},{},{}", at * at % 41, at * at % 31, gap(at, 3)));
    let read = parse_default(&text);
    assert_eq!((read.roles.dropped, read.roles.features.join(" ").as_str()), (0, "x z"));
    assert_eq!(read.roles.shown[0].1.as_deref(), Some("26 of 40 cells filled"));
    // If most columns have gaps, these are filled in.
    let text =
        rows("x,y,z", 40, |at| format!("{},{},{}", gap(at, 4), gap(at + 1, 4), gap(at + 2, 4)));
    let read = parse_default(&text);
    assert_eq!((read.roles.dropped, read.roles.filled, read.table.points().len()), (0, 30, 40));
    assert_eq!(read.table.missing(), MissingPolicy::Mean);
    let dropped = parse(&text, &ReadOptions::default().missing(MissingPolicy::Drop));
    assert_eq!((dropped.roles.dropped, dropped.roles.features.len()), (30, 3));
}

#[test]
fn points_keep_the_numbers_of_their_rows() {
    let text = "id,x,site\nNA,1,a\nb,NA,b\nc,?,c\n,4,c\nd,5,NA\n";
    let reading = ReadOptions::default().id("id".to_owned()).missing(MissingPolicy::Drop);
    let points = parse(text, &reading).table.points().clone();
    assert_eq!(points.names(), ["NA", "d"]);
    assert_eq!(points.ids().map(|point| points.row(point)).collect::<Vec<_>>(), [1, 5]);
    let shown = points.ids().map(|point| points.shown_columns().cells_of(point)[0].as_str());
    assert_eq!(shown.collect::<Vec<_>>(), ["a", ""]);
}

#[test]
fn gaps_get_the_mean_of_their_column() {
    let mean = ReadOptions::default().missing(MissingPolicy::Mean);
    let read = parse("x,y\n1,NA\n?,4\n5,8\n", &mean);
    assert_eq!((read.table.values(), read.roles.filled), (&[1.0, 6.0, 3.0, 4.0, 5.0, 8.0][..], 2));
    let large = parse("x,y\n1.7e308,1\n1.7e308,2\n-,3\n", &mean.clone().columns(names("x")));
    assert_eq!(large.table.values(), [1.7e308; 3]);
    let gap = "sex,y\nm,2\nNA,4\nf,6\nm,6\nm,6\n";
    let read = parse(gap, &mean.nominal(names("sex")));
    assert_eq!((&read.table.values()[3..5], read.roles.filled), (&[0.25, 0.75][..], 1));
}

#[test]
fn words_become_features_where_there_are_no_numbers() {
    let text = rows("cap,gill,name", 8, |at| {
        format!("{},{},n{at}", ["x", "f"][at % 2], ["a", "b"][at / 4])
    });
    let read = parse_default(&text);
    assert_eq!(read.table.features(), ["cap=f", "cap=x", "gill=a", "gill=b"]);
    assert_eq!(read.table.points().names()[2], "n2");
}

#[test]
fn all_faults_are_told_together() {
    let text = rows("x,y,z,w", 30, |at| match at {
        3 => "1,2".to_owned(),
        5 => "12 or 13,1.234,5,6".to_owned(),
        at => format!("{at}.5,{},\"{},200\",{}", at * 7 % 90, at % 9 + 1, at * at),
    });
    let fault = read_from(text.as_bytes(), &ReadOptions::default()).expect_err("faults");
    let faults: Vec<String> =
        [&fault].into_iter().chain(fault.others()).map(ToString::to_string).collect();
    let expected = [
        "row 4 (line 5): found 2 cells, expected 4; give it one cell per column, and quote a cell \
         that contains the separator",
        "row 5 (line 7), column \"x\": found \"12 or 13\", not a number; correct it, or only show \
         the column",
    ];
    assert_eq!(faults[..2], expected);
    assert!(faults[2].contains("two meanings"), "{faults:?}");
    let fault = read_from(b"x,y\n1,2\n3,4\n", &ReadOptions::default().drop(names("a b")));
    let fault = fault.expect_err("no such columns");
    assert!(fault.usage && fault.others().len() == 1, "{fault}");
}

#[test]
fn every_fault_says_its_place() {
    let specification: [(&str, ReadOptions, &str); 14] = [
        ("", ReadOptions::default(), "the file is empty"),
        ("\n \n", ReadOptions::default(), "nothing but blank lines"),
        ("x,y\n", ReadOptions::default(), "there is a header but no data row"),
        ("x,y\n1,2\n", ReadOptions::default(), "there is only one data row"),
        ("x,class\n1,a\n2,\"b\n3,c\n", ReadOptions::default(), "line 3: a quote is opened here"),
        ("x,\"class\n1,a\n", ReadOptions::default(), "line 1: a quote is opened here"),
        ("x,y\n1,\n2,\n", ReadOptions::default().columns(names("y")), "column \"y\""),
        ("x\n1\n1\n", ReadOptions::default(), "no column is left for a feature: \"x\" is constant"),
        ("x\na\nb\n", ReadOptions::default(), "no column has numbers"),
        (
            "x,id\n1,a\n2,a\n",
            ReadOptions::default().id("id".to_owned()),
            "row 2 (line 3), column \"id\": the name \"a\" of row 1 (line 2) again",
        ),
        (
            "x,id\n1,\"a\nb\"\n2,c\n",
            ReadOptions::default().id("id".to_owned()),
            "row 1 (line 2), column \"id\": a line break in \"a\\nb\"",
        ),
        (
            "x,y\n1,2\n2,\n3,4\n",
            ReadOptions::default().missing(MissingPolicy::Error),
            "row 2 (line 3), column \"y\": the cell is empty",
        ),
        (
            "x,class\n1,\n2,a\n",
            ReadOptions::default().label("class".to_owned()),
            "one row is left after leaving out 1 row with an empty cell, in \"class\"",
        ),
        (
            "w,w=a,v\na,1,2\nb,2,3\n",
            ReadOptions::default().nominal(names("w")),
            "a word makes a second column \"w=a\"",
        ),
    ];
    for (text, reading, expected) in specification {
        let error = read_from(text.as_bytes(), &reading).expect_err(expected);
        assert!(error.to_string().starts_with(expected) && !error.usage, "{error}");
    }
    let error = read(Path::new("no/such.csv"), &ReadOptions::default()).expect_err("no file");
    assert_eq!(error.to_string(), "no/such.csv: no such file; check the path");
}

#[test]
fn an_impossible_request_is_a_usage_fault() {
    let reading = || ReadOptions::default();
    let specification = [
        (reading().id("name".to_owned()), "no column \"name\" for the id"),
        (reading().columns(names("x q")), "no column \"q\" to use"),
        (reading().label(String::new()), "no column \"\" for the label"),
        (
            reading().id("x".to_owned()).drop(names("x")),
            "both as the id and as a column to leave out",
        ),
        (
            reading().columns(names("x y")).drop(names("y")),
            "both as a column to use and as a column",
        ),
    ];
    for (reading, expected) in specification {
        let error = read_from(b"x,y,class\n1,2,a\n3,4,b\n", &reading).expect_err(expected);
        assert!(error.found.contains(expected) && error.usage, "{error}");
    }
    let header = (1..=12).map(|at| format!("c{at}")).collect::<Vec<_>>().join(",");
    let text = format!("{header}\n{}\n", ["1.5"; 12].join(","));
    let error = read_from(text.as_bytes(), &reading().id("zzz".to_owned())).expect_err("no column");
    assert!(error.remedy.ends_with("\"c10\" ... 12 in all"), "{error}");
}

#[test]
fn matrices_of_distances_and_links_are_noticed() {
    assert!(parse_default("a,b,c\n0,1,2\n1,0,3\n2,3,0\n").roles.are_distances);
    assert!(!parse_default("a,b,c\n1,0.5,2\n0.5,1,3\n2,3,1\n").roles.are_distances);
    assert!(parse_default("from,to,w\na,b,1\nb,c,3\nc,a,7\n").roles.are_links);
    assert!(!parse_default("from,to,w\na,x,1\nb,y,3\nc,z,7\n").roles.are_links);
}

const POLICIES: [Option<MissingPolicy>; 4] =
    [None, Some(MissingPolicy::Error), Some(MissingPolicy::Drop), Some(MissingPolicy::Mean)];

proptest! {
    #[test]
    fn no_input_panics(
        text in "[0-9a,;\"\\t\\n\\r. é$%()-]{0,60}",
        header in select(&[None, Some(true), Some(false)][..]),
        places in collection::vec(1..5usize, 3),
        missing in select(&POLICIES[..]),
    ) {
        let [nominal, keep, drop] = [0, 1, 2].map(|at| vec![places[at].to_string()]);
        let reading = ReadOptions { header, missing, ..ReadOptions::default() };
        let reading = match places[0] {
            4 => reading,
            _ => reading.nominal(nominal).keep(keep).drop(drop),
        };
        if let Err(error) = read_from(text.as_bytes(), &reading) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn values_are_read_to_the_last_bit(
        (m, values) in (1..5usize).prop_flat_map(|m| {
            let value = any::<f64>().prop_filter("finite", |value| value.is_finite());
            (Just(m), collection::vec(value, 2 * m..=6 * m))
        }),
        separator in select(&[",", ";", "\t"][..]),
    ) {
        let rows = values.chunks_exact(m);
        let n = rows.len();
        let header = (1..=m).map(|j| format!("x{j}")).collect::<Vec<_>>();
        let lines = rows.map(|row| {
            row.iter().map(|value| format!("{value:e}")).collect::<Vec<_>>().join(separator)
        });
        let text = [header.join(separator)].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
        let reading = ReadOptions::default().columns(header);
        let read = read_from(text.as_bytes(), &reading).expect("a table");
        prop_assert_eq!(read.table.values(), &values[..n * m]);
    }
}
