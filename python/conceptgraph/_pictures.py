"""Pictures and pages that a notebook shows."""

from __future__ import annotations

import html
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: The formats that a picture can be saved in; matplotlib draws all but the last.
FORMATS = ("svg", "png", "pdf", "tex")
#: The scale at which a notebook shows the pixels of a PNG, so that letters are sharp.
PNG_SCALE = 0.6


class Picture:
    """A picture that a notebook shows.

    Attributes
    ----------
    svg : str
        The picture as SVG.
    figure : matplotlib.figure.Figure or None
        The figure, if matplotlib drew it; ``picture.figure.axes`` may be changed.

    """

    def __init__(
        self,
        svg: str | None,
        drawn: Callable[[str], bytes],
        *,
        figure: Any = None,
        shown: str = "svg",
    ) -> None:
        """Keep the SVG, or the function that draws it.

        `shown` is the format that a notebook shows: svg, png, or nothing if it already shows the
        figure.
        """
        self.figure = figure
        self._svg = svg
        self._drawn = drawn
        self._shown = shown

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        # The user may have changed the figure since.
        return self._drawn("svg").decode() if self._svg is None else self._svg

    def _repr_svg_(self) -> str | None:
        return self.svg if self._shown == "svg" else None

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        if self._shown != "png":
            return None
        png = self._drawn("png")
        sides = {"width": png[16:20], "height": png[20:24]}
        return png, {
            side: round(PNG_SCALE * int.from_bytes(size, "big")) for side, size in sides.items()
        }

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or Path
            The file, such as ``peaks.svg``, ``peaks.png`` or ``peaks.pdf``; an existing file is
            replaced. A picture that matplotlib did not draw can be ``.tex`` too.

        Raises
        ------
        ValueError
            If the suffix is none of these, or a program or package that draws it is missing.
        OSError
            If the file cannot be written.

        """
        path = Path(fspath(path))
        suffix = path.suffix.lower().removeprefix(".")
        formats = FORMATS if self.figure is None else FORMATS[:-1]
        if suffix not in formats:
            known = " or ".join(", ".join(f".{one}" for one in formats).rsplit(", ", 1))
            raise ValueError(f"{path}: the suffix must be {known}")
        path.write_bytes(self.svg.encode() if suffix == "svg" else self._drawn(suffix))

    def __eq__(self, other: object) -> bool:
        """Return True if both pictures have the same SVG."""
        return self.svg == other.svg if isinstance(other, Picture) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.svg)

    def __repr__(self) -> str:
        """Return a one-line description."""
        if self._svg is None:
            return "Picture drawn by matplotlib"
        return f"Picture of {len(self._svg)} letters of SVG"


@dataclass(frozen=True)
class Page:
    """A page that explores a graph, which a notebook shows in a frame.

    Attributes
    ----------
    html : str
        The HTML, which is self-contained.

    """

    html: str

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 640px; border: 1px solid #ddd"'
        return f'<iframe {frame} srcdoc="{html.escape(self.html, quote=True)}"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write the page to an HTML file.

        Parameters
        ----------
        path : str or Path
            The file, such as ``iris.html``; an existing file is replaced.

        """
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        """Return a description with the length of the HTML."""
        return f"Page of {len(self.html)} letters of HTML"
