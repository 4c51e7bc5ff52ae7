"""Computes values from the data of gatherers, and stores them in ``value`` by names of modules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import torch

from .numerical import (
    GeometryComputation,
    RunningMeanVar,
    _add,
    _container,
    _containers,
    finish_sync_rmv_or_error,
    reduce_activation_to_activation_rates,
    start_sync_rmv_or_error,
)  # fmt: skip

__all__ = [
    "AbstractBackwardPreprocessor", "AbstractForwardPreprocessor", "AbstractModulePreprocessor", "AbstractPreprocessor",
    "AbstractTensorPreprocessor", "ExplicitCall", "GradientActivation", "GradientGeometry", "LossModule", "OutputActivation",
    "OutputGradientGeometry", "OutputNorm", "ParameterCond", "ParameterDifferenceGeometry", "ParameterNorm",
]  # fmt: skip


class AbstractPreprocessor(ABC):
    @property
    @abstractmethod
    def value(self) -> Any:
        """Values computed since the last reset, by name."""

    @abstractmethod
    def reset(self) -> None:
        """Discards all values."""

    def start_sync(self, dst_rank: int = 0) -> None:
        """Starts to merge the values of all processes. All processes must have values of the same names."""
        for container in _containers(self.value):
            start_sync_rmv_or_error(container, dst_rank)

    def finish_sync(self) -> None:
        for container in _containers(self.value):
            finish_sync_rmv_or_error(container)


class AbstractForwardPreprocessor(AbstractPreprocessor):
    @abstractmethod
    def process_fw(self, name: str, module: torch.nn.Module, layer_input: Any, layer_output: Any) -> None: ...


class AbstractBackwardPreprocessor(AbstractPreprocessor):
    @abstractmethod
    def process_bw(self, name: str, module: torch.nn.Module, grad_input: Any, grad_output: Any) -> None: ...


class AbstractTensorPreprocessor(AbstractPreprocessor):
    @abstractmethod
    def process_tensor(self, name: str, tensor: torch.Tensor) -> None: ...


class AbstractModulePreprocessor(AbstractPreprocessor):
    @abstractmethod
    def process_module(self, name: str, module: torch.nn.Module) -> None: ...


def _is_training(module: torch.nn.Module, evaluation_from_grad: bool) -> bool:
    return torch.is_grad_enabled() if evaluation_from_grad else module.training


class _ByName:
    def __init__(self) -> None:
        self._values: OrderedDict[str, Any] = OrderedDict()

    @property
    def value(self) -> OrderedDict[str, Any]:
        return self._values

    def reset(self) -> None:
        self._values = OrderedDict()


class ExplicitCall(_ByName, AbstractPreprocessor):
    """Stores values pushed by a training loop."""

    def __init__(self, train_loss_str: str, non_train_loss_str: str) -> None:
        super().__init__()
        self.train_loss_str = train_loss_str
        self.non_train_loss_str = non_train_loss_str

    @property
    def state(self) -> OrderedDict[str, Any]:
        return self._values

    def push_memory(self, name: str, value: float) -> None:
        self._values.setdefault(name, []).append(value)

    def push_running(self, name: str, value: float) -> None:
        self._values.setdefault(name, RunningMeanVar()).update(value)

    def push_loss(self, value: float, *, train: bool, running: bool = True) -> None:
        push = self.push_running if running else self.push_memory
        push(self.train_loss_str if train else self.non_train_loss_str, value)


class _Rates(_ByName):
    def __init__(self, death: bool, inplace: bool, eps: float) -> None:
        super().__init__()
        self.death = death
        self.inplace = inplace
        self.eps = eps

    def _take(self, name: str, rates: torch.Tensor) -> None:
        if name not in self._values:
            self._values[name] = (_container(self.inplace), _container(self.inplace)) if self.death else _container(self.inplace)
        if self.death:
            activation, death = self._values[name]
            _add(death, rates.eq(0).double().mean())
        else:
            activation = self._values[name]
        _add(activation, rates.double().mean())


class GradientActivation(_Rates, AbstractTensorPreprocessor):
    def __init__(self, death: bool, inplace: bool, eps: float = 1e-8) -> None:
        super().__init__(death, inplace, eps)

    def process_tensor(self, name: str, grad: torch.Tensor) -> None:
        self._take(name, reduce_activation_to_activation_rates(grad.detach().abs() > self.eps, batch=False))


class _OfOutputs(_ByName, AbstractForwardPreprocessor):
    """Uses outputs in training only, or all outputs."""

    def __init__(self, record_eval: bool, evaluation_from_grad: bool, channel_last: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.record_eval = record_eval
        self.evaluation_from_grad = evaluation_from_grad
        self.channel_last = channel_last

    def process_fw(self, name: str, module: torch.nn.Module, layer_input: Any, layer_output: Any) -> None:
        if self.record_eval or _is_training(module, self.evaluation_from_grad):
            self._process(name, layer_output.detach())

    def _process(self, name: str, output: torch.Tensor) -> None:
        raise NotImplementedError


class OutputActivation(_OfOutputs, _Rates):
    def __init__(
        self, death: bool, inplace: bool, record_eval: bool, evaluation_from_grad: bool, eps: float = 1e-8, channel_last: bool = False
    ) -> None:
        super().__init__(record_eval, evaluation_from_grad, channel_last, death=death, inplace=inplace, eps=eps)

    def _process(self, name: str, output: torch.Tensor) -> None:
        active = output.abs() > self.eps
        if self.channel_last and active.dim() > 2:
            active = active.movedim(-1, 1)
        self._take(name, reduce_activation_to_activation_rates(active, batch=True))


class OutputNorm(_OfOutputs):
    def __init__(
        self, normalize: bool, inplace: bool, record_eval: bool, evaluation_from_grad: bool, channel_last: bool = False
    ) -> None:
        super().__init__(record_eval, evaluation_from_grad, channel_last)
        self.normalize = normalize
        self.inplace = inplace

    def _process(self, name: str, output: torch.Tensor) -> None:
        samples = output.double()
        samples = samples.flatten(1) if samples.dim() > 1 else samples.unsqueeze(1)
        norms = torch.linalg.vector_norm(samples, dim=1)
        if self.normalize:
            norms = norms / samples.shape[1] ** 0.5
        _add(self._values.setdefault(name, _container(self.inplace)), norms.mean())


class _Geometry(AbstractPreprocessor):
    def __init__(self, correlation: bool, normalize: bool, inplace: bool, eps: float = 1e-8) -> None:
        self.correlation = correlation
        self.normalize = normalize
        self.inplace = inplace
        self.eps = eps
        self._computations: OrderedDict[str, GeometryComputation] = OrderedDict()

    @property
    def value(self) -> OrderedDict[str, Any]:
        return OrderedDict((name, computation.value) for name, computation in self._computations.items())

    def reset(self) -> None:
        for computation in self._computations.values():
            computation.reset()

    def _take(self, name: str, tensor: torch.Tensor) -> None:
        if name not in self._computations:
            self._computations[name] = GeometryComputation(self.inplace, self.normalize, self.correlation, self.eps)
        self._computations[name].update(tensor)


class GradientGeometry(_Geometry, AbstractTensorPreprocessor):
    def process_tensor(self, name: str, grad: torch.Tensor) -> None:
        self._take(name, grad)


class OutputGradientGeometry(_Geometry, AbstractBackwardPreprocessor):
    def process_bw(self, name: str, module: torch.nn.Module, grad_input: Any, grad_output: Any) -> None:
        gradient = grad_output[0] if isinstance(grad_output, tuple) else grad_output
        if gradient is not None:
            self._take(name, gradient)


class ParameterDifferenceGeometry(_Geometry, AbstractTensorPreprocessor):
    """Stores the difference of a parameter from the previous call. The first call only keeps the parameter."""

    def __init__(self, correlation: bool, normalize: bool, inplace: bool, eps: float = 1e-8) -> None:
        super().__init__(correlation, normalize, inplace, eps)
        self._before: dict[str, torch.Tensor] = {}

    def process_tensor(self, name: str, param: torch.Tensor) -> None:
        now = param.detach().clone()
        before = self._before.get(name)
        if before is not None and before.shape == now.shape:
            self._take(name, now.double() - before.double())
        self._before[name] = now


class LossModule(_ByName, AbstractForwardPreprocessor):
    def __init__(self, inplace: bool, evaluation_from_grad: bool) -> None:
        super().__init__()
        self.inplace = inplace
        self.evaluation_from_grad = evaluation_from_grad
        self.set_loss_strs("train_loss", "val_loss")

    def set_loss_strs(self, train_loss_str: str, non_train_loss_str: str) -> None:
        self._names = train_loss_str, non_train_loss_str

    def process_fw(self, name: str, module: torch.nn.Module, layer_input: Any, layer_output: Any) -> None:
        if not hasattr(layer_output, "numel") or layer_output.numel() != 1:
            raise AttributeError("a loss is one number")
        loss_name = self._names[not _is_training(module, self.evaluation_from_grad)]
        _add(self._values.setdefault(loss_name, _container(self.inplace)), layer_output.detach())


class ParameterNorm(_ByName, AbstractModulePreprocessor):
    def __init__(self, attrs: str | Iterable[str], normalize: bool, inplace: bool) -> None:
        super().__init__()
        self.attrs_ = [attrs] if isinstance(attrs, str) else list(attrs)
        self.normalize = normalize
        self.inplace = inplace

    def process_module(self, name: str, module: torch.nn.Module) -> None:
        norms = self._values.setdefault(name, {attr: _container(self.inplace) for attr in self.attrs_})
        for attr in self.attrs_:
            tensor = getattr(module, attr).detach().double()
            norm = float(torch.linalg.vector_norm(tensor))
            _add(norms[attr], norm / tensor.numel() ** 0.5 if self.normalize else norm)


class ParameterCond(_ByName, AbstractModulePreprocessor):
    """sigma_min / sigma_max of matrices. Other parameters are skipped."""

    def __init__(self, attrs: str | Iterable[str], inplace: bool) -> None:
        super().__init__()
        self.attrs_ = [attrs] if isinstance(attrs, str) else list(attrs)
        self.inplace = inplace

    def process_module(self, name: str, module: torch.nn.Module) -> None:
        for attr in self.attrs_:
            tensor = getattr(module, attr).detach()
            if tensor.dim() == 2:
                conds = self._values.setdefault(name, {each: _container(self.inplace) for each in self.attrs_})
                _add(conds[attr], torch.linalg.cond(tensor.double(), -2))
