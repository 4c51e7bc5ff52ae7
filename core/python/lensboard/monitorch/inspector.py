"""monitorch's inspector, implemented with Lensboard's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, SupportsFloat, TypeVar

import torch

from .._engine import _lensboard
from .._inspector import Inspector
from .._types import StrPath
from . import lens as lenses_module
from .preprocessor import ExplicitCall, _is_training
from .visualizer import (
    AbstractVisualizer,
    DummyVisualizer,
    MatplotlibVisualizer,
    PrintVisualizer,
    Ranges,
    TagAttributes,
    TagType,
    TensorBoardVisualizer,
    Values,
)  # fmt: skip

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["InspectorState", "PyTorchInspector"]

T = TypeVar("T")
_VISUALIZERS: dict[str, Callable[[], AbstractVisualizer]] = {
    "print": PrintVisualizer,
    "matplotlib": MatplotlibVisualizer,
    "tensorboard": TensorBoardVisualizer,
    "dummy": DummyVisualizer,
}
_TYPES = {"numerical": TagType.NUMERICAL, "probability": TagType.PROBABILITY, "relations": TagType.RELATIONS}


def _type_of(tag: _lensboard._Tag) -> TagType:
    return _TYPES.get(tag["kind"].lower(), TagType.NUMERICAL)


class InspectorState:
    """Number of the tick, from 1, and whether it is measured: every n-th tick, or as a function decides."""

    def __init__(self, is_active_fn: int | Callable[[int], object] = 1) -> None:
        self.is_active_fn = is_active_fn if callable(is_active_fn) else lambda tick, every=is_active_fn: tick % every == 0
        self.counter = 1
        self.attached = False

    def tick(self, n_ticks: int = 1) -> int:
        self.counter += n_ticks
        return self.counter

    @property
    def is_active(self) -> bool:
        return bool(self.is_active_fn(self.counter))


class PyTorchInspector:
    """Has monitorch's arguments, methods and attributes, and also:

    run: path of the run file; by default named after the script
    parity: reproduce monitorch's actual numbers, including its bugs, instead of its documentation
    """

    def __init__(
        self, lenses: Iterable[lenses_module._Lens | lenses_module.AbstractLens], *, visualizer: str | AbstractVisualizer = "print",
        module: torch.nn.Module | None = None, depth: int = -1, module_name_prefix: str = ".", train_loss_str: str = "train_loss",
        non_train_loss_str: str = "val_loss", is_active_fn: int | Callable[[int], object] = 1, master_rank: int = 0,
        run: StrPath | None = None, parity: bool = False,
    ) -> None:  # fmt: skip
        self.lenses = list(lenses)
        for lens in self.lenses:
            if not isinstance(lens, (lenses_module._Lens, lenses_module.AbstractLens)):
                raise TypeError(f"expected a lens of lensboard.monitorch.lens, found {lens!r}")
        if isinstance(visualizer, str) and visualizer not in _VISUALIZERS:
            raise ValueError(f"visualizer is one of {', '.join(_VISUALIZERS)}, or an object; found {visualizer!r}")
        distributed = torch.distributed.is_available() and torch.distributed.is_initialized()
        self.is_main_process = not distributed or torch.distributed.get_rank() == 0
        if not self.is_main_process:
            visualizer = DummyVisualizer()
        self.visualizer = _VISUALIZERS[visualizer]() if isinstance(visualizer, str) else visualizer
        self.depth = depth
        self.module_name_prefix = module_name_prefix
        self.master_rank = master_rank
        self.state = InspectorState(is_active_fn)
        self._losses = {"train_loss": train_loss_str, "val_loss": non_train_loss_str}
        self._active = is_active_fn
        self._run = run
        self._parity = parity
        self._watch: Inspector | None = None
        self._handles: list[torch.utils.hooks.RemovableHandle] = []
        if module is not None:
            self.attach(module)

    def attach(self, module: torch.nn.Module) -> Self:
        self.detach()
        own = [lens for lens in self.lenses if isinstance(lens, lenses_module._Lens)]
        self.state.counter = 1
        measured: dict[str, Any] = {"is_active" if callable(self._active) else "active_every": self._active}
        self._watch = watch = Inspector(
            [lens._watcher(self._parity) for lens in own], self._run, depth=self.depth, **measured,
            evaluation_from_grad=any(lens._evaluation_from_grad for lens in own),
        )  # fmt: skip
        self._foreign = [lens for lens in self.lenses if isinstance(lens, lenses_module.AbstractLens)]
        self._calls = ExplicitCall(*self._losses.values())
        self._epoch = 0
        self._has_metrics = any(lens._settings.get("metrics") for lens in own)
        optimizers = {id(lens._optimizer): lens._optimizer for lens in own if lens._optimizer is not None}
        try:
            watch.attach(module, list(optimizers.values()))
        except Exception:
            watch.close("failed")
            self._watch = None
            raise
        self._reader = watch.run._reader
        self._shown = 0
        for lens in own:
            lens._inspector = self
            if lens._loss_fn is not None:
                self._handles.append(lens._loss_fn.register_forward_hook(self._loss_hook(lens)))
        self._register_tags()
        for foreign in self._foreign:
            foreign.register_foreign_preprocessor(self._calls, self.state)
            for name, each in module.named_modules():
                shown = name.replace(".", self.module_name_prefix)
                register = foreign.register_non_leaf_module if any(True for _ in each.children()) else foreign.register_leaf_module
                register(each, shown, self.state)
            foreign.introduce_tags(self.visualizer)
        self.state.attached = True
        return self

    def detach(self) -> Self:
        if self._watch is None:
            return self
        for lens in self._foreign:
            lens.detach_from_module()
        for handle in self._handles:
            handle.remove()
        self._handles = []
        self._watch.close()
        self._watch = None
        self.state.attached = False
        return self

    def _need_watch(self) -> Inspector:
        if self._watch is None:
            raise RuntimeError("this inspector is attached to no module; attach() comes first")
        return self._watch

    def push_loss(self, value: torch.Tensor | SupportsFloat, *, train: bool, running: bool = True) -> None:
        self._need_watch().push_loss(value, train=train)
        if self._foreign:  # waits for a tensor on another device
            self._calls.push_loss(float(value), train=train, running=running)

    def push_metric(self, name: str, value: SupportsFloat, *, running: bool = True) -> None:
        self._need_watch().push_metric(name, float(value))
        (self._calls.push_running if running else self._calls.push_memory)(name, float(value))

    def tick_epoch(self, epoch: int | None = None) -> None:
        watch = self._need_watch()
        self._epoch = self._epoch + 1 if epoch is None else epoch
        watch.tick(self._epoch)
        if self.state.is_active:
            if self.is_main_process:
                self._show()
            for lens in self._foreign:
                lens.start_sync(self.master_rank)
            for lens in self._foreign:
                lens.finish_sync()
            for lens in self._foreign:
                lens.finalize_epoch()
                if self.is_main_process:
                    lens.vizualize(self.visualizer, self._epoch)
                lens.reset_epoch()
        self._calls.reset()
        self.state.tick()

    tick = tick_epoch

    def iter(self, iterable: Iterable[T]) -> Iterator[T]:
        """Yields the items of ``iterable``, and ends a tick after each."""
        for item in iterable:
            yield item
            self.tick_epoch()

    def range(self, *args: int) -> Iterator[int]:
        """Same as ``iter(range(...))``."""
        return self.iter(range(*args))

    def _loss_hook(self, lens: lenses_module._Lens) -> Callable[..., None]:
        def pushed(module: torch.nn.Module, inputs: object, output: torch.Tensor) -> None:
            self.push_loss(output.detach(), train=_is_training(module, lens._loss_from_grad))

        return pushed

    def _register_tags(self) -> None:
        self._reader.refresh()
        self._tags = self._reader.tags()
        for tag in self._tags:
            attributes = TagAttributes(
                logy=tag["log_scale"], big_plot=tag["big"], annotate=tag["annotate"], type=_type_of(tag), ylim=tag["y_limits"]
            )
            self.visualizer.register_tags(tag["name"], attributes)

    def _show(self) -> None:
        """Calls the visualizer once for each tag, with or without values since the last call."""
        self._reader.refresh()
        series = self._reader.series()
        values: dict[int, dict[str, dict[str, float]]] = {}
        ranges: dict[int, dict[str, dict[tuple[str, str], tuple[float, float]]]] = {}
        low = "", 0.0
        for number in range(self._shown, self._reader.tick_count()):
            for which, value in zip(*(part.tolist() for part in self._reader.frame(number))):
                tag, layer, label, role = series[which]
                layer = self._shown_layer(layer)
                label = self._shown_label(label)
                if role == "low":
                    low = label, value
                elif role == "high":
                    ranges.setdefault(tag, {}).setdefault(layer, {})[low[0], label] = (low[1], value)
                    values.setdefault(tag, {}).setdefault(layer, {})
                else:
                    values.setdefault(tag, {}).setdefault(layer, {})[label] = value
            self._shown = number + 1
        for tag, specification in enumerate(self._tags):
            if tag in values or specification["name"] != "Metrics" or self._has_metrics:
                self._plot(specification, values.get(tag), ranges.get(tag, {}))

    def _plot(self, tag: _lensboard._Tag, values: Values | None, ranges: Ranges) -> None:
        kind = _type_of(tag)
        name = tag["name"]
        if values is None:
            values = {name: {}} if tag["big"] else {}
        if kind is TagType.PROBABILITY:
            self.visualizer.plot_probabilities(self._epoch, name, values)
        elif kind is TagType.RELATIONS:
            self.visualizer.plot_relations(self._epoch, name, values)
        else:
            self.visualizer.plot_numerical_values(self._epoch, name, values, ranges)

    def _shown_layer(self, layer: str) -> str:
        return layer if self.module_name_prefix == "." else layer.replace(".", self.module_name_prefix)

    def _shown_label(self, label: str) -> str:
        for ours, theirs in self._losses.items():
            if ours != theirs and label.startswith(ours):
                return theirs + label[len(ours) :]
        return label

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.detach()
