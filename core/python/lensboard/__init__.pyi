# Written by tests/python/write_stubs.py from the schema of lenses, monitors and recorders.

from collections.abc import Sequence
from typing import Any, ClassVar

from ._inspector import Inspector as Inspector
from ._lens import Lens as Lens, Model as Model, Module as Module, Plot as Plot, Preprocessor as Preprocessor, TagSpec as TagSpec
from ._program import program as program
from ._run import Run as Run, Series as Series, open as open

__version__: str
torch_version: str

def kinds() -> list[str]: ...

class Watcher:
    kind: ClassVar[str]
    settings: dict[str, Any]

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
        loss_line: Sequence[str] = ...,
        loss_range: Sequence[str] = ...,
        metrics_line: Sequence[str] = ...,
        metrics_range: Sequence[str] = ...,
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
        activation_aggregation: str = ...,
        death_aggregation: str = ...,
        eps: float = ...,
        parity: bool = ...,
        include: str | Sequence[str] = ...,
        exclude: str | Sequence[str] = ...,
        saturation: bool = ...,
        record_eval: bool = ...,
        channel_last: bool = ...,
    ) -> None: ...

class OutputNorm(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        include: str | Sequence[str] = ...,
        exclude: str | Sequence[str] = ...,
        record_eval: bool = ...,
        comparison_plot: bool = ...,
        comparison_aggregation: str = ...,
        parity: bool = ...,
        line_aggregation: Sequence[str] = ...,
        range_aggregation: Sequence[str] = ...,
    ) -> None: ...

class OutputGradientGeometry(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        skip_activation: bool = ...,
        include: str | Sequence[str] = ...,
        exclude: str | Sequence[str] = ...,
        correlation: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        across_ticks: bool = ...,
        parity: bool = ...,
        line_aggregation: Sequence[str] = ...,
        range_aggregation: Sequence[str] = ...,
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
        line_aggregation: Sequence[str] = ...,
        range_aggregation: Sequence[str] = ...,
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
        activation_aggregation: str = ...,
        death_aggregation: str = ...,
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
        aggregation: str = ...,
    ) -> None: ...

class ParameterUpdateGeometry(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        when: str = ...,
        correlation: bool = ...,
        normalise_by_size: bool = ...,
        log_scale: bool = ...,
        inplace: bool = ...,
        across_ticks: bool = ...,
        parity: bool = ...,
        line_aggregation: Sequence[str] = ...,
        range_aggregation: Sequence[str] = ...,
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
        aggregation: str = ...,
    ) -> None: ...

class OutputSaturation(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        inplace: bool = ...,
        margin: float = ...,
        entropy: float = ...,
        exclude: str | Sequence[str] = ...,
        warning_plot: bool = ...,
        aggregation: str = ...,
        record_eval: bool = ...,
        channel_last: bool = ...,
    ) -> None: ...

class Data(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        when: str = ...,
        classes: int = ...,
    ) -> None: ...

class Histogram(Watcher):
    def __init__(
        self,
        *,
        enabled: bool = ...,
        of: Sequence[str] = ...,
        parameters: str | Sequence[str] = ...,
        require_all: bool = ...,
        exclude: str | Sequence[str] = ...,
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
        line_aggregation: Sequence[str] = ...,
        range_aggregation: Sequence[str] = ...,
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
        include: str | Sequence[str] = ...,
        exclude: str | Sequence[str] = ...,
        output_size: int = ...,
        channel_last: bool = ...,
    ) -> None: ...

class BatchNormDrift(Watcher):
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
        when: str = ...,
        reducer: Any = ...,
        lags: Sequence[float] = ...,
        over_batch: str = ...,
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
        reducer: Any = ...,
        lags: Sequence[float] = ...,
        over_batch: str = ...,
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
        reducer: Any = ...,
        lags: Sequence[float] = ...,
        over_batch: str = ...,
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
        reducer: Any = ...,
        lags: Sequence[float] = ...,
        over_batch: str = ...,
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
        when: str = ...,
        reducer: Any = ...,
        lags: Sequence[float] = ...,
        over_batch: str = ...,
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
        types: str | Sequence[str] = ...,
        condition: Any = ...,
        data: str = ...,
        reduction: str = ...,
        over: str = ...,
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
        types: str | Sequence[str] = ...,
        condition: Any = ...,
        data: str = ...,
        reduction: str = ...,
        over: str = ...,
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
        types: str | Sequence[str] = ...,
        condition: Any = ...,
        data: str = ...,
        reduction: str = ...,
        over: str = ...,
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
        types: str | Sequence[str] = ...,
        condition: Any = ...,
        data: str = ...,
        reduction: str = ...,
        over: str = ...,
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
        types: str | Sequence[str] = ...,
        condition: Any = ...,
        data: str = ...,
        reduction: str = ...,
        over: str = ...,
        training: bool = ...,
        evaluation: bool = ...,
        limit_mb: float = ...,
    ) -> None: ...
