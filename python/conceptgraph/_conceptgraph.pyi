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
        reporter: _Reporter | None = None,
    ) -> _Columns: ...
    def tables(self) -> list[tuple[str, list[str], str]]: ...
    def members(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def clusters(self) -> _Columns: ...
    def covers(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def verdict(self) -> str: ...
    def summaries(self) -> list[str]: ...
    def membership(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], int]: ...
    def place(
        self, numbers: _Numbers
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64], int]: ...
    def smallest(self, numbers: _Numbers) -> NDArray[np.int32]: ...
    def placed(
        self, words: list[str], nearest: int, reporter: _Reporter | None = None
    ) -> _Columns: ...
    def outlier_scores(self, numbers: _Numbers | None = None) -> NDArray[np.float64]: ...
    def context(self) -> tuple[NDArray[np.int64], NDArray[np.int32], list[str]]: ...
    def positions(self) -> NDArray[np.float64]: ...
    def compare(self, other: Graph) -> dict[str, Any]: ...
    def draw(self, part: dict[str, object]) -> bytes: ...
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
    features: list[str] | None,
) -> tuple[
    list[str],
    NDArray[np.float64],
    list[str] | None,
    list[tuple[str, list[str]]],
    list[str],
]: ...
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
