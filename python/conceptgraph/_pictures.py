"""Pictures and pages that a notebook shows."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Picture:
    """A picture, which a notebook draws.

    Attributes
    ----------
    svg : str
        Its SVG.

    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it into an SVG file.

        Parameters
        ----------
        path : str or Path
            Such as ``map.svg``; a file that is there is replaced.

        """
        Path(path).write_text(self.svg, encoding="utf-8")

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
