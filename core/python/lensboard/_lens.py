"""Custom lenses."""

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
    """A quantity that a lens shows: one plot per layer or, if it is big, one plot for all layers.

    name: must be unique among all lenses
    kind: "numerical", "probability" (from 0 to 1) or "relations" (shares of a whole, with layers as labels)
    quantity: title of the y axis, with its unit
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
    """A quantity computed from a model's layers, and the tags that show it. Derive a class from Lens, and pass it to an Inspector.

        class Sparsity(lensboard.Lens):
            tags = [lensboard.TagSpec("Sparsity", "probability")]

            def attach(self, model, modules):
                for module in modules:
                    if module.type == "ReLU":
                        model.after_forward(module, lambda inputs, output, name=module.name: self.see(name, output))

    An instance can watch one model at a time. If you pass a class, or a function that returns a lens, each model has its own lens.
    Callbacks are called without gradients, while the lens is on, in measured ticks. If a callback raises an exception, the training step
    raises it.

    Thread: the training thread; on CUDA, gradients arrive on autograd's thread while backward() waits. A callback may switch lenses, but
    must not attach or detach models, or end ticks.
    """

    name: str | None = None  #: for lists and switching; by default the name of the class
    tags: Sequence[TagSpec] = ()  #: a TagSpec for each plot, in the order of the window
    _is_attached = False

    def attach(self, model: Model, modules: list[Module]) -> None:
        """Registers callbacks for ``modules`` with ``model``. Called with all known modules, and again with modules found later."""
        raise NotImplementedError(f"{type(self).__name__} has no attach(model, modules)")

    def detach(self) -> None:
        """Called after the callbacks are removed. Discard the data of this tick. An exception is reported, but does not stop the training."""

    def plot(self, plot: Plot) -> None:
        """Plots the data of the tick: ``plot.line(tag, layer, label, value)``, ``plot.band(tag, layer, (low_label, high_label), low, high)``."""

    def end_tick(self) -> None:
        """Called after all lenses have plotted. Discard the data of this tick."""

    def push_loss(self, value: float, train: bool) -> None:
        """Receives a loss pushed by the loop."""

    def push_metric(self, name: str, value: float) -> None:
        """Receives a metric pushed by the loop."""


class Preprocessor:
    """Computes values for lenses from the tensors of modules, and stores them in ``value`` by name. Several lenses may share one.

    Derive from it, override the methods that you need, and register it in ``Lens.attach()``.
    """

    def __init__(self) -> None:
        self.value: dict[str, Any] = {}

    def forward(self, module: Module, inputs: tuple[torch.Tensor, ...], output: torch.Tensor) -> None:
        """Called after a module's forward."""

    def output_gradient(self, module: Module, gradient: torch.Tensor) -> None:
        """Called in a backward pass with the gradient of a module's output."""

    def input_gradient(self, module: Module, gradient: torch.Tensor) -> None:
        """Called in a backward pass with the gradient of a module's first input."""

    def parameter(self, module: Module, name: str, tensor: torch.Tensor | None) -> None:
        """Called with a parameter or its gradient, depending on ``when`` in ``watch_parameter()``."""

    def module(self, module: Module) -> None:
        """Called with a module at the time given to ``watch_module()``."""

    def reset(self) -> None:
        """Discards all values. A lens calls it in ``end_tick()``."""
        self.value.clear()

    def watch_forward(self, model: Model, module: Module) -> None:
        model.after_forward(module, lambda inputs, output: self.forward(module, inputs, output))

    def watch_backward(self, model: Model, module: Module) -> None:
        model.on_output_gradient(module, lambda gradient: self.output_gradient(module, gradient))
        model.on_input_gradient(module, lambda gradient: self.input_gradient(module, gradient))

    def watch_parameter(self, model: Model, module: Module, name: str, when: str = "gradient") -> None:
        """when: "gradient" (the parameter's gradient after a backward pass), or "step", "call" or "tick" for the parameter itself."""
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
