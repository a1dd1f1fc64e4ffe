#!/usr/bin/env bash
# Table 1 and Figure 2 of the paper from a folder of tables: see README.md.
#   regenerate.sh FOLDER [OUTPUT_FOLDER]
# CONCEPTGRAPH names the program where it is not on the path.
set -euo pipefail
folder=${1:?usage: regenerate.sh FOLDER [OUTPUT_FOLDER]}
output=${2:-.}
conceptgraph=${CONCEPTGRAPH:-conceptgraph}
table=$output/table1.csv
mkdir -p "$output"

# The header once, then a row a table. Where the paper's words leave something open, a row for each
# reading, in the order of README.md. Means over more tables than the paper's ten are steadier.
made() { "$conceptgraph" evaluate "$@" --format csv; }
row() { tail -n +2 >> "$table"; }
made synth1 --trials 200 > "$table"
for k in 500 501; do
    made synth1 --n 1000 --m 500 --k $k --trials 10 | row
done
for reading in "synth2 --spread variance" "synth2 --spread deviation" \
    "synth3 --means feature" "synth3 --means class"; do
    # shellcheck disable=SC2086 # a reading is several words
    made $reading --trials 200 | row
done
for name in parkinsons vertebral breast_cancer_wdbc_mean10 wine_red ctg seismic_bumps; do
    file=$folder/$name.csv
    if [ ! -f "$file" ]; then
        echo "$file: not there, left out" >&2
        continue
    fi
    others=$(head -n 1 "$file" | tr ',' '\n' | grep '^label_' | paste -sd, || true)
    # A file is evaluated once: nothing in the columns for trials.
    made "$file" --label class ${others:+--drop "$others"} | sed 's/$/,,,/' | row
done
cat "$table"

made synth1 --trials 10 --sweep k=10..90:10 > "$output/figure2_synth1.csv"
if [ -f "$folder/parkinsons.csv" ]; then
    made "$folder/parkinsons.csv" --label class --sweep k=10..190:10 \
        > "$output/figure2_parkinsons.csv"
fi
echo "written: $table, $output/figure2_*.csv" >&2
