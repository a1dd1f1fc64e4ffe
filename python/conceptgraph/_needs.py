"""What only some answers need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def needs(module: str, what: str) -> Any:
    """Import what only some answers need."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        raise ImportError(f"{what} needs {module}: pip install {module.split('.')[0]}") from error


def frame(columns: list[tuple[str, list[Any]]]) -> pandas.DataFrame:
    """Make a DataFrame where pandas is installed, else a dict of lists."""
    try:
        import pandas
    except ImportError:
        return dict(columns)
    # An answer may have two columns of one name.
    found = pandas.DataFrame(dict(enumerate(values for _, values in columns)))
    return found.set_axis([name for name, _ in columns], axis=1)


def not_fitted(message: str) -> Exception:
    """Make scikit-learn's own exception where it is installed."""
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return AttributeError(message)
    error: Exception = NotFittedError(message)
    return error
