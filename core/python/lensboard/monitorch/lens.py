"""monitorch's lenses: its arguments, with Lensboard's computation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import torch

from .. import _watchers
from .._types import Stepping

if TYPE_CHECKING:
    from .inspector import InspectorState, PyTorchInspector
    from .preprocessor import ExplicitCall
    from .visualizer import AbstractVisualizer

__all__ = [
    "AbstractLens", "LossMetrics", "OutputActivation", "OutputGradientGeometry", "OutputNorm", "ParameterCond",
    "ParameterGradientActivation", "ParameterGradientGeometry", "ParameterNorm", "ParameterUpdateGeometry", "isactivation", "isconv",
    "isdropout", "islinear", "isnormalization",
]  # fmt: skip


Names = str | Iterable[str] | None
Kinds = Iterable[str | type[torch.nn.Module]]


def isactivation(module: object) -> bool:
    return type(module).__module__ == "torch.nn.modules.activation" and not isinstance(module, torch.nn.MultiheadAttention)


def isdropout(module: object) -> bool:
    return isinstance(module, torch.nn.modules.dropout._DropoutNd)


def islinear(module: object) -> bool:
    return isinstance(module, (torch.nn.Linear, torch.nn.Bilinear))


def isconv(module: object) -> bool:
    return isinstance(module, torch.nn.modules.conv._ConvNd)


def isnormalization(module: object) -> bool:
    kinds = (torch.nn.modules.batchnorm._NormBase, torch.nn.LayerNorm, torch.nn.GroupNorm, torch.nn.LocalResponseNorm)
    return isinstance(module, kinds)


_ACTIVATIONS = [name for name in torch.nn.modules.activation.__all__ if name != "MultiheadAttention"]


class AbstractLens(ABC):
    """Base of your own lenses: makes gatherers and preprocessors for modules, and plots their values."""

    @abstractmethod
    def register_leaf_module(self, module: torch.nn.Module, module_name: str, inspector_state: InspectorState) -> None: ...

    def register_non_leaf_module(self, module: torch.nn.Module, module_name: str, inspector_state: InspectorState) -> None:
        pass

    @abstractmethod
    def detach_from_module(self) -> None: ...

    def register_foreign_preprocessor(self, ext_ppr: ExplicitCall, inspector_state: InspectorState) -> None:
        pass

    @abstractmethod
    def introduce_tags(self, visualizer: AbstractVisualizer) -> None: ...

    @abstractmethod
    def finalize_epoch(self) -> None: ...

    @abstractmethod
    def vizualize(self, visualizer: AbstractVisualizer, epoch: int) -> None: ...

    @abstractmethod
    def reset_epoch(self) -> None: ...

    def start_sync(self, dst_rank: int) -> None:
        """Starts to merge the values of all processes at the end of a tick, as ``start_sync()`` of a preprocessor does."""

    def finish_sync(self) -> None:
        pass


def _several(value: Names) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else list(value)


class _Lens:
    """A lens of Lensboard with monitorch's arguments."""

    kind: ClassVar[str]

    def __init__(self, **settings: Any) -> None:
        self._settings = settings
        self._evaluation_from_grad = False
        self._optimizer: Stepping | None = None
        self._loss_fn: torch.nn.Module | None = None
        self._loss_from_grad = True
        self._inspector: PyTorchInspector | None = None  # set when attached

    def _attached(self) -> PyTorchInspector:
        if self._inspector is None:
            raise RuntimeError("this lens has no inspector yet")
        return self._inspector

    def _watcher(self, parity: bool) -> _watchers.Watcher:
        settings = dict(self._settings)
        kind: type[_watchers.Watcher] = getattr(_watchers, self.kind)
        properties = kind._properties
        if parity and "parity" in properties:
            settings["parity"] = True
        if parity and "across_ticks" in properties:
            settings["across_ticks"] = False
        if parity and "require_all" in properties:
            settings["require_all"] = True
        return kind(**settings)


class LossMetrics(_Lens):
    kind = "LossMetrics"

    def __init__(
        self, *, metrics: Names = None, evaluation_from_grad: bool = True, separate_loss_and_metrics: bool = True,
        loss_fn: torch.nn.Module | None = None, loss_fn_inplace: bool = True, loss_line: Names = "mean", loss_range: Names = "std",
        metrics_line: Names = "mean", metrics_range: Names = None,
    ) -> None:  # fmt: skip
        super().__init__(
            metrics=_several(metrics), separate_loss_and_metrics=separate_loss_and_metrics, inplace=loss_fn_inplace,
            loss_line=_several(loss_line), loss_range=_several(loss_range), metrics_line=_several(metrics_line),
            metrics_range=_several(metrics_range),
        )  # fmt: skip
        self._loss_fn = loss_fn
        self._loss_from_grad = evaluation_from_grad

    def loss(self, *, train: bool, method: str | None = None) -> float:
        """Returns the loss of the last tick. With several processes, only the first has it.

        method: one of ``loss_line``, by default the first

        Raises AttributeError if there is no such loss.
        """
        separate = self._settings["separate_loss_and_metrics"]
        label = f"{'train' if train else 'val'}_loss {method or self._settings['loss_line'][0]}"
        try:
            return float(self._attached()._need_watch().run["Loss" if separate else "Loss & Metrics"][label].values[-1])
        except KeyError:
            raise AttributeError(f"no {label} was measured yet") from None


