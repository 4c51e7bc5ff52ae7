"""Watches modules within the graphs that ``torch.compile`` makes of a model.

Dynamo traces our hooks into operators. An operator notifies the watchers of its place each time the graph runs. The place is a tensor, so
modules that are compiled one by one share a graph. A graph does not depend on the lenses that are on.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import torch

from . import _scripting
from ._engine import _lensboard

Tensors = list[torch.Tensor]
_torch: Any = torch  # attributes of some versions


def is_supported() -> bool:
    """Returns true if Dynamo can trace our hooks. Earlier versions break their graphs at hooks and call them."""
    return hasattr(getattr(_torch, "compiler", None), "set_stance")  # 2.6 and newer


_is_exporting: Callable[[], bool] = getattr(getattr(_torch, "compiler", None), "is_exporting", lambda: False)


class _Flags:
    """An attribute for each model: True if the next graph has operators. Dynamo keeps a graph with and one without.

    If neither training nor evaluation is measured, all hooks but the model's first are taken away, since Dynamo checks each hook at each call.

    Hooks read a global's attribute, since Dynamo checks in Python, for each hook, that hooks share an object of their own.
    """


_in_training, _in_evaluation = _Flags(), _Flags()


class Graphs:
    """Graphs of one model.

    key: names the model in a graph
    """

    made = 0  # their keys are below it

    def __init__(self, key: int) -> None:
        self.key = key
        self.flag = f"model_{key}"
        Graphs.made = max(Graphs.made, key + 1)
        self.choose(True, True)

    def choose(self, in_training: bool, in_evaluation: bool) -> None:
        setattr(_in_training, self.flag, in_training)
        setattr(_in_evaluation, self.flag, in_evaluation)


class Hook:
    """A module's hook, whether it is called or traced. A copy of it does nothing."""

    def __init__(self, native: Any, place: int, graphs: Graphs, with_gradient: bool, buffers: tuple[str, ...], is_first: bool) -> None:
        self.native = native
        self.place = torch.tensor(place, device="cpu")
        self.key = graphs.key
        self.flag = graphs.flag
        self.with_gradient = with_gradient
        self.buffers = buffers
        self.is_first = is_first

    def is_in_graph(self, module: torch.nn.Module) -> bool:
        if _is_exporting():
            return False
        return bool(getattr(_in_training if module.training else _in_evaluation, self.flag))

    def __reduce__(self) -> Any:
        return getattr, (contextlib.nullcontext(), "__exit__")


