"""Argument types used by several modules."""

import os
from collections.abc import Callable
from typing import Any, Protocol

StrPath = str | os.PathLike[str]


class Stepping(Protocol):
    """A torch.optim.Optimizer, or its wrapper."""

    @property
    def step(self) -> Callable[..., Any]: ...


class Scaling(Protocol):
    """A torch.amp.GradScaler, or another object that scales the loss."""

    def get_scale(self) -> float: ...
