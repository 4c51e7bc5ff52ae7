"""torchfunc's recorders and registrators: tensors that are kept, and hooks of one's own at modules that a walk chooses."""

from . import recorders, registrators

__all__ = ["recorders", "registrators"]
