"""monitorch's API on Lensboard's engine. To convert a script, change only its imports.

    from lensboard.monitorch.inspector import PyTorchInspector
    from lensboard.monitorch.lens import LossMetrics, ParameterGradientGeometry

Results match monitorch's documentation. ``PyTorchInspector(..., parity=True)`` reproduces monitorch's actual numbers, including its bugs.
Every run is also recorded, and can be watched live in the window.
"""

from . import _paths, gatherer, inspector, lens, numerical, preprocessor, visualizer
from .inspector import PyTorchInspector

_paths.register(gatherer, inspector, lens, numerical, preprocessor, visualizer)

__all__ = ["PyTorchInspector", "gatherer", "inspector", "lens", "numerical", "preprocessor", "visualizer"]