class OutputActivation(_Lens):
    kind = "OutputActivation"

    def __init__(
        self, inplace: bool = True, record_eval: bool = False, evaluation_from_grad: bool = False, activation: bool = True,
        dropout: bool = True, include: Kinds = (), exclude: Kinds = (), channel_last: bool = False, warning_plot: bool = True,
        activation_aggregation: str = "mean", death_aggregation: str = "mean",
    ) -> None:  # fmt: skip
        include, exclude = list(include), list(exclude)
        names = [_name(each) for each in include]
        exclude += [] if activation else [name for name in _ACTIVATIONS if name not in names]
        exclude += [] if dropout else [name for name in torch.nn.modules.dropout.__all__ if name not in names]
        super().__init__(
            inplace=inplace, record_eval=record_eval, include=include, exclude=exclude, channel_last=channel_last, saturation=False,
            warning_plot=warning_plot, activation_aggregation=activation_aggregation, death_aggregation=death_aggregation,
        )  # fmt: skip
        self._evaluation_from_grad = evaluation_from_grad


class OutputNorm(_Lens):
    kind = "OutputNorm"

    def __init__(
        self, inplace: bool = True, record_eval: bool = False, evaluation_from_grad: bool = False, normalize_by_size: bool = False,
        log_scale: bool = False, activation: bool = True, include: Kinds = (), exclude: Kinds = (), channel_last: bool = False,
        comparison_plot: bool = True, comparison_aggregation: str | None = None, line_aggregation: Names = "mean",
        range_aggregation: Names = ("std", "min-max"),
    ) -> None:  # fmt: skip
        include, exclude = list(include), list(exclude)
        names = [_name(each) for each in include]
        exclude += [] if activation else [name for name in _ACTIVATIONS if name not in names]
        lines = _several(line_aggregation)
        super().__init__(
            inplace=inplace, record_eval=record_eval, normalise_by_size=normalize_by_size, log_scale=log_scale, include=include,
            exclude=exclude, comparison_plot=comparison_plot, comparison_aggregation=comparison_aggregation or (lines or ["mean"])[0],
            line_aggregation=lines, range_aggregation=_several(range_aggregation),
        )  # fmt: skip
        self._evaluation_from_grad = evaluation_from_grad


def _name(kind: str | type[torch.nn.Module]) -> str:
    return kind if isinstance(kind, str) else kind.__name__


def _geometry(
    inplace: bool, normalize_by_size: bool, log_scale: bool, compute_correlation: bool, line_aggregation: Names, range_aggregation: Names
) -> dict[str, Any]:
    return {
        "inplace": inplace,
        "normalise_by_size": normalize_by_size,
        "log_scale": log_scale,
        "correlation": compute_correlation,
        "line_aggregation": _several(line_aggregation),
        "range_aggregation": _several(range_aggregation),
    }


class OutputGradientGeometry(_Lens):
    kind = "OutputGradientGeometry"

    def __init__(
        self, inplace: bool = True, normalize_by_size: bool = False, log_scale: bool = False, compute_correlation: bool = True,
        skip_activation: bool = True, line_aggregation: Names = "mean", range_aggregation: Names = ("std", "min-max"),
    ) -> None:  # fmt: skip
        super().__init__(
            skip_activation=skip_activation,
            **_geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation),
        )


class ParameterGradientGeometry(_Lens):
    kind = "ParameterGradientGeometry"

    def __init__(
        self, inplace: bool = True, normalize_by_size: bool = False, log_scale: bool = False, compute_correlation: bool = True,
        parameters: Names = ("weight", "bias"), line_aggregation: Names = "mean", range_aggregation: Names = ("std", "min-max"),
    ) -> None:  # fmt: skip
        super().__init__(
            parameters=_several(parameters),
            **_geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation),
        )


class ParameterUpdateGeometry(_Lens):
    """With an optimizer, measures after each of its steps. With None, measures at each call of ``inspect_update()``."""

    kind = "ParameterUpdateGeometry"

    def __init__(
        self, optimizer: Stepping | None, inplace: bool = True, normalize_by_size: bool = False, log_scale: bool = False,
        compute_correlation: bool = True, parameters: Names = ("weight", "bias"), line_aggregation: Names = "mean",
        range_aggregation: Names = ("std", "min-max"),
    ) -> None:  # fmt: skip
        super().__init__(
            parameters=_several(parameters),
            when="step" if optimizer is not None else "call",
            **_geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation),
        )
        self._optimizer = optimizer

    def inspect_update(self) -> None:
        self._attached()._need_watch().call()


class ParameterGradientActivation(_Lens):
    kind = "ParameterGradientActivation"

    def __init__(
        self, inplace: bool = True, warning_plot: bool = True, parameters: Names = ("weight", "bias"), activation_aggregation: str = "mean",
        death_aggregation: str = "mean",
    ) -> None:  # fmt: skip
        super().__init__(
            inplace=inplace, warning_plot=warning_plot, parameters=_several(parameters), activation_aggregation=activation_aggregation,
            death_aggregation=death_aggregation,
        )  # fmt: skip


class ParameterNorm(_Lens):
    kind = "ParameterNorm"

    def __init__(
        self, inplace: bool = True, parameters: Names = ("weight", "bias"), normalize_by_size: bool = False, log_scale: bool = False,
        comparison_plot: bool = True, aggregation_method: str = "mean",
    ) -> None:  # fmt: skip
        super().__init__(
            inplace=inplace, parameters=_several(parameters), normalise_by_size=normalize_by_size, log_scale=log_scale,
            comparison_plot=comparison_plot, aggregation=aggregation_method,
        )  # fmt: skip


class ParameterCond(_Lens):
    kind = "ParameterCondition"

    def __init__(self, inplace: bool = True, parameters: Names = "weight") -> None:
        super().__init__(inplace=inplace, parameters=_several(parameters))
