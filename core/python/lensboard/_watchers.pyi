# Written by tests/python/write_stubs.py from the schema of lenses, monitors and recorders.

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from torch import nn

_Point = Literal["mean", "median", "min", "max", "std", "Q1", "Q3", "IQR"]

def kinds() -> list[str]: ...

class Watcher:
    kind: ClassVar[str]
    settings: dict[str, Any]
    _properties: ClassVar[dict[str, dict[str, Any]]]
    def __init__(self, **settings: Any) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _choice(self) -> tuple[str, str]: ...

class LossMetrics(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        inplace: bool = ...,
        metrics: str | Sequence[str] = ...,
        loss_module: str = ...,
        separate_loss_and_metrics: bool = ...,
        log_scale: bool = ...,
        loss_line: _Point | Sequence[_Point] = ...,
        loss_range: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
        metrics_line: _Point | Sequence[_Point] = ...,
        metrics_range: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
        parity: bool = ...,
    ) -> None: ...

class OutputActivation(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        activation: bool = ...,
        death: bool = ...,
        warning_plot: bool = ...,
        inplace: bool = ...,
        activation_aggregation: _Point = ...,
        death_aggregation: _Point = ...,
        eps: float = ...,
        parity: bool = ...,
        include: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        exclude: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        saturation: bool = ...,
        record_eval: bool = ...,
        channel_last: Literal["auto", "true", "false", True, False] = ...,
    ) -> None: ...

class OutputNorm(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        include: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        exclude: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        record_eval: bool = ...,
        comparison_plot: bool = ...,
        comparison_aggregation: _Point = ...,
        parity: bool = ...,
        line_aggregation: _Point | Sequence[_Point] = ...,
        range_aggregation: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
    ) -> None: ...

class OutputGradientGeometry(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        skip_activation: bool = ...,
        include: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        exclude: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        correlation: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        across_ticks: bool = ...,
        parity: bool = ...,
        line_aggregation: _Point | Sequence[_Point] = ...,
        range_aggregation: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
    ) -> None: ...

class ParameterGradientGeometry(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        correlation: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        across_ticks: bool = ...,
        parity: bool = ...,
        line_aggregation: _Point | Sequence[_Point] = ...,
        range_aggregation: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
    ) -> None: ...

class ParameterGradientActivation(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        activation: bool = ...,
        death: bool = ...,
        warning_plot: bool = ...,
        inplace: bool = ...,
        activation_aggregation: _Point = ...,
        death_aggregation: _Point = ...,
        eps: float = ...,
        parity: bool = ...,
    ) -> None: ...

class ParameterNorm(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        comparison_plot: bool = ...,
        aggregation: _Point = ...,
    ) -> None: ...

class ParameterUpdateGeometry(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        when: Literal["step", "call"] = ...,
        correlation: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        across_ticks: bool = ...,
        parity: bool = ...,
        line_aggregation: _Point | Sequence[_Point] = ...,
        range_aggregation: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
    ) -> None: ...

class ParameterCondition(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        largest: int = ...,
        aggregation: _Point = ...,
    ) -> None: ...

class OutputSaturation(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        inplace: bool = ...,
        margin: float = ...,
        entropy: float = ...,
        exclude: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        warning_plot: bool = ...,
        aggregation: _Point = ...,
        record_eval: bool = ...,
        channel_last: Literal["auto", "true", "false", True, False] = ...,
    ) -> None: ...

class Data(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        when: Literal["first", "every"] = ...,
        classes: int = ...,
    ) -> None: ...

class Histogram(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        of: Literal["weights", "gradients", "outputs"] | Sequence[Literal["weights", "gradients", "outputs"]] = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        exclude: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        every: int = ...,
    ) -> None: ...

class WeightUpdateRatio(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        line_aggregation: _Point | Sequence[_Point] = ...,
        range_aggregation: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
    ) -> None: ...

class AdamMoments(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        of: Literal["first", "second", "update", "ratio", "step"] | Sequence[Literal["first", "second", "update", "ratio", "step"]] = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        line_aggregation: _Point | Sequence[_Point] = ...,
        range_aggregation: Literal["std", "min-max", "Q1-Q3"] | Sequence[Literal["std", "min-max", "Q1-Q3"]] = ...,
    ) -> None: ...

class GradientNoise(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        batch_size: int = ...,
        log_scale: bool = ...,
    ) -> None: ...

