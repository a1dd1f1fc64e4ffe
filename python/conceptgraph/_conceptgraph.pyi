from collections.abc import Callable
from pathlib import Path
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Graph",
    "__version__",
    "from_bytes",
    "from_context",
    "from_neighbors",
    "from_table",
    "import_files",
    "open",
    "read_frame",
    "read_rows",
    "run",
]
__version__: str

_Notation = tuple[bool, str | None, tuple[str, str], tuple[str, str] | None, list[str]]
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
    def input_rows(self) -> list[int] | None: ...
    def features(self) -> list[str]: ...
    def shown_columns(self) -> list[str]: ...
    def check_store(self) -> None: ...
    def query(self, name: str, words: list[str], limit: int | None = None) -> _Columns: ...
    def answer(
        self, name: str, words: list[str], limit: int, reporter: _Reporter | None = None
    ) -> tuple[_Columns, int | None, list[str]]: ...
    def queries(
        self,
    ) -> list[tuple[str, str, str, list[tuple[str, str, str | None]]]]: ...
    def statement(
        self,
        text: str,
        parameters: dict[str, object] | None = None,
        limit: int | None = None,
        reporter: _Reporter | None = None,
    ) -> _Columns: ...
    def tables(self) -> list[tuple[str, list[str], str]]: ...
    def members(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def lca(self, rows: list[int]) -> tuple[bool, int]: ...
    def rows(self, is_community: bool, position: int) -> NDArray[np.int64]: ...
    def clusters(self) -> dict[str, NDArray[Any]]: ...
    def covers(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def verdict(self) -> str: ...
    def classes(self) -> list[str]: ...
    def typical(self) -> list[list[str]]: ...
    def place(
        self, numbers: _Numbers | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def placed(
        self, words: list[str], nearest: int, reporter: _Reporter | None = None
    ) -> _Columns: ...
    def positions(self) -> NDArray[np.float64]: ...
    def compare(self, other: Graph) -> dict[str, Any]: ...
    def draw(self, part: dict[str, object]) -> bytes: ...
    def colours(self) -> list[str]: ...
    def map(
        self,
        color: str | None,
        values: list[float] | tuple[list[str | None], list[str]] | None,
        width: float,
    ) -> tuple[
        list[list[str]],
        list[tuple[str, list[list[float]]]],
        list[tuple[str, list[float], str, float, bool, str]],
        list[tuple[list[str | None], str]],
    ]: ...
    def page(self) -> bytes: ...
    def to_bytes(self) -> bytes: ...
    def save(self, file: str | Path, force: bool, reporter: _Reporter | None = None) -> None: ...
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
def open(
    place: str,
    user: str | None = None,
    password: str | None = None,
    queries: str | Path | None = None,
) -> Graph: ...
def from_bytes(bytes: bytes) -> Graph: ...
def read_frame(
    names: list[str],
    columns: list[NDArray[np.float64] | list[str | None]],
) -> tuple[
    list[str],
    NDArray[np.float64],
    list[str] | None,
    list[tuple[str, list[str]]],
    list[str],
    list[tuple[str, int]],
    dict[str, _Notation],
]: ...
def read_rows(
    names: list[str],
    columns: list[NDArray[np.float64] | list[str | None]],
    notations: dict[str, _Notation],
) -> NDArray[np.float64]: ...
def from_table(
    numbers: _Numbers,
    features: list[str],
    known: dict[str, Any],
    options: dict[str, Any],
) -> Graph: ...
def from_context(
    starts: _Places,
    attributes: _Places,
    columns: list[str],
    known: dict[str, Any],
    options: dict[str, Any],
) -> Graph: ...
def from_neighbors(
    starts: _Places,
    targets: _Places,
    distances: NDArray[np.float64],
    known: dict[str, Any],
    options: dict[str, Any],
) -> Graph: ...
def import_files(
    context: str | Path, known: dict[str, Any], reader: Any, folder: str | Path
) -> list[str]: ...
