"""Writes the tables of this folder, which tests/spec/formats.rs reads.

The same 60 birds, and the same 60 vectors of 32 bits, in every format; and files that are none, or
no table. Run in this folder: pip install numpy pandas pyarrow polars openpyxl odfpy
"""

import json
from datetime import time
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

rng = np.random.default_rng(7)
kinds = ["finch", "gull", "owl"]
birds = pd.DataFrame(
    {
        "name": [f"{kind} {at}" for at in range(20) for kind in kinds],
        "mass": np.round(rng.normal([20.0, 900.5, 420.25] * 20, [2, 90, 40] * 20), 2),
        "eggs": rng.integers(1, 7, 60),
        "wing": np.round(rng.normal([8, 40, 35] * 20, 3), 3).astype("float32"),
        "seen": [f"20{at % 20:02}-0{at % 9 + 1}-{at % 28 + 1:02}" for at in range(60)],
        "kind": kinds * 20,
        "note": [None if at % 7 else 'small, "round"\u00e9' for at in range(60)],
    }
)
birds.loc[4, "mass"] = np.nan
texts = {name: "U30" for name in ("name", "seen", "kind", "note")}
birds.to_csv("birds.csv", index=False)
birds.to_parquet("birds.parquet")
birds.assign(seen=pd.to_datetime(birds.seen)).to_parquet("birds.dates.parquet")
pl.from_pandas(birds).write_parquet("birds.polars.parquet")
pq.write_table(pa.Table.from_pandas(birds), "birds.groups.parquet", row_group_size=7)
sheet = birds.assign(wing=[float(str(wing)) for wing in birds.wing.to_numpy()])
sheet.to_excel("birds.xlsx", index=False)
sheet.assign(seen=pd.to_datetime(birds.seen)).to_excel("birds.dates.xlsx", index=False)
sheet.to_excel("birds.ods", index=False)
sheet.to_json("birds.jsonl", orient="records", lines=True, double_precision=15)
sheet.to_json("birds.json", orient="records", double_precision=15, indent=1)
records = birds.assign(note=birds.note.fillna("")).to_records(index=False, column_dtypes=texts)
np.save("birds.npy", records)

vectors = rng.normal(size=(60, 8)) + np.repeat(np.eye(3, 8) * 6, 20, axis=0)
vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("float32")
names = [f"x_{at + 1}" for at in range(8)]
topics = np.repeat(["north", "south", "west"], 20)
titles = pd.DataFrame({"title": [f"title {at}" for at in range(60)], "topic": topics})
titles.to_csv("titles.csv", index=False)
pd.DataFrame(vectors, columns=names).assign(topic=topics).to_csv("vectors.csv", index=False)
np.savez_compressed("vectors.npz", x=vectors, topic=topics)
np.save("vectors.npy", vectors)
squares = np.arange(12.0) ** 2
np.save("distances.npy", np.abs(squares[:, None] - squares) / 8)
np.save("vectors.fortran.npy", np.asfortranarray(vectors))
np.save("vectors.bigendian.npy", vectors.astype(">f4"))
pl.DataFrame({"x": vectors, "topic": topics}).write_parquet("vectors.parquet")
pd.DataFrame({"x": list(vectors), "topic": topics}).to_parquet("vectors.pandas.parquet")
with Path("vectors.jsonl").open("w") as file:
    for vector, topic in zip(vectors, topics, strict=True):
        file.write(json.dumps({"x": [float(str(x)) for x in vector], "topic": topic}) + "\n")


# What is lost where a cell becomes another type: long codes, all digits, moments, times of the day.
marks = pd.DataFrame(
    {
        "code": np.arange(2**64 - 40, 2**64 - 1, dtype="uint64"),
        "x": rng.uniform(0, 10, 39),
        "y": rng.uniform(0, 10, 39),
        "when": pd.date_range("2020-01-01 22:30", periods=39, freq="37h", tz="UTC"),
        "at": [time(at % 24, at, 5) for at in range(39)],
    }
)
marks.loc[3, "y"] = -999.0
marks.to_csv("marks.csv", index=False)
marks.set_index(pd.Index(range(5, 44))).sample(frac=1, random_state=1).sort_values(
    "code"
).to_parquet("marks.parquet")
as_text = marks.assign(when=marks.when.astype(str), at=marks["at"].astype(str))
with Path("marks.jsonl").open("w") as file:
    file.writelines(json.dumps(row) + "\n" for row in as_text.to_dict("records"))
