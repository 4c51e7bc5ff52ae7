"""monitorch's names over Lensboard's engine: a script changes its import and nothing else.

    from lensboard.monitorch.inspector import PyTorchInspector
    from lensboard.monitorch.lens import LossMetrics, ParameterGradientGeometry

Numbers are those that monitorch documents; ``PyTorchInspector(..., parity=True)`` gives those that it prints, its faults included.
Every run is recorded too, and can be watched live in the window.
"""

from . import gatherer, inspector, lens, numerical, preprocessor, visualizer
from .inspector import PyTorchInspector

__all__ = ["PyTorchInspector", "gatherer", "inspector", "lens", "numerical", "preprocessor", "visualizer"]
