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

# The header once, then a row a table; the columns for trials are empty where there are none.
"$conceptgraph" evaluate synth1 --trials 10 --format csv > "$table"
row() { "$conceptgraph" evaluate "$@" --trials 10 --format csv | tail -n +2 >> "$table"; }
row synth1 --n 1000 --m 500 --min-size 490
row synth2
row synth3
for name in parkinsons vertebral breast_cancer_wdbc_mean10 wine_red ctg seismic_bumps; do
    file=$folder/$name.csv
    if [ ! -f "$file" ]; then
        echo "$file: not there, left out" >&2
        continue
    fi
    others=$(head -n 1 "$file" | tr ',' '\n' | grep '^label_' | paste -sd, || true)
    row "$file" --label class ${others:+--drop "$others"}
done
cat "$table"

"$conceptgraph" evaluate synth1 --sweep k=10..90:10 -o "$output/figure2_synth1.svg" > /dev/null
if [ -f "$folder/parkinsons.csv" ]; then
    "$conceptgraph" evaluate "$folder/parkinsons.csv" --label class --sweep k=10..190:10 \
        -o "$output/figure2_parkinsons.svg" > /dev/null
fi
echo "written: $table, $output/figure2_*.svg" >&2
