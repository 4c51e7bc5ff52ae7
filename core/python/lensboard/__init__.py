"""Watch a neural network train from the inside.

    import lensboard

    watch = lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterGradientGeometry(log_scale=True)],
                                run="my.lbrun", tick="20 steps")
    watch.attach(model, optimizer)
    for x, y in loader:
        ...
        optimizer.step()
        watch.push_loss(loss)
    watch.close()

While it trains, ``watch.show()`` or ``lensboard my.lbrun`` shows it live; ``lensboard.open("my.lbrun")`` reads it.
"""

from . import _watchers
from ._divergence import Difference, Divergence, diff
from ._engine import __version__, torch_version
from ._health import Evidence, Finding, rules
from ._inspector import Inspector
from ._lens import Lens, Model, Module, Plot, Preprocessor, TagSpec
from ._program import program
from ._run import Run, Series
from ._run import open as open  # not in __all__, as it would replace the built-in function
from ._watchers import *  # noqa: F403
from ._watchers import Watcher, kinds

__all__ = [
    "Difference", "Divergence", "Evidence", "Finding", "Inspector", "Lens", "Model", "Module", "Plot", "Preprocessor", "Run", "Series", "TagSpec",
    "Watcher", "__version__", "diff", "kinds", "program", "rules", "torch_version",
]  # fmt: skip
__all__ += _watchers.__all__


def __getattr__(name: str) -> object:
    import difflib

    near = difflib.get_close_matches(name, __all__, 1)
    raise AttributeError(f"lensboard has no {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