np.savez(
    "marks.npz",
    **{
        name: as_text[name].to_numpy(dtype=None if name in "code x y" else "U30")
        for name in as_text
    },
    about=np.array({"made": "by hand"}, dtype=object),
    only=np.array([1, 2]),
)
marks.assign(code=marks.code.astype(str), when=as_text.when).to_excel("marks.xlsx", index=False)
padded = np.dtype({"names": ["x", "y"], "formats": ["i1", "f8"]}, align=True)
np.save("padded.npy", np.array([(at, at * at % 7) for at in range(20)], dtype=padded))
whole = np.array([[2**53 + 1 + at, at * at % 13, at] for at in range(20)])
np.save("whole.npy", whole)
np.savetxt("whole.csv", whole, "%d", ",", header="x_1,x_2,x_3", comments="")
halves = (np.arange(60).reshape(20, 3) / 10).astype("f2")
np.save("halves.npy", halves)
pd.DataFrame(halves, columns=["x_1", "x_2", "x_3"]).to_csv("halves.csv", index=False)


def cut(source: str, to: str, size: int) -> None:
    """Writes the beginning of a file."""
    Path("broken", to).write_bytes(Path(source).read_bytes()[:size])


def array(name: str, values: object, **options: object) -> None:
    """Writes an array."""
    np.save(f"broken/{name}.npy", np.array(values, **options), allow_pickle=True)


def parquet(name: str, **columns: object) -> None:
    """Writes columns of four rows."""
    pq.write_table(pa.table(columns), f"broken/{name}.parquet")


def workbook(name: str, **sheets: list) -> None:
    """Writes the rows of sheets."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(f"broken/{name}.xlsx")


def stray() -> None:
    """Writes a sheet with a cell far from the others."""
    book = openpyxl.Workbook()
    for row in numbers:
        book.active.append(row)
    book.active["XFD1048576"] = "x"
    book.save("broken/stray.xlsx")


numbers = [[1.5, 2.0], [2.5, 1.0], [3.0, 4.0]]
cut("vectors.npy", "truncated.npy", 300)
cut("vectors.npy", "header.npy", 40)
array("objects", [["a", 1], ["b", 2]], dtype=object)
array("deep", np.zeros((4, 3, 2)))
array("single", 3.0)
array("empty", np.zeros((0, 3)))
array("narrow", np.zeros((5, 0)))
array("complex", numbers, dtype=complex)
array("dates", ["2020-01-01", "2021-01-01"], dtype="M8[D]")
array("nan", [[1, 2], [3, np.nan]])
array("infinite", [[1, 2], [3, np.inf]], dtype="f4")
array("words", [["a", "b"], ["c", "d"]])
array("long", numbers, dtype=np.longdouble)
cut("vectors.npz", "truncated.npz", 500)
np.savez("broken/lengths.npz", x=numbers, y=[1, 2])
np.savez("broken/objects.npz", x=numbers, y=np.array(["a", "b", "c"], dtype=object))
np.savez("broken/sparse.npz", format="csr", data=[1.0], indices=[0], indptr=[0, 1], shape=[1, 1])
cut("birds.parquet", "truncated.parquet", 1500)
four = [1.0, 2.0, 3.0, 4.0]
parquet("ragged", v=[[1.0, 2.0], [3.0], [1.0, 2.0], [1.0, 2.0]])
parquet("nested", v=[[[1.0], [2.0]]] * 4, x=four)
parquet("dates", when=pd.to_datetime(["2020-01-01", "2021-01-01"] * 2), x=four)
parquet("gap", a=[1.0, None, 2.0, 3.0])
parquet("bytes", a=[b"\xff"] * 4, x=four)
parquet("empty", a=pa.array([], pa.float64()))
workbook("sheets", first=[["a"], [1], [2]], second=[["b"], [3], [4]])
workbook("empty", first=[])
workbook("title", first=[["Report"], [], ["a", "b"], [1, 2], [3, 4]])
workbook("error", first=[["a", "b"], [1, 2], [3, "#N/A"]])
workbook("names", first=[["a", "b", "a"], [1, 2, 3], [4, 5, 6]])
workbook("header", first=[[1, 2], [3, 4], [5, 6]])
stray()
cut("birds.xlsx", "truncated.xlsx", 3000)
for name, text in {
    "cut.jsonl": '{"a":1,"b":2}\n{"a":1,"b":\n',
    "array.jsonl": '{"a":1}\n[1,2]\n',
    "nested.jsonl": '{"a":1,"o":{"x":1}}\n{"a":2,"o":{"x":2}}\n',
    "columns.json": '{"a":{"0":1,"1":2}}',
    "lists.json": "[[1,2],[3,4]]",
    "ragged.jsonl": '{"v":[1,2]}\n\n{"v":[1,2,3]}\n',
    "missing.jsonl": '{"a":1,"b":2}\n{"a":2}\n',
    "nan.jsonl": '{"a":1}\n{"a":NaN}\n',
    "twice.jsonl": '{"a":1,"a":2}\n{"a":1}\n',
    "empty.json": "[]",
}.items():
    Path("broken", name).write_text(text)
