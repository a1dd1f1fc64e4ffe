pub fn trials() -> Vec<libtest_mimic::Trial> { vec![] }
