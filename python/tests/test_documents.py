"""Public names are documented in the format of numpydoc."""

import inspect

import conceptgraph
import pytest
from numpydoc import validate

#: The checked rules: a summary that is a sentence; parameters and returns with types and
#: descriptions; known sections in the right order.
WANTED = ("GL06", "GL07", "GL08", "SS", "PR01", "PR02", "PR03", "PR04", "PR07", "RT01", "RT03")


def public():
    for name in conceptgraph.__all__:
        thing = getattr(conceptgraph, name)
        if name.startswith("_"):
            continue
        yield f"conceptgraph.{name}"
        if inspect.isclass(thing):
            methods = inspect.getmembers(thing, inspect.isfunction)
            yield from (f"conceptgraph.{name}.{of}" for of, _ in methods if not of.startswith("_"))


@pytest.mark.parametrize("name", list(public()))
def test_it_is_documented(name):
    found = validate.validate(name)["errors"]
    # A summary may begin with any word. Classes of answers document attributes, not parameters.
    answers = name.rsplit(".", 1)[1] in ("Cluster", "Community", "Comparison", "Page", "Picture")
    passed = {"SS05", "PR01"} if answers else {"SS05"}
    wrong = [one for one in found if one[0].startswith(WANTED) and one[0] not in passed]
    assert wrong == []
