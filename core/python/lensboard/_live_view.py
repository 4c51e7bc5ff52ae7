"""A picture of a run in the output of a notebook's cell."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from ._packages import required


class LiveView:
    """Replaces its picture in place after ticks. Draws on another thread, so that no step waits; displays on the training thread, since
    Jupyter assigns output to the cell that runs there.

    draw: returns the picture as PNG data
    every: shortest time between two pictures, in seconds
    """

    def __init__(self, draw: Callable[[], bytes], every: float) -> None:
        if required("IPython", "ipython").get_ipython() is None:
            raise RuntimeError("display() needs a notebook; show() opens a window")
        show = required("IPython.display", "ipython").display
        self._draw = draw
        self._every = every
        self._next = 0.0  # earliest time of the next picture
        self._pool = ThreadPoolExecutor(1, "lensboard-picture")
        self._drawing: Future[bytes] | None = None
        self._handle = show({"text/plain": "lensboard: no tick has ended yet"}, raw=True, display_id=True)

    def look(self) -> None:
        """Call after each tick."""
        if self._drawing is None:
            if time.monotonic() >= self._next:
                self._drawing = self._pool.submit(self._draw)
        elif self._drawing.done():
            self._finish_drawing()

    def close(self) -> None:
        """Displays the picture of the whole run."""
        self._pool.shutdown()
        self._show(self._draw)  # at exit there are no more threads

    def _finish_drawing(self) -> None:
        assert self._drawing is not None
        self._show(self._drawing.result)
        self._drawing = None
        self._next = time.monotonic() + self._every

    def _show(self, picture: Callable[[], bytes]) -> None:
        try:
            shown: dict[str, object] = {"image/png": picture()}
        except (OSError, RuntimeError) as error:
            shown = {"text/plain": f"lensboard: {error}"}
        self._handle.update(shown, raw=True)
