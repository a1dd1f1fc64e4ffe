#!/bin/sh
# Draws the figures of this folder: sh examples/gallery/make.sh (with conceptgraph in the PATH).
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

conceptgraph build ../iris.csv --label class --to "$work/iris.db"
conceptgraph build ../iris.csv --label class --k 50% --graph full --to "$work/half.db"
conceptgraph build ../wine.csv --label class --to "$work/wine.db"
conceptgraph build ../breast_cancer.csv --label class --to "$work/scaled.db"

column='--width 8.5cm --force'
# shellcheck disable=SC2086
conceptgraph export "$work/iris.db" --lca d64,d147 --color class $column --title 'Two flowers' -o two_flowers.svg
# shellcheck disable=SC2086
conceptgraph export "$work/iris.db" --containing d107 --limit 8 --color class $column -o d107.svg
conceptgraph export "$work/iris.db" --points --color petal_width --force -o iris_petals.svg
conceptgraph export "$work/scaled.db" --points --force -o cancer_points.svg
conceptgraph export "$work/half.db" --largest 20 --color class --width 16cm --force -o largest.svg
conceptgraph export "$work/wine.db" --lca d1,d60,d131 --color class --width 16cm --force -o three_wines.svg
