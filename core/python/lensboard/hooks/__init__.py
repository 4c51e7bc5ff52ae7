"""torchfunc's recorders and registrators: record tensors, or register your own hooks, for selected modules of a model."""

from . import recorders, registrators

__all__ = ["recorders", "registrators"]
