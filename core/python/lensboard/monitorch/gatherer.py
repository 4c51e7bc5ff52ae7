"""Passes tensors of modules and parameters to preprocessors, under a name."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import torch

from .._optimizers import around_steps
from .._types import Stepping
from .preprocessor import (
    AbstractBackwardPreprocessor,
    AbstractForwardPreprocessor,
    AbstractModulePreprocessor,
    AbstractPreprocessor,
    AbstractTensorPreprocessor,
)  # fmt: skip

if TYPE_CHECKING:
    from .inspector import InspectorState

__all__ = [
    "AbstractGatherer", "BackwardGatherer", "CallParameterGatherer", "EpochModuleGatherer", "FeedForwardGatherer",
    "OptimizerStepParameterGatherer", "ParameterGradientGatherer",
]  # fmt: skip

Method = TypeVar("Method", bound=Callable[..., Any])
Preprocessor = TypeVar("Preprocessor", bound=AbstractPreprocessor)


class AbstractGatherer(ABC):
    def __init__(self, inspector_state: InspectorState) -> None:
        self.inspector_state = inspector_state

    @abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> None: ...

    @abstractmethod
    def detach(self) -> None:
        """Stops passing on."""

    @staticmethod
    def requires_active_inspector_state(method: Method) -> Method:
        """Decorates a method to do nothing in ticks that are not measured."""

        @functools.wraps(method)
        def when_active(self: AbstractGatherer, *args: Any, **kwargs: Any) -> Any:
            if self.inspector_state.is_active:
                return method(self, *args, **kwargs)
            return None

        return cast(Method, when_active)


requires_active_inspector_state = AbstractGatherer.requires_active_inspector_state


class _OfModule(AbstractGatherer, Generic[Preprocessor]):
    def __init__(
        self, module: torch.nn.Module, preprocessors: Iterable[Preprocessor], name: str, inspector_state: InspectorState
    ) -> None:
        super().__init__(inspector_state)
        self._module = module
        self._preprocessors = list(preprocessors)
        self._name = name
        self._handle: torch.utils.hooks.RemovableHandle | None = None

    def detach(self) -> None:
        if self._handle is not None:
            self._handle.remove()
            self._handle = None


class FeedForwardGatherer(_OfModule[AbstractForwardPreprocessor]):
    def __init__(
        self, module: torch.nn.Module, preprocessors: Iterable[AbstractForwardPreprocessor], name: str, inspector_state: InspectorState
    ) -> None:
        super().__init__(module, preprocessors, name, inspector_state)
        self._handle = module.register_forward_hook(self)

    @requires_active_inspector_state
    def __call__(self, module: torch.nn.Module, layer_input: Any, layer_output: Any) -> None:
        first = layer_input[0] if isinstance(layer_input, tuple) and layer_input else layer_input
        for preprocessor in self._preprocessors:
            preprocessor.process_fw(self._name, module, first, layer_output)


class BackwardGatherer(_OfModule[AbstractBackwardPreprocessor]):
    """Passes on the gradients of a module's inputs and outputs, from a full backward hook."""

    def __init__(
        self, module: torch.nn.Module, preprocessors: Iterable[AbstractBackwardPreprocessor], name: str, inspector_state: InspectorState
    ) -> None:
        super().__init__(module, preprocessors, name, inspector_state)
        self._handle = module.register_full_backward_hook(self)

    @requires_active_inspector_state
    def __call__(self, module: torch.nn.Module, grad_input: Any, grad_output: Any) -> None:
        for preprocessor in self._preprocessors:
            preprocessor.process_bw(self._name, module, grad_input, grad_output)


class EpochModuleGatherer(_OfModule[AbstractModulePreprocessor]):
    """Passes on the module when the gatherer is called."""

    @requires_active_inspector_state
    def __call__(self) -> None:
        for preprocessor in self._preprocessors:
            preprocessor.process_module(self._name, self._module)


class _OfParameter(_OfModule[AbstractTensorPreprocessor]):
    def __init__(
        self, module: torch.nn.Module, parameter: str, preprocessors: Iterable[AbstractTensorPreprocessor], name: str,
        inspector_state: InspectorState,
    ) -> None:  # fmt: skip
        super().__init__(module, preprocessors, name, inspector_state)
        self._parameter = parameter

    def _hand_over(self, tensor: torch.Tensor) -> None:
        for preprocessor in self._preprocessors:
            preprocessor.process_tensor(self._name, tensor)


class ParameterGradientGatherer(_OfParameter):
    """Passes on the gradient of a parameter after a backward pass has accumulated it."""

    def __init__(
        self, parameter: str, module: torch.nn.Module, preprocessors: Iterable[AbstractTensorPreprocessor], name: str,
        inspector_state: InspectorState,
    ) -> None:  # fmt: skip
        super().__init__(module, parameter, preprocessors, name, inspector_state)
        tensor: Any = getattr(module, parameter)
        if hasattr(tensor, "register_post_accumulate_grad_hook"):  # since torch 2.1
            self._handle = tensor.register_post_accumulate_grad_hook(self)
        else:
            self._node = tensor.expand_as(tensor).grad_fn.next_functions[0][0]  # keeps the node alive, as the tensor's reference to it is weak
            self._handle = self._node.register_hook(lambda *_: self(tensor))

    @requires_active_inspector_state
    def __call__(self, parameter: torch.Tensor) -> None:
        if parameter.grad is not None:
            self._hand_over(parameter.grad)


class CallParameterGatherer(_OfParameter):
    """Passes on the parameter when the gatherer is called."""

    @requires_active_inspector_state
    def __call__(self) -> None:
        self._hand_over(getattr(self._module, self._parameter))


class OptimizerStepParameterGatherer(_OfParameter):
    """Passes on the parameter after each step of its optimizer."""

    def __init__(
        self, module: torch.nn.Module, optimizer: Stepping, parameter: str, preprocessors: Iterable[AbstractTensorPreprocessor], name: str,
        inspector_state: InspectorState,
    ) -> None:  # fmt: skip
        super().__init__(module, parameter, preprocessors, name, inspector_state)
        self._remove = around_steps(optimizer, None, lambda: self(module))

    @requires_active_inspector_state
    def __call__(self, *_: object) -> None:
        with torch.no_grad():
            self._hand_over(getattr(self._module, self._parameter))

    def detach(self) -> None:
        self._remove()
