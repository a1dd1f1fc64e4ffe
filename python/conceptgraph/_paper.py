"""What pictures by matplotlib stand on: a figure, words, and files."""

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

#: Fonts that have Chinese, Japanese and Korean, which that of matplotlib lacks.
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
    """Tell whether matplotlib can be imported."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def axes(wide: float, high: float) -> Axes:
    """Make axes of that many inches on a figure of their own, which pyplot does not know."""
    from matplotlib.figure import Figure

    return Figure(figsize=(wide, high)).add_axes((0.0, 0.0, 1.0, 1.0))


@contextmanager
def plainly() -> Iterator[None]:
    """Write words plainly, with fonts for letters that the usual one lacks, where there are any."""
    import matplotlib
    from matplotlib import font_manager

    known = {font.name for font in font_manager.fontManager.ttflist}
    family = matplotlib.rcParams["font.family"]
    more = [font for font in FONTS if font in known and font not in family]
    settings: Any = {"text.usetex": False, "font.size": 9, "font.family": [*family, *more]}
    # SVG has words as words, so that a browser finds letters that are missing here.
    settings |= {"svg.hashsalt": "conceptgraph", "svg.fonttype": "none"}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def plain(words: str) -> str:
    """Write words so that a dollar is no formula."""
    return words.replace("\\$", "$").replace("$", r"\$")


def size_of(artist: Any) -> tuple[float, float]:
    """Measure axes, or what stands on them: width and height in points."""
    box, dpi = artist.get_window_extent(), artist.figure.dpi
    return 72 * box.width / dpi, 72 * box.height / dpi


def entitle(ax: Axes, words: str, is_own: bool) -> None:
    """Write a title, in as many lines as the width takes; two where others leave no more room."""
    # A letter is a bit more than half as wide as high.
    wide, most = max(int(size_of(ax)[0] / 5.4), 24), None if is_own else 2
    lines = textwrap.wrap(words, wide, max_lines=most, placeholder=" …")
    ax.set_title(plain("\n".join(lines)), loc="left", fontsize=10)


def picture(ax: Axes, is_own: bool, is_heavy: bool) -> Picture:
    """Make a picture of the figure of these axes."""
    drawn_on: Any = ax.figure
    # The whole of it, where the axes are in a part.
    figure = drawn_on.figure
    shown = "png" if is_heavy else "svg"
    # What pyplot made, a notebook shows already.
    if not is_own and getattr(figure.canvas, "manager", None) is not None:
        shown = "nothing"
    return Picture(None, partial(written, figure), figure=figure, shown=shown)


def written(figure: Any, file_format: str) -> bytes:
    """Write a figure in a format, the same bytes each time."""
    stamps = {"svg": ["Date"], "pdf": ["CreationDate", "ModDate"], "png": []}[file_format]
    fixed = {"dpi": 160, "bbox_inches": "tight", "pad_inches": 0.12}
    out = io.BytesIO()
    with plainly():
        figure.savefig(out, format=file_format, metadata=dict.fromkeys(stamps), **fixed)
    return out.getvalue()
