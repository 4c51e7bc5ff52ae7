"""Registers your own torch.nn.Module hooks at modules of a model, selected by type and position.

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
        """Removes the hook at this position of ``handles``. The following ones move up."""
        self.handles.pop(index).remove()

    def __iter__(self) -> Iterator[torch.utils.hooks.RemovableHandle]:
        return iter(self.handles)

    def __len__(self) -> int:
        return len(self.handles)


class ForwardPre(_Registrator):
    """hook(module, inputs), before a forward; its result replaces the inputs."""

    _register = "register_forward_pre_hook"


class Forward(_Registrator):
    """hook(module, inputs, output), after a forward; its result replaces the output."""

    _register = "register_forward_hook"


class Backward(_Registrator):
    """hook(module, grad_input, grad_output), in a backward pass; its result replaces grad_input."""

    _register = "register_full_backward_hook"
