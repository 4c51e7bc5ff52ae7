"""monitorch's lenses: its arguments, Lensboard's computation."""

from abc import ABC, abstractmethod

import torch

from .. import _watchers

__all__ = [
    "AbstractLens", "LossMetrics", "OutputActivation", "OutputGradientGeometry", "OutputNorm", "ParameterCond",
    "ParameterGradientActivation", "ParameterGradientGeometry", "ParameterNorm", "ParameterUpdateGeometry", "isactivation", "isconv",
    "isdropout", "islinear", "isnormalization",
]  # fmt: skip


def isactivation(module):
    return type(module).__module__ == "torch.nn.modules.activation" and not isinstance(module, torch.nn.MultiheadAttention)


def isdropout(module):
    return isinstance(module, torch.nn.modules.dropout._DropoutNd)


def islinear(module):
    return isinstance(module, (torch.nn.Linear, torch.nn.Bilinear))


def isconv(module):
    return isinstance(module, torch.nn.modules.conv._ConvNd)


def isnormalization(module):
    kinds = (torch.nn.modules.batchnorm._NormBase, torch.nn.LayerNorm, torch.nn.GroupNorm, torch.nn.LocalResponseNorm)
    return isinstance(module, kinds)


_ACTIVATIONS = [name for name in torch.nn.modules.activation.__all__ if name != "MultiheadAttention"]


class AbstractLens(ABC):
    """A lens of your own: it makes gatherers and preprocessors for the modules that it is shown, and plots what they have."""

    @abstractmethod
    def register_leaf_module(self, module, module_name, inspector_state): ...

    def register_non_leaf_module(self, module, module_name, inspector_state):
        pass

    @abstractmethod
    def detach_from_module(self): ...

    def register_foreign_preprocessor(self, ppr, inspector_state):
        pass

    @abstractmethod
    def introduce_tags(self, visualizer): ...

    @abstractmethod
    def finalize_epoch(self): ...

    @abstractmethod
    def vizualize(self, visualizer, epoch): ...

    @abstractmethod
    def reset_epoch(self): ...

    def start_sync(self, dst_rank):
        """For processes that train together: this one's values stay its own."""

    def finish_sync(self):
        pass


def _several(value):
    return [] if value is None else [value] if isinstance(value, str) else list(value)


class _Lens:
    """One of Lensboard's, by monitorch's arguments."""

    kind = None

    def __init__(self, **settings):
        self._settings = settings
        self._evaluation_from_grad = False
        self._optimizer = None
        self._loss_fn = None
        self._inspector = None  # once it is attached

    def _attached(self):
        if self._inspector is None:
            raise RuntimeError("this lens has no inspector yet")
        return self._inspector

    def _watcher(self, parity):
        settings = dict(self._settings)
        properties = getattr(_watchers, self.kind)._properties
        if parity and "parity" in properties:
            settings["parity"] = True
        if parity and "across_ticks" in properties:
            settings["across_ticks"] = False
        if parity and "require_all" in properties:
            settings["require_all"] = True
        return getattr(_watchers, self.kind)(**settings)


class LossMetrics(_Lens):
    kind = "LossMetrics"

    def __init__(
        self, *, metrics=None, evaluation_from_grad=True, separate_loss_and_metrics=True, loss_fn=None, loss_fn_inplace=True,
        loss_line="mean", loss_range="std", metrics_line="mean", metrics_range=None,
    ):  # fmt: skip
        super().__init__(
            metrics=_several(metrics), separate_loss_and_metrics=separate_loss_and_metrics, inplace=loss_fn_inplace,
            loss_line=_several(loss_line), loss_range=_several(loss_range), metrics_line=_several(metrics_line),
            metrics_range=_several(metrics_range),
        )  # fmt: skip
        self._loss_fn = loss_fn
        self._loss_from_grad = evaluation_from_grad

    def loss(self, loss, *, train, method=None):
        """Pushes the loss of a batch."""
        self._attached().push_loss(loss, train=train)


class OutputActivation(_Lens):
    kind = "OutputActivation"

    def __init__(
        self, inplace=True, record_eval=False, evaluation_from_grad=False, activation=True, dropout=True, include=(), exclude=(),
        channel_last=False, warning_plot=True, activation_aggregation="mean", death_aggregation="mean",
    ):  # fmt: skip
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
        self, inplace=True, record_eval=False, evaluation_from_grad=False, normalize_by_size=False, log_scale=False, activation=True,
        include=(), exclude=(), channel_last=False, comparison_plot=True, comparison_aggregation=None, line_aggregation="mean",
        range_aggregation=("std", "min-max"),
    ):  # fmt: skip
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


def _name(kind):
    return kind if isinstance(kind, str) else kind.__name__


def _geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation):
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
        self, inplace=True, normalize_by_size=False, log_scale=False, compute_correlation=True, skip_activation=True,
        line_aggregation="mean", range_aggregation=("std", "min-max"),
    ):  # fmt: skip
        super().__init__(
            skip_activation=skip_activation,
            **_geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation),
        )


class ParameterGradientGeometry(_Lens):
    kind = "ParameterGradientGeometry"

    def __init__(
        self, inplace=True, normalize_by_size=False, log_scale=False, compute_correlation=True, parameters=("weight", "bias"),
        line_aggregation="mean", range_aggregation=("std", "min-max"),
    ):  # fmt: skip
        super().__init__(
            parameters=_several(parameters),
            **_geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation),
        )


class ParameterUpdateGeometry(_Lens):
    """With an optimizer after each of its steps; with None at each call of ``inspect_update()``."""

    kind = "ParameterUpdateGeometry"

    def __init__(
        self, optimizer, inplace=True, normalize_by_size=False, log_scale=False, compute_correlation=True,
        parameters=("weight", "bias"), line_aggregation="mean", range_aggregation=("std", "min-max"),
    ):  # fmt: skip
        super().__init__(
            parameters=_several(parameters),
            when="step" if optimizer is not None else "call",
            **_geometry(inplace, normalize_by_size, log_scale, compute_correlation, line_aggregation, range_aggregation),
        )
        self._optimizer = optimizer

    def inspect_update(self):
        self._attached()._watch.call()


class ParameterGradientActivation(_Lens):
    kind = "ParameterGradientActivation"

    def __init__(
        self, inplace=True, warning_plot=True, parameters=("weight", "bias"), activation_aggregation="mean", death_aggregation="mean"
    ):
        super().__init__(
            inplace=inplace, warning_plot=warning_plot, parameters=_several(parameters), activation_aggregation=activation_aggregation,
            death_aggregation=death_aggregation,
        )  # fmt: skip


class ParameterNorm(_Lens):
    kind = "ParameterNorm"

    def __init__(
        self, inplace=True, parameters=("weight", "bias"), normalize_by_size=False, log_scale=False, comparison_plot=True,
        aggregation_method="mean",
    ):  # fmt: skip
        super().__init__(
            inplace=inplace, parameters=_several(parameters), normalise_by_size=normalize_by_size, log_scale=log_scale,
            comparison_plot=comparison_plot, aggregation=aggregation_method,
        )  # fmt: skip


class ParameterCond(_Lens):
    kind = "ParameterCondition"

    def __init__(self, inplace=True, parameters="weight"):
        super().__init__(inplace=inplace, parameters=_several(parameters))
