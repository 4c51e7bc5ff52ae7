"""Hand over what happens at modules and parameters to preprocessors, under a name."""

import functools
from abc import ABC, abstractmethod

import torch

from .._inspector import _after_step

__all__ = [
    "AbstractGatherer", "BackwardGatherer", "CallParameterGatherer", "EpochModuleGatherer", "FeedForwardGatherer",
    "OptimizerStepParameterGatherer", "ParameterGradientGatherer",
]  # fmt: skip


class AbstractGatherer(ABC):
    def __init__(self, inspector_state):
        self._inspector_state = inspector_state

    @abstractmethod
    def detach(self):
        """Hands over nothing more."""

    @staticmethod
    def requires_active_inspector_state(method):
        """Has a method do nothing in ticks that are not measured."""

        @functools.wraps(method)
        def when_active(self, *args, **kwargs):
            if self._inspector_state.is_active:
                return method(self, *args, **kwargs)
            return None

        return when_active


requires_active_inspector_state = AbstractGatherer.requires_active_inspector_state


class _OfModule(AbstractGatherer):
    def __init__(self, module, preprocessors, name, inspector_state):
        super().__init__(inspector_state)
        self._module = module
        self._preprocessors = list(preprocessors)
        self._name = name
        self._handle = None

    def detach(self):
        if self._handle is not None:
            self._handle.remove()
            self._handle = None


class FeedForwardGatherer(_OfModule):
    def __init__(self, module, preprocessors, name, inspector_state):
        super().__init__(module, preprocessors, name, inspector_state)
        self._handle = module.register_forward_hook(self)

    @requires_active_inspector_state
    def __call__(self, module, layer_input, layer_output):
        first = layer_input[0] if isinstance(layer_input, tuple) and layer_input else layer_input
        for preprocessor in self._preprocessors:
            preprocessor.process_fw(self._name, module, first, layer_output)


class BackwardGatherer(_OfModule):
    """The gradients with respect to a module's inputs and outputs, as soon as the latter are known."""

    def __init__(self, module, preprocessors, name, inspector_state):
        super().__init__(module, preprocessors, name, inspector_state)
        self._handle = module.register_full_backward_hook(self)

    @requires_active_inspector_state
    def __call__(self, module, grad_input, grad_output):
        for preprocessor in self._preprocessors:
            preprocessor.process_bw(self._name, module, grad_input, grad_output)


class EpochModuleGatherer(_OfModule):
    """Hands over the module when it is called."""

    @requires_active_inspector_state
    def __call__(self):
        for preprocessor in self._preprocessors:
            preprocessor.process_module(self._name, self._module)


class _OfParameter(_OfModule):
    def __init__(self, module, parameter, preprocessors, name, inspector_state):
        super().__init__(module, preprocessors, name, inspector_state)
        self._parameter = parameter

    def _hand_over(self, tensor):
        for preprocessor in self._preprocessors:
            preprocessor.process_tensor(self._name, tensor)


class ParameterGradientGatherer(_OfParameter):
    """The gradient of a parameter, once a backward pass has accumulated it."""

    def __init__(self, parameter, module, preprocessors, name, inspector_state):
        super().__init__(module, parameter, preprocessors, name, inspector_state)
        tensor = getattr(module, parameter)
        if hasattr(tensor, "register_post_accumulate_grad_hook"):  # from torch 2.1 on
            self._handle = tensor.register_post_accumulate_grad_hook(self._gathered)
        else:
            self._node = tensor.expand_as(tensor).grad_fn.next_functions[0][0]  # kept: the tensor holds it weakly
            self._handle = self._node.register_hook(lambda *_: self._gathered(tensor))

    @requires_active_inspector_state
    def _gathered(self, tensor):
        if tensor.grad is not None:
            self._hand_over(tensor.grad)


class CallParameterGatherer(_OfParameter):
    """Hands over the parameter when it is called."""

    @requires_active_inspector_state
    def __call__(self):
        self._hand_over(getattr(self._module, self._parameter))


class OptimizerStepParameterGatherer(_OfParameter):
    """Hands over the parameter after each step of its optimizer."""

    def __init__(self, module, optimizer, parameter, preprocessors, name, inspector_state):
        super().__init__(module, parameter, preprocessors, name, inspector_state)
        self._remove = _after_step(optimizer, lambda: self._stepped, module)

    @requires_active_inspector_state
    def _stepped(self, _):
        with torch.no_grad():
            self._hand_over(getattr(self._module, self._parameter))

    def detach(self):
        self._remove()
