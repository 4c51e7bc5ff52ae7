"""Running statistics, and the geometry of consecutive tensors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsFloat, cast

import torch
from torch import distributed as dist

__all__ = [
    "Accumulator", "GeometryComputation", "RunningMeanVar", "RunningValue", "extract_point", "extract_range", "finish_sync_rmv_or_error",
    "parse_range_name", "reduce_activation_to_activation_rates", "start_sync_rmv_or_error",
]  # fmt: skip


@dataclass
class RunningMeanVar:
    """Mean, population variance, minimum and maximum of a sequence of numbers."""

    count: int = 0
    mean: float = 0.0
    var: float = 0.0
    min_: float = math.inf
    max_: float = -math.inf
    _gathering: tuple[Any, list[torch.Tensor]] | None = field(default=None, init=False, repr=False, compare=False)

    def update(self, new_value: torch.Tensor | SupportsFloat) -> None:
        x = float(new_value.detach() if isinstance(new_value, torch.Tensor) else new_value)
        self.count += 1
        distance = x - self.mean
        self.mean += distance / self.count
        self.var += (distance * (x - self.mean) - self.var) / self.count
        self.min_ = min(self.min_, x)
        self.max_ = max(self.max_, x)

    append = update

    def merge(self, other: RunningMeanVar) -> None:
        if not other.count:
            return
        count = self.count + other.count
        share = other.count / count
        distance = other.mean - self.mean
        self.var += (other.var - self.var) * share + distance * distance * share * (1 - share)
        self.mean += distance * share
        self.count = count
        self.min_ = min(self.min_, other.min_)
        self.max_ = max(self.max_, other.max_)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[float]:
        return iter((self.count, self.mean, self.var))

    def start_sync(self, dst_rank: int = 0) -> None:
        """Starts to gather the statistics of all processes. All processes must call it, and then ``finish_sync()``."""
        device = torch.device("cuda", torch.cuda.current_device()) if dist.get_backend() == "nccl" else "cpu"
        own = torch.tensor([self.count, self.mean, self.var, self.min_, self.max_], dtype=torch.float64, device=device)
        gathered = [torch.empty_like(own) for _ in range(dist.get_world_size())]
        all_gather: Any = dist.all_gather  # has no annotations in torch 1.13
        self._gathering = all_gather(gathered, own, async_op=True), gathered

    def finish_sync(self) -> None:
        """Waits for the statistics of all processes, and merges them into this object, in every process."""
        if self._gathering is None:
            raise RuntimeError("finish_sync() was called without start_sync()")
        work, gathered = self._gathering
        work.wait()
        merged = RunningMeanVar()
        for count, *statistics in torch.stack(gathered).tolist():
            merged.merge(RunningMeanVar(int(count), *statistics))
        vars(self).update(vars(merged))


Accumulator = RunningMeanVar | list[float]


@dataclass
class RunningValue:
    count: int = 0
    value: Any = None


def _container(inplace: bool) -> Accumulator:
    return RunningMeanVar() if inplace else []


def _add(container: Accumulator, value: SupportsFloat) -> None:
    container.append(float(value))


def _is_synchronised(container: Accumulator) -> bool:
    """Returns true if several processes train. Raises AttributeError if so and ``container`` is a list."""
    if not (dist.is_available() and dist.is_initialized()):
        return False
    if not isinstance(container, RunningMeanVar):
        raise AttributeError("several processes cannot merge lists of values; use inplace=True")
    return True


def start_sync_rmv_or_error(rmv: Accumulator, dst_rank: int) -> None:
    """Calls ``rmv.start_sync()`` if several processes train. Raises AttributeError for a list."""
    if _is_synchronised(rmv):
        cast(RunningMeanVar, rmv).start_sync(dst_rank)


def finish_sync_rmv_or_error(rmv: Accumulator) -> None:
    """Calls ``rmv.finish_sync()`` if several processes train. Raises AttributeError for a list."""
    if _is_synchronised(rmv):
        cast(RunningMeanVar, rmv).finish_sync()


class GeometryComputation:
    """Norms of tensors and, optionally, the cosine of each with the previous one; 0 for the first tensor.

    eps: added to the product of the two norms
    """

    def __init__(self, inplace: bool, normalize: bool, correlation: bool, eps: float = 1e-8) -> None:
        self.correlation = correlation
        self.inplace = inplace
        self.normalize = normalize
        self.eps = eps
        self._before: tuple[torch.Tensor, float] | None = None
        self.reset()

    def reset(self) -> None:
        self.norm = _container(self.inplace)
        self.product = _container(self.inplace)

    def update(self, X: torch.Tensor) -> None:
        X = X.detach().double().flatten()
        norm = float(torch.linalg.vector_norm(X))
        _add(self.norm, norm / math.sqrt(X.numel()) if self.normalize else norm)
        if self.correlation:
            _add(self.product, self._cosine(X, norm))
            self._before = X.clone(), norm

    def _cosine(self, X: torch.Tensor, norm: float) -> float:
        if self._before is None or self._before[0].numel() != X.numel():
            return 0.0
        before, norm_before = self._before
        norms = norm * norm_before + self.eps
        return float(before @ X) / norms if norms else 0.0

    @property
    def value(self) -> Any:
        return (self.norm, self.product) if self.correlation else self.norm

    def start_sync(self, dst_rank: int) -> None:
        for container in _containers(self.value):
            start_sync_rmv_or_error(container, dst_rank)

    def finish_sync(self) -> None:
        for container in _containers(self.value):
            finish_sync_rmv_or_error(container)


def _containers(value: Any) -> Iterator[Accumulator]:
    """Yields the containers in nested dictionaries and tuples, in their order."""
    if isinstance(value, (RunningMeanVar, list)):
        yield value
    elif isinstance(value, (Mapping, tuple)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _containers(part)


def reduce_activation_to_activation_rates(act_tensor: torch.Tensor, batch: bool) -> torch.Tensor:
    """Returns the share of active entries of each neuron or channel, [C] in float32, for a mask [N, C, ...] if ``batch``, else [C, ...].

    Returns a mask [C] unchanged, if not ``batch``.
    """
    if batch:
        rates: torch.Tensor = act_tensor.float().flatten(2).mean((0, 2)) if act_tensor.dim() > 2 else act_tensor.float().mean(0)
        return rates
    return act_tensor.float().flatten(1).mean(1) if act_tensor.dim() > 1 else act_tensor


def _quantile(values: Sequence[float], q: float) -> float:
    return float(torch.quantile(torch.tensor(values, dtype=torch.float64), q))


def extract_point(raw_val: Accumulator, method: str) -> float:
    """Returns mean, min, max or std of a RunningMeanVar; for a list also median, Q1, Q3 and IQR. Raises AttributeError for others."""
    if isinstance(raw_val, RunningMeanVar):
        points = {"mean": raw_val.mean, "min": raw_val.min_, "max": raw_val.max_, "std": math.sqrt(raw_val.var)}
        if method not in points:
            raise AttributeError(f"a running aggregation has {', '.join(points)}, found {method!r}; use inplace=False")
        return points[method]
    if method in ("median", "Q1", "Q3"):
        return _quantile(raw_val, {"median": 0.5, "Q1": 0.25, "Q3": 0.75}[method])
    if method == "IQR":
        return _quantile(raw_val, 0.75) - _quantile(raw_val, 0.25)
    whole = RunningMeanVar()
    for value in raw_val:
        whole.update(value)
    return extract_point(whole, method)


def extract_range(raw_val: Accumulator, method: str) -> tuple[float, float]:
    """Returns (low, high) of the range std, min-max or, for a list, Q1-Q3. Raises AttributeError for others."""
    parse_range_name(method)
    if method == "std":
        mean, std = extract_point(raw_val, "mean"), extract_point(raw_val, "std")
        return mean - std, mean + std
    low, high = method.split("-")
    return extract_point(raw_val, low), extract_point(raw_val, high)


def parse_range_name(name: str) -> tuple[str, str]:
    """Returns the names of a range's ends for plots. Raises AttributeError if there is no such range."""
    ranges = {"std": ("-σ", "+σ"), "min-max": ("min", "max"), "Q1-Q3": ("Q1", "Q3")}
    if name not in ranges:
        raise AttributeError(f"a range is {', '.join(ranges)}, found {name!r}")
    return ranges[name]
