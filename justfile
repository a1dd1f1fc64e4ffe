# For people; CI runs .ci/run.

# What CI checks, without installing anything
check: format lint docs test

# Is the source formatted?
format:
    cargo fmt --all --check

# No warnings
lint:
    cargo clippy --workspace --all-targets --features parquet --locked -- -D warnings

# No unknown, unused or missing name in the scripts of the page; npx fetches the linter
lint-scripts:
    npx --yes oxlint@1.94.0 --config src/page/web/.oxlintrc.json --deny-warnings src/page/web

# The documentation builds without warnings
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --lib --examples --features parquet --locked

# All tests that need no server, browser, Spark or Python
test:
    cargo test --features parquet --locked
    cargo test --locked -p conceptgraph-part

# The files of a release, from its tag: CONTRIBUTING.md
release tag:
    .ci/release {{tag}}

# Licences, doubles, sources and, with a network, advisories of all that is built in
deny:
    cargo deny check

# How long each test takes, the longest first
times:
    CONCEPTGRAPH_TEST_TIMES=1 cargo test --locked 2>&1 | grep '^time ' | sort -rn -k 2

# Thousands of altered graph files, each asked everything: minutes
altered stores="20000":
    CONCEPTGRAPH_ALTERED_STORES={{stores}} cargo test --locked --test spec -- altered
    CONCEPTGRAPH_ALTERED_STORES={{stores}} CONCEPTGRAPH_TESTS=all cargo test --locked -p conceptgraph-neo4j-tests --test neo4j -- altered

# A build, a copy and a load into Neo4j, each killed so often at any moment: minutes
killed times="100":
    CONCEPTGRAPH_KILLS={{times}} cargo test --locked --test spec -- killed
    CONCEPTGRAPH_KILLS={{times}} CONCEPTGRAPH_TESTS=all cargo test --locked -p conceptgraph-neo4j-tests --test neo4j -- killed

# Fuzzes one target of fuzz/ for some seconds, with the stable toolchain
fuzz target seconds="1800":
    mkdir -p fuzz/found/{{target}}
    cd fuzz && RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1" \
        cargo run --release --target "$(rustc --print host-tuple)" --bin {{target}} -- found/{{target}} corpus/{{target}} \
        -max_total_time={{seconds}} -timeout=10 -rss_limit_mb=2048

# How fast the parts are; benches/README.md has whole runs beside other programs
bench:
    cargo bench -p conceptgraph-benches --bench speed

# The pictures of README.md and examples/README.md
figures:
    cargo run --release -- build examples/figure1.csv --id name --k 4 --to target/figure1.db --force
    cargo run --release -- export target/figure1.db -o examples/figure1.svg
    cargo run --release -- build examples/iris.csv --label class --to target/iris.db --force
    cargo run --release -- export target/iris.db --lca d64,d147 -o examples/iris_lca.svg
    cargo run --release -- export target/iris.db --points -o examples/iris_points.svg
    cargo run --release -- export target/iris.db --peaks -o examples/iris_peaks.svg
    cargo run --release -- export target/iris.db --tree -o examples/iris_tree.svg
    cargo run --release -- build examples/wine.csv --label class --to target/wine.db --force
    cargo run --release -- export target/wine.db --points -o examples/wine_points.svg
    cargo run --release -- export target/wine.db --peaks -o examples/wine_peaks.svg
