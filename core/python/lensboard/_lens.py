"""Lenses of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from ._engine import _lensboard

__all__ = ["Lens", "Model", "Module", "Plot", "Preprocessor", "TagSpec"]

Model = _lensboard.Model
Module = _lensboard.Module
Plot = _lensboard.Plot
for _class in (Model, Module, Plot):
    _class.__module__ = "lensboard"


@dataclass(frozen=True)
class TagSpec:
    """A quantity that a lens shows: one plot per layer or, if it is big, one for all.

    name: its own, which no other lens has
    kind: "numerical", "probability" (from 0 to 1) or "relations" (shares of a whole, whose labels are layers)
    quantity: what the y axis measures, with its unit
    y_limits: a pair, low and high
    """

    name: str
    kind: str = "numerical"
    quantity: str = ""
    big: bool = False
    log_y: bool = False
    annotate: bool = True
    y_limits: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("numerical", "probability", "relations"):
            raise ValueError(f'kind is "numerical", "probability" or "relations", found {self.kind!r}')


class Lens:
    """What is computed of a model's layers, and under which tags it is shown. Derive from it, and pass it to an Inspector.

        class Sparsity(lensboard.Lens):
            tags = [lensboard.TagSpec("Sparsity", "probability")]

            def attach(self, model, modules):
                for module in modules:
                    if module.type == "ReLU":
                        model.after_forward(module, lambda inputs, output, name=module.name: self.see(name, output))

    An instance watches one model at a time; of a class, or a function that makes one, each model has its own. Callbacks are called
    while the lens is on, in ticks that are measured, without gradients. An exception of a callback is one of the training's step.

    Thread: the one that trains; on CUDA gradients come on autograd's, while backward() waits. From a callback a lens may be switched, but
    no model attached or detached, and no tick ended.
    """

    name: str | None = None  #: under which it is listed and switched; by default the name of its class
    tags: Sequence[TagSpec] = ()  #: a TagSpec for each plot, in the order of the window
    _is_attached = False

    def attach(self, model: Model, modules: list[Module]) -> None:
        """Registers callbacks at ``modules`` with ``model``. Called with all modules that are known, and again with those that are found later."""
        raise NotImplementedError(f"{type(self).__name__} has no attach(model, modules)")

    def detach(self) -> None:
        """All callbacks are gone; what was gathered of this tick is void. What it raises is reported, and ends nothing."""

    def plot(self, plot: Plot) -> None:
        """Plots what the tick gathered: ``plot.line(tag, layer, label, value)``, ``plot.band(tag, layer, (low_label, high_label), low, high)``."""

    def end_tick(self) -> None:
        """Forgets the tick, which all lenses have plotted."""

    def push_loss(self, value: float, train: bool) -> None:
        """A loss that the loop pushes."""

    def push_metric(self, name: str, value: float) -> None:
        """A metric that the loop pushes."""


class Preprocessor:
    """What lenses compute with: sees tensors of modules, and keeps in ``value`` what it likes, by name. Lenses may share one.

    Derive from it, give it the moments that you need, and register it in ``Lens.attach()``.
    """

    def __init__(self) -> None:
        self.value: dict[str, Any] = {}

    def forward(self, module: Module, inputs: tuple[torch.Tensor, ...], output: torch.Tensor) -> None:
        """After a forward."""

    def output_gradient(self, module: Module, gradient: torch.Tensor) -> None:
        """In a backward pass, of a module's output."""

    def input_gradient(self, module: Module, gradient: torch.Tensor) -> None:
        """In a backward pass, of a module's first input."""

    def parameter(self, module: Module, name: str, tensor: torch.Tensor | None) -> None:
        """A parameter or its gradient, when it was registered for."""

    def module(self, module: Module) -> None:
        """A module, when it was registered for."""

    def reset(self) -> None:
        """Forgets all, as a lens has it do in ``end_tick()``."""
        self.value.clear()

    def watch_forward(self, model: Model, module: Module) -> None:
        model.after_forward(module, lambda inputs, output: self.forward(module, inputs, output))

    def watch_backward(self, model: Model, module: Module) -> None:
        model.on_output_gradient(module, lambda gradient: self.output_gradient(module, gradient))
        model.on_input_gradient(module, lambda gradient: self.input_gradient(module, gradient))

    def watch_parameter(self, model: Model, module: Module, name: str, when: str = "gradient") -> None:
        """when: "gradient" (its gradient, after a backward pass), or itself at a "step", "call" or "tick"."""
        if when == "gradient":
            model.on_parameter_gradient(module, name, lambda gradient: self.parameter(module, name, gradient))
        else:
            _moment(model, when)(lambda: self.parameter(module, name, model.parameter(module, name)))

    def watch_module(self, model: Model, module: Module, when: str = "tick") -> None:
        """when: "step", "call" or "tick"."""
        _moment(model, when)(lambda: self.module(module))


def _moment(model: Model, when: str) -> Callable[[Callable[[], object]], None]:
    moments = {"step": model.after_step, "call": model.on_call, "tick": model.at_tick_end}
    if when not in moments:
        raise ValueError(f"when is one of {', '.join(moments)}, found {when!r}")
    return moments[when]