class Before(Hook):
    def __call__(self, module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if not _torch.compiler.is_dynamo_compiling():
            return self.native(module, args, kwargs)
        if not self.is_in_graph(module):
            if self.is_first and not _is_exporting():
                _torch.ops.lensboard.begin(self.place, self.key)
            return None
        _torch.ops.lensboard.enter(self.place, self.key, _tensors((args, kwargs)), module.training, torch.is_grad_enabled())
        if self.with_gradient and args and _has_gradient(args[0]):
            return (_watched(args[0], self.place, True), *args[1:]), kwargs
        return None


class After(Hook):
    def __call__(self, module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any) -> Any:
        if not _torch.compiler.is_dynamo_compiling():
            return self.native(module, args, kwargs, output)
        if not self.is_in_graph(module):
            return None
        outputs = _tensors(output)
        if not outputs:
            return None
        buffers = [getattr(module, name) for name in self.buffers]
        _torch.ops.lensboard.leave(
            self.place, self.key, _tensors((args, kwargs)), outputs, buffers, module.training, torch.is_grad_enabled()
        )
        if self.with_gradient and _has_gradient(outputs[0]):
            return _replaced(output, _watched(outputs[0], self.place, False))[0]
        return None


class _Watched(torch.autograd.Function):
    """An identity. Its backward pass notifies the watchers of the gradient."""

    @staticmethod
    def forward(ctx: Any, tensor: torch.Tensor, place: torch.Tensor, of_input: bool) -> Any:
        ctx.save_for_backward(place)
        ctx.of_input = of_input
        return tensor.clone()  # a view could not be changed in place; inductor removes the copy

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> Any:
        (place,) = ctx.saved_tensors
        _torch.ops.lensboard.gradient(place, gradient, ctx.of_input)
        return gradient, None, None


_watched: Any = _Watched.apply


def _has_gradient(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.requires_grad and torch.is_grad_enabled()


def _tensors(value: Any) -> Tensors:
    """All tensors in tuples, lists and dicts, in their order."""
    if isinstance(value, torch.Tensor):
        return [value]
    items = list(value.values()) if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else []
    return [tensor for item in items for tensor in _tensors(item)]


def _replaced(value: Any, first: torch.Tensor) -> tuple[Any, bool]:
    """``value`` with ``first`` in the place of its first tensor, and whether it has one."""
    if isinstance(value, torch.Tensor):
        return first, True
    if isinstance(value, dict):
        for key, item in value.items():
            changed, found = _replaced(item, first)
            if found:
                value[key] = changed  # its type may have more than items
                return value, True
    elif isinstance(value, (tuple, list)):
        for i, item in enumerate(value):
            changed, found = _replaced(item, first)
            if found:
                items = [*value[:i], changed, *value[i + 1 :]]
                return (type(value)(*items) if hasattr(value, "_fields") else type(value)(items)), True
    return value, False


def _begin_forward(*_: Any) -> None:
    for waiting in list(_waiting):
        waiting.notify()


def _enter(place: torch.Tensor, _: int, *rest: Any) -> None:
    _begin_forward()
    _lensboard.enter(int(place), *rest)


class NextForward:
    """Calls ``notify`` when one of ``modules``, by id, is called next, until ``remove()``."""

    def __init__(self, modules: set[int], notify: Callable[[], None]) -> None:
        def before_forward(module: torch.nn.Module, _: object) -> None:
            if id(getattr(module, "_orig_mod", module)) in modules:  # torch.compile(model) calls global hooks for its wrapper only
                notify()

        self.notify = notify
        self._hook = before_forward
        self._handle = torch.nn.modules.module.register_module_forward_pre_hook(before_forward)
        _waiting.append(self)

    def remove(self) -> None:
        self._handle.remove()
        if self in _waiting:
            _waiting.remove(self)

    def set_hidden(self, is_hidden: bool) -> None:
        """Dynamo must not trace the hook: an operator notifies instead."""
        hooks = torch.nn.modules.module._global_forward_pre_hooks
        if is_hidden:
            hooks.pop(self._handle.id, None)
        else:
            hooks[self._handle.id] = self._hook


_waiting: list[NextForward] = []
_traced: set[int] = set()  # keys of models in the graph that is being compiled


def _define_operators() -> Any:
    library = _torch.library.Library("lensboard", "DEF")
    tags = [_torch.Tag.cudagraph_unsafe] if hasattr(_torch.Tag, "cudagraph_unsafe") else []
    library.define("begin(Tensor place, int model) -> ()", tags=tags)
    library.define("enter(Tensor place, int model, Tensor[] inputs, bool training, bool recording) -> ()", tags=tags)
    library.define(
        "leave(Tensor place, int model, Tensor[] inputs, Tensor[] outputs, Tensor[] buffers, bool training, bool recording) -> ()", tags=tags
    )
    library.define("gradient(Tensor place, Tensor gradient, bool of_input) -> ()", tags=tags)
    library.impl("begin", _begin_forward, "CompositeExplicitAutograd")
    library.impl("enter", _enter, "CompositeExplicitAutograd")
    library.impl("leave", lambda place, _, *rest: _lensboard.leave(int(place), *rest), "CompositeExplicitAutograd")
    library.impl("gradient", lambda place, *rest: _lensboard.gradient(int(place), *rest), "CompositeExplicitAutograd")
    _torch.library.register_fake("lensboard::begin", lambda _, model: _traced.add(model), lib=library)
    _torch.library.register_fake("lensboard::enter", lambda _, model, *__: _traced.add(model), lib=library)
    _torch.library.register_fake("lensboard::leave", lambda _, model, *__: _traced.add(model), lib=library)
    _torch.library.register_fake("lensboard::gradient", lambda *_: None, lib=library)
    for operator in ("begin", "enter", "leave", "gradient"):
        _torch.fx.node.has_side_effect(getattr(_torch.ops.lensboard, operator).default)
    return library


@functools.cache
def _tell_inductor() -> None:
    """Inductor of 2.6 would remove our operators, since they return nothing."""
    if hasattr(importlib.import_module("torch._library.utils"), "is_impure"):
        return  # it asks for has_side_effect() above
    kernel: Any = importlib.import_module("torch._inductor.ir").FallbackKernel
    has_side_effects = kernel.has_side_effects
    kernel.has_side_effects = lambda self: self.op_overload.namespace == "lensboard" or has_side_effects(self)


_library: Any = None


def prepare() -> None:
    """Has Dynamo trace our hooks from here on, and torch.jit skip them."""
    global _library
    _scripting.prepare()
    if _library is not None or not is_supported():
        return
    callback_handler = importlib.import_module("torch._dynamo").callback_handler
    skip_code = importlib.import_module("torch._dynamo.eval_frame").skip_code

    _library = _define_operators()
    for hook in (Before, After):  # hooks of the outermost module run outside the graph; Dynamo must not compile them alone
        skip_code(hook.__call__.__code__)
    clear = callback_handler.clear

    def register() -> None:
        callback_handler.register_start_callback(_begin)
        callback_handler.register_end_callback(_end)

    def clear_others() -> None:  # in torch._dynamo.reset()
        clear()
        register()

    callback_handler.clear = clear_others
    register()
    convert_frame: Any = importlib.import_module("torch._dynamo.convert_frame")
    capture = getattr(convert_frame, "_fullgraph_capture_frame", None)
    if capture:  # torch.export with strict=True calls no callbacks
        convert_frame._fullgraph_capture_frame = _without_hooks(capture, lambda frame: frame.locals.values())
    else:  # in 2.6
        trace: Any = importlib.import_module("torch.export._trace")
        trace._export_to_torch_ir = _without_hooks(trace._export_to_torch_ir, lambda model: [model])


def _without_hooks(function: Callable[..., Any], values: Callable[[Any], Iterable[Any]]) -> Callable[..., Any]:
    """``function``, without our hooks on the modules among the ``values`` of its first argument."""

    @functools.wraps(function)
    def called(first: Any, *args: Any, **kwargs: Any) -> Any:
        with contextlib.ExitStack() as hidden:
            _exports.append(first)
            hidden.callback(_exports.pop)
            for value in values(first):
                if isinstance(value, torch.nn.Module):
                    hidden.enter_context(_scripting.hidden(value))
            return function(first, *args, **kwargs)

    return called


_exports: list[object] = []  # running; in 2.6 they call _begin and _end
_models: weakref.WeakSet[torch.nn.Module] = weakref.WeakSet()
_skips_guards: list[bool] = []  # as Dynamo is configured


def add(model: torch.nn.Module) -> None:
    """Has ``model`` run in no graph that was made of another of its class."""
    _models.add(model)


def _begin(*_: object) -> None:
    if _exports:
        return
    config: Any = importlib.import_module("torch._dynamo.config")
    _tell_inductor()
    _traced.clear()
    for waiting in _waiting:
        waiting.set_hidden(True)
    if _models:
        _skips_guards.append(config.skip_nnmodule_hook_guards)
        config.skip_nnmodule_hook_guards = False  # a graph of modules without hooks is for such alone
    _lensboard.compiling_begins()


def _end(*_: object) -> None:
    if _exports:
        return
    config: Any = importlib.import_module("torch._dynamo.config")
    _lensboard.compiling_ends(set(range(Graphs.made)) if _may_share_a_graph() else set(_traced))
    if _skips_guards:
        config.skip_nnmodule_hook_guards = _skips_guards.pop()
    for waiting in _waiting:
        waiting.set_hidden(False)


def _may_share_a_graph() -> bool:
    """Returns true if a watched model has a module with a forward that is compiled: its hooks tell it from others of this class."""
    compiled = {code for each in importlib.import_module("torch._dynamo.convert_frame").input_codes.seen if (code := each()) is not None}
    forwards = {getattr(type(module).forward, "__code__", None) for model in _models for module in model.modules()}
    return not compiled.isdisjoint(forwards)


def forget_graphs() -> bool:
    """Makes torch compile all compiled functions again at their next call, since Dynamo does not notice new hooks. Returns true if there
    are any."""
    convert_frame = importlib.import_module("torch._dynamo.convert_frame")
    frames = importlib.import_module("torch._dynamo.eval_frame")
    codes = [code for each in [*convert_frame.input_codes.seen, *convert_frame.output_codes.seen] if (code := each()) is not None]
    compiled = [code for code in codes if frames._debug_get_cache_entry_list(code)]
    for code in compiled:
        frames.reset_code(code)
    return bool(compiled)
