"""Types of arguments, and checks of them, for several modules."""

import os
from collections.abc import Callable
from typing import Any, Protocol

import torch
from torch.nn.parameter import is_lazy

StrPath = str | os.PathLike[str]


def local_path(path: StrPath) -> str:
    """Returns ``path`` as text, with the user's home folder for a leading ~."""
    return os.path.expanduser(os.fspath(path))


class Stepping(Protocol):
    """A torch.optim.Optimizer, or its wrapper."""

    @property
    def step(self) -> Callable[..., Any]: ...


class Scaling(Protocol):
    """A torch.amp.GradScaler, or another object that scales the loss."""

    def get_scale(self) -> float: ...


def check_initialized(module: object) -> None:
    """Raises ValueError if ``module`` is a lazy module that has not run yet."""
    if isinstance(module, torch.nn.Module) and any(is_lazy(tensor) for tensor in [*module.parameters(recurse=False), *module.buffers(recurse=False)]):
        raise ValueError(f"this {type(module).__name__} has no parameters before its first batch; run one through the model first")
