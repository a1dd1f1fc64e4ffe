"""Pictures and pages that a notebook shows."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Picture:
    """A picture, which a notebook draws.

    Attributes
    ----------
    svg : str
        Its SVG.

    """

    svg: str
    _drawn: Callable[[str], bytes] = field(repr=False, compare=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it into a file.

        Parameters
        ----------
        path : str or Path
            Such as ``map.svg``, ``map.png`` or ``map.pdf``; a file that is there is replaced.

        Raises
        ------
        ValueError
            If the suffix is none of these, or Graphviz is needed and is not installed.

        """
        path = Path(path)
        suffix = path.suffix.lower().removeprefix(".")
        if suffix not in {"svg", "png", "pdf"}:
            raise ValueError(f"{path}: the suffix must be .svg, .png or .pdf")
        path.write_bytes(self.svg.encode() if suffix == "svg" else self._drawn(suffix))

    def __repr__(self) -> str:
        """Say how long it is."""
        return f"Picture of {len(self.svg)} letters of SVG"


@dataclass(frozen=True)
class Page:
    """A page to explore a graph, which a notebook shows in a frame.

    Attributes
    ----------
    html : str
        Its HTML, with all that it needs.

    """

    html: str

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 640px; border: 1px solid #ddd"'
        return f'<iframe {frame} srcdoc="{html.escape(self.html, quote=True)}"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write it into an HTML file.

        Parameters
        ----------
        path : str or Path
            Such as ``iris.html``; a file that is there is replaced.

        """
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        """Say how long it is."""
        return f"Page of {len(self.html)} letters of HTML"
