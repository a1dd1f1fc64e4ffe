"""Figures, text and files of pictures by matplotlib."""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from ._pictures import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Fonts with Chinese, Japanese and Korean, which matplotlib's default font lacks.
FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "WenQuanYi Zen Hei",
    "Arial Unicode MS",
    "Malgun Gothic",
)


def has_matplotlib() -> bool:
    """Return True if matplotlib can be imported."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def new_axes(wide: float, high: float) -> Axes:
    """Make axes of the given size in inches on a new figure, which pyplot does not know."""
    from matplotlib.figure import Figure

    return Figure(figsize=(wide, high)).add_axes((0.0, 0.0, 1.0, 1.0))


@contextmanager
def plain_text() -> Iterator[None]:
    """Set matplotlib to plain text, with installed fonts for letters that the usual one lacks."""
    import matplotlib
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    family = matplotlib.rcParams["font.family"]
    fallbacks = [font for font in FONTS if font in installed and font not in family]
    settings: Any = {"text.usetex": False, "font.size": 9, "font.family": [*family, *fallbacks]}
    # SVG keeps text as text, so that a browser finds glyphs that are missing here.
    settings |= {"svg.hashsalt": "conceptgraph", "svg.fonttype": "none"}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def escape_dollars(text: str) -> str:
    """Escape dollars, which would begin a formula."""
    return text.replace("\\$", "$").replace("$", r"\$")


def size_in_points(artist: Any) -> tuple[float, float]:
    """Return the width and height of axes or another artist, in points."""
    box, dpi = artist.get_window_extent(), artist.figure.dpi
    return 72 * box.width / dpi, 72 * box.height / dpi


def set_title(ax: Axes, title: str, is_own: bool) -> None:
    """Write a title, wrapped to the width; at most two lines on the user's own axes."""
    # A letter is a bit more than half as wide as it is high.
    wide, line_limit = max(int(size_in_points(ax)[0] / 5.4), 24), None if is_own else 2
    lines = textwrap.wrap(title, wide, max_lines=line_limit, placeholder=" …")
    ax.set_title(escape_dollars("\n".join(lines)), loc="left", fontsize=10)


def to_picture(ax: Axes, is_own: bool, is_heavy: bool) -> Picture:
    """Return the picture of the figure of these axes."""
    drawn_on: Any = ax.figure
    # The whole figure, if the axes are in a subfigure.
    figure = drawn_on.figure
    notebook_format = "png" if is_heavy else "svg"
    # A notebook already shows a figure that pyplot made.
    if not is_own and getattr(figure.canvas, "manager", None) is not None:
        notebook_format = "nothing"
    return Picture(None, partial(to_bytes, figure), figure=figure, shown=notebook_format)


def to_bytes(figure: Any, file_format: str) -> bytes:
    """Return a figure in a file format; the bytes are reproducible."""
    stamps = {"svg": ["Date"], "pdf": ["CreationDate", "ModDate"], "png": []}[file_format]
    fixed = {"dpi": 160, "bbox_inches": "tight", "pad_inches": 0.12}
    out = io.BytesIO()
    with plain_text():
        figure.savefig(out, format=file_format, metadata=dict.fromkeys(stamps), **fixed)
    return out.getvalue()
