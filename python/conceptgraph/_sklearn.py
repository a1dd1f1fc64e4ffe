"""The base classes of scikit-learn, or substitutes if it is not installed."""

from __future__ import annotations

import inspect
from typing import Any

try:
    from sklearn.base import BaseEstimator, ClusterMixin, TransformerMixin
    from sklearn.exceptions import NotFittedError
except ImportError:

    class BaseEstimator:  # type: ignore[no-redef]
        """The parameters of an estimator by name, as in scikit-learn."""

        @classmethod
        def _get_param_names(cls) -> list[str]:
            return sorted(list(inspect.signature(cls.__init__).parameters)[1:])

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            """Return the parameters by name."""
            return {name: getattr(self, name) for name in self._get_param_names()}

        def set_params(self, **params: Any) -> Any:
            """Set parameters by name."""
            names = self._get_param_names()
            for name, value in params.items():
                if name not in names:
                    raise ValueError(f"there is no parameter {name!r}; there are {names}")
                setattr(self, name, value)
            return self

        def __getstate__(self) -> dict[str, Any]:
            return dict(vars(self))

        def __setstate__(self, state: dict[str, Any]) -> None:
            vars(self).update(state)

        def __repr__(self) -> str:
            defaults = type(self)().get_params()
            params = self.get_params().items()
            changed = (f"{name}={value!r}" for name, value in params if value != defaults[name])
            return f"{type(self).__name__}({', '.join(changed)})"

    class ClusterMixin:  # type: ignore[no-redef]
        """The mixin of a clusterer."""

    class TransformerMixin:  # type: ignore[no-redef]
        """The mixin of a transformer."""

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """The error of an estimator that has no graph yet."""


__all__ = ["BaseEstimator", "ClusterMixin", "NotFittedError", "TransformerMixin"]
