from collections.abc import Callable
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Graph",
    "__version__",
    "import_files",
    "of_bytes",
    "of_context",
    "of_table",
    "open",
    "run",
]
__version__: str

_Columns = list[tuple[str, list[Any]]]
_Numbers = NDArray[np.float64] | NDArray[np.float32] | NDArray[np.int64]
_Places = NDArray[np.int32] | NDArray[np.int64]
_Reporter = Callable[[str, float, float | None, str], None]

@final
class Graph:
    @property
    def notes(self) -> list[str]: ...
    def facts(self) -> dict[str, Any]: ...
    def points(self) -> tuple[list[str], list[str] | None]: ...
    def features(self) -> list[str]: ...
    def query(self, name: str, words: list[str], limit: int | None = None) -> _Columns: ...
    def queries(self) -> list[tuple[str, str, str]]: ...
    def statement(self, text: str) -> _Columns: ...
    def members(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def clusters(self) -> _Columns: ...
    def covers(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def verdict(self) -> str: ...
    def membership(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], int]: ...
    def place(
        self, numbers: _Numbers
    ) -> tuple[
        NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], int
    ]: ...
    def drawn(self, part: dict[str, object]) -> bytes: ...
    def page(self) -> bytes: ...
    def packed(self) -> bytes: ...
    def save(self, file: str, force: bool, reporter: _Reporter | None = None) -> None: ...
    def load(
        self,
        place: str,
        user: str | None,
        password: str | None,
        name: str,
        force: bool,
        reporter: _Reporter | None = None,
    ) -> None: ...

def run(words: list[str]) -> int: ...
def open(place: str, user: str | None = None, password: str | None = None) -> Graph: ...
def of_bytes(bytes: bytes) -> Graph: ...
def of_table(
    numbers: _Numbers,
    features: list[str],
    names: list[str] | None,
    classes: list[str] | None,
    options: dict[str, Any],
) -> Graph: ...
def of_context(
    starts: _Places,
    attributes: _Places,
    columns: list[str],
    names: list[str] | None,
    classes: list[str] | None,
    options: dict[str, Any],
) -> Graph: ...
def import_files(
    context: str | Path, known: dict[str, Any], reader: Any, folder: str | Path
) -> tuple[str, list[str]]: ...
