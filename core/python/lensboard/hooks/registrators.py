"""Hooks of one's own, as torch.nn.Module takes them, at modules of a model by their types and positions.

    registrators.Forward(lambda module, inputs, output: print(output.shape)).modules(model, types=[torch.nn.Linear])
"""

from ._walk import Walking

__all__ = ["Backward", "Forward", "ForwardPre"]


class _Registrator(Walking):
    _register = None

    def __init__(self, hook):
        if not callable(hook):
            raise TypeError(f"expected a function, found {hook!r}")
        self.hook = hook
        self.handles = []

    def _add(self, _, found):
        self.handles += [getattr(module, self._register)(self.hook) for module in found]

    def remove(self, index):
        """Removes the hook at this position of ``handles``; those behind it move up."""
        self.handles.pop(index).remove()

    def __iter__(self):
        return iter(self.handles)

    def __len__(self):
        return len(self.handles)


class ForwardPre(_Registrator):
    """hook(module, inputs), before a forward; what it returns takes the place of the inputs."""

    _register = "register_forward_pre_hook"


class Forward(_Registrator):
    """hook(module, inputs, output), after a forward; what it returns takes the place of the output."""

    _register = "register_forward_hook"


class Backward(_Registrator):
    """hook(module, grad_input, grad_output), in a backward pass; what it returns takes the place of grad_input."""

    _register = "register_full_backward_hook"
