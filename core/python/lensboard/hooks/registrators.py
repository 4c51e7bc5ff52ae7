"""Hooks of one's own, as torch.nn.Module takes them, at modules of a model by their types and positions.

    registrators.Forward(lambda module, inputs, output: print(output.shape)).modules(model, types=[torch.nn.Linear])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import torch

from ._walk import Walking

__all__ = ["Backward", "Forward", "ForwardPre"]


class _Registrator(Walking):
    _register: ClassVar[str]

    def __init__(self, hook: Callable[..., Any]) -> None:
        if not callable(hook):
            raise TypeError(f"expected a function, found {hook!r}")
        self.hook = hook
        self.handles: list[torch.utils.hooks.RemovableHandle] = []

    def _add(self, network: torch.nn.Module, found: list[torch.nn.Module]) -> None:
        self.handles += [getattr(module, self._register)(self.hook) for module in found]

    def remove(self, index: int) -> None:
        """Removes the hook at this position of ``handles``; those behind it move up."""
        self.handles.pop(index).remove()

    def __iter__(self) -> Iterator[torch.utils.hooks.RemovableHandle]:
        return iter(self.handles)

    def __len__(self) -> int:
        return len(self.handles)


class ForwardPre(_Registrator):
    """hook(module, inputs), before a forward; what it returns takes the place of the inputs."""

    _register = "register_forward_pre_hook"


class Forward(_Registrator):
    """hook(module, inputs, output), after a forward; what it returns takes the place of the output."""

    _register = "register_forward_hook"


class Backward(_Registrator):
    """hook(module, grad_input, grad_output), in a backward pass; what it returns takes the place of grad_input."""

    _register = "register_full_backward_hook"