class EffectiveRank(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        effective: bool = ...,
        log_scale: bool = ...,
        largest: int = ...,
        outputs: bool = ...,
        include: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        exclude: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        output_size: int = ...,
        channel_last: Literal["auto", "true", "false", True, False] = ...,
    ) -> None: ...

class BatchNormDrift(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
    ) -> None: ...

class StepTime(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
    ) -> None: ...

class Machine(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
    ) -> None: ...

class StateMonitor(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        module: str = ...,
        attribute: str = ...,
        when: Literal["after", "before"] = ...,
        reducer: Mapping[str, Any] = ...,
        lags: Sequence[float] = ...,
        over_batch: Literal["keep", "mean"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        prepend: bool = ...,
        tensors: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

class DifferenceMonitor(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        module: str = ...,
        attribute: str = ...,
        reducer: Mapping[str, Any] = ...,
        lags: Sequence[float] = ...,
        over_batch: Literal["keep", "mean"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        prepend: bool = ...,
        tensors: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

class InputMonitor(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        module: str = ...,
        input: int = ...,
        reducer: Mapping[str, Any] = ...,
        lags: Sequence[float] = ...,
        over_batch: Literal["keep", "mean"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        prepend: bool = ...,
        tensors: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

class OutputMonitor(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        module: str = ...,
        output: int = ...,
        reducer: Mapping[str, Any] = ...,
        lags: Sequence[float] = ...,
        over_batch: Literal["keep", "mean"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        prepend: bool = ...,
        tensors: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

class MultiStateMonitor(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        module: str = ...,
        attribute: str = ...,
        subattributes: str | Sequence[str] = ...,
        when: Literal["after", "before"] = ...,
        reducer: Mapping[str, Any] = ...,
        lags: Sequence[float] = ...,
        over_batch: Literal["keep", "mean"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        prepend: bool = ...,
        tensors: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

class ForwardPre(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        layers: str | Sequence[str] = ...,
        types: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        condition: Mapping[str, Any] = ...,
        data: Literal["sample", "batch"] = ...,
        reduction: Literal["none", "sum", "mean", "last", "max"] = ...,
        over: Literal["tick", "training"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        limit_mb: float = ...,
        input: int = ...,
    ) -> None: ...

class ForwardInput(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        layers: str | Sequence[str] = ...,
        types: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        condition: Mapping[str, Any] = ...,
        data: Literal["sample", "batch"] = ...,
        reduction: Literal["none", "sum", "mean", "last", "max"] = ...,
        over: Literal["tick", "training"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        limit_mb: float = ...,
        input: int = ...,
    ) -> None: ...

class ForwardOutput(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        layers: str | Sequence[str] = ...,
        types: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        condition: Mapping[str, Any] = ...,
        data: Literal["sample", "batch"] = ...,
        reduction: Literal["none", "sum", "mean", "last", "max"] = ...,
        over: Literal["tick", "training"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        limit_mb: float = ...,
        output: int = ...,
    ) -> None: ...

class BackwardInput(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        layers: str | Sequence[str] = ...,
        types: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        condition: Mapping[str, Any] = ...,
        data: Literal["sample", "batch"] = ...,
        reduction: Literal["none", "sum", "mean", "last", "max"] = ...,
        over: Literal["tick", "training"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

class BackwardOutput(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        name: str = ...,
        layers: str | Sequence[str] = ...,
        types: str | type[nn.Module] | Sequence[str | type[nn.Module]] = ...,
        condition: Mapping[str, Any] = ...,
        data: Literal["sample", "batch"] = ...,
        reduction: Literal["none", "sum", "mean", "last", "max"] = ...,
        over: Literal["tick", "training"] = ...,
        training: bool = ...,
        evaluation: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...

__all__ = [
    "AdamMoments",
    "BackwardInput",
    "BackwardOutput",
    "BatchNormDrift",
    "Data",
    "DifferenceMonitor",
    "EffectiveRank",
    "ForwardInput",
    "ForwardOutput",
    "ForwardPre",
    "GradientNoise",
    "Histogram",
    "InputMonitor",
    "LossMetrics",
    "Machine",
    "MultiStateMonitor",
    "OutputActivation",
    "OutputGradientGeometry",
    "OutputMonitor",
    "OutputNorm",
    "OutputSaturation",
    "ParameterCondition",
    "ParameterGradientActivation",
    "ParameterGradientGeometry",
    "ParameterNorm",
    "ParameterUpdateGeometry",
    "StateMonitor",
    "StepTime",
    "WeightUpdateRatio",
]
