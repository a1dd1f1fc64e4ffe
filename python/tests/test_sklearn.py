"""The checks of scikit-learn for estimators."""

import pytest
from conceptgraph import ConceptGraph

checks = pytest.importorskip("sklearn.utils.estimator_checks")


def test_it_passes_the_checks_of_an_estimator():
    ran = checks.check_estimator(ConceptGraph(), on_fail=None)
    failed = {
        check["check_name"]: check["exception"] for check in ran if check["status"] == "failed"
    }
    assert failed == {}
    assert sum(check["status"] == "passed" for check in ran) > 30


def test_parameters_are_copied():
    from sklearn.base import clone

    given = ConceptGraph(k=7, scale="standard")
    assert clone(given).get_params() == given.get_params()
    assert repr(given) == "ConceptGraph(k=7, scale='standard')"
    with pytest.raises(ValueError, match="kk"):
        given.set_params(kk=1)
