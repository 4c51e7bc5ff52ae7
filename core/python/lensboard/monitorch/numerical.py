"""Running statistics, and the geometry of consecutive tensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, SupportsFloat

import torch

__all__ = [
    "GeometryComputation", "RunningMeanVar", "extract_point", "extract_range", "parse_range_name", "reduce_activation_to_activation_rates",
]  # fmt: skip


class RunningMeanVar:
    """Mean, population variance, minimum and maximum of a sequence of numbers."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0  # sum of squared distances from the mean
        self.min_ = math.inf
        self.max_ = -math.inf

    @property
    def var(self) -> float:
        return self._squares / self.count if self.count else 0.0

    def update(self, x: SupportsFloat) -> None:
        x = float(x)
        self.count += 1
        distance = x - self.mean
        self.mean += distance / self.count
        self._squares += distance * (x - self.mean)
        self.min_ = min(self.min_, x)
        self.max_ = max(self.max_, x)

    def merge(self, other: RunningMeanVar) -> None:
        if not other.count:
            return
        count = self.count + other.count
        distance = other.mean - self.mean
        self._squares += other._squares + distance * distance * self.count * other.count / count
        self.mean += distance * other.count / count
        self.count = count
        self.min_ = min(self.min_, other.min_)
        self.max_ = max(self.max_, other.max_)

    def __repr__(self) -> str:
        return f"RunningMeanVar(count={self.count}, mean={self.mean}, var={self.var}, min_={self.min_}, max_={self.max_})"


Container = RunningMeanVar | list[float]


def _container(inplace: bool) -> Container:
    return RunningMeanVar() if inplace else []


def _add(container: Container, value: SupportsFloat) -> None:
    if isinstance(container, list):
        container.append(float(value))
    else:
        container.update(value)


class GeometryComputation:
    """Norm of tensors and, optionally, the cosine of each with the previous one: 0 if a norm is 0, none for the first tensor."""

    def __init__(self, correlation: bool, inplace: bool, normalize: bool, eps: float = 1e-8) -> None:
        self.correlation = correlation
        self.inplace = inplace
        self.normalize = normalize
        self.eps = eps
        self._before: tuple[torch.Tensor, float] | None = None
        self.reset()

    def reset(self) -> None:
        self._norms = _container(self.inplace)
        self._correlations = _container(self.inplace)

    def update(self, X: torch.Tensor) -> None:
        X = X.detach().double().flatten()
        norm = float(torch.linalg.vector_norm(X))
        _add(self._norms, norm / math.sqrt(X.numel()) if self.normalize else norm)
        if not self.correlation:
            return
        if self._before is not None and self._before[0].numel() == X.numel():
            before, norm_before = self._before
            product = norm * norm_before
            _add(self._correlations, float(before @ X) / product if product > 0 else 0.0)
        self._before = X.clone(), norm

    @property
    def value(self) -> Any:
        return (self._norms, self._correlations) if self.correlation else self._norms


def reduce_activation_to_activation_rates(tensor: torch.Tensor, batch: bool) -> torch.Tensor:
    """Returns the share of active entries of each neuron or channel, [C], for a mask [N, C, ...] if ``batch``, else [C, ...]."""
    if batch:
        tensor = tensor.transpose(0, 1) if tensor.dim() > 1 else tensor.unsqueeze(0)
    rates: torch.Tensor = tensor.double().flatten(1).mean(1) if tensor.dim() > 1 else tensor.double()
    return rates


def _quantile(values: Sequence[float], q: float) -> float:
    return float(torch.quantile(torch.tensor(values, dtype=torch.float64), q))


def extract_point(container: Container, method: str) -> float:
    """Returns mean, min, max or std of a RunningMeanVar; for a list also median, Q1, Q3 and IQR."""
    if isinstance(container, RunningMeanVar):
        points = {"mean": container.mean, "min": container.min_, "max": container.max_, "std": math.sqrt(container.var)}
        if method not in points:
            raise ValueError(f"a running aggregation has {', '.join(points)}, found {method!r}; use inplace=False")
        return points[method]
    if method in ("median", "Q1", "Q3"):
        return _quantile(container, {"median": 0.5, "Q1": 0.25, "Q3": 0.75}[method])
    if method == "IQR":
        return _quantile(container, 0.75) - _quantile(container, 0.25)
    whole = RunningMeanVar()
    for value in container:
        whole.update(value)
    return extract_point(whole, method)


def extract_range(container: Container, method: str) -> tuple[float, float]:
    """Returns (low, high) of the range std, min-max or, for a list, Q1-Q3."""
    if method == "std":
        mean, std = extract_point(container, "mean"), extract_point(container, "std")
        return mean - std, mean + std
    low, high = method.split("-")
    return extract_point(container, low), extract_point(container, high)


def parse_range_name(method: str) -> tuple[str, str]:
    """Returns the names of a range's ends for plots."""
    return {"std": ("-σ", "+σ"), "min-max": ("min", "max"), "Q1-Q3": ("Q1", "Q3")}[method]
