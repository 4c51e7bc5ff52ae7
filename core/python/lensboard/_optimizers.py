"""Optimizers as an Inspector sees them: their steps, and the parameters that they update."""

from __future__ import annotations

import itertools
import types
from collections.abc import Callable, Iterable
from typing import Any

import torch

from . import _sharded
from ._engine import _lensboard


class Optimizer:
    """An optimizer of a model.

    optimizer: a torch.optim.Optimizer, or an object of a framework with ``step`` and, if possible, ``param_groups``
    copies: if it updates copies of the model's parameters, such as float32 master weights: the known copies by the parameter's id
    """

    def __init__(self, optimizer: Any, model: torch.nn.Module) -> None:
        if not callable(getattr(optimizer, "step", None)):
            raise TypeError(f"expected a torch.optim.Optimizer, found {type(optimizer).__name__}")
        self.optimizer = unwrapped(optimizer)
        self.copies = _copies(self.optimizer, model)
        own = {id(parameter): parameter for parameter in model.parameters() if has_main_gradient(parameter)}
        copies = self.copies if self.copies is not None else {id(each): each for each in _updated(self.optimizer)}
        self._with_main_gradients = {each for each, copy in copies.items() if each in own and copy.shape == own[each].shape}
        self._with_main_gradients.update(id(each) for each in _sharded.divide_gradients(self.optimizer) if id(each) in own)

    def watch_steps(self, after: Callable[[], object]) -> Callable[[], None]:
        """Calls ``after`` after each step of the optimizer. Measures gradients in ``main_grad`` before each step. Returns a function that ends this."""
        return around_steps(self.optimizer, self._measure_main_gradients if self._with_main_gradients else None, after)

    def _measure_main_gradients(self) -> None:
        _lensboard.measure_main_gradients([notify for each in self._with_main_gradients for notify in list(_main_gradients.get(each, []))])


class MainGradient:
    """Calls ``notify`` when the gradient in ``main_grad`` of ``parameter`` is complete: before the step of its optimizer, if that is attached."""

    def __init__(self, parameter: torch.Tensor, notify: Callable[[], object]) -> None:
        self._key, self._notify = id(parameter), notify

    def set_active(self, is_active: bool) -> None:
        if is_active:
            _main_gradients.setdefault(self._key, []).append(self._notify)
        elif self._notify in _main_gradients.get(self._key, []):
            _main_gradients[self._key].remove(self._notify)


_main_gradients: dict[int, list[Callable[[], object]]] = {}  # by the parameter's id


def has_main_gradient(parameter: Any) -> bool:
    """Returns true if a framework moves the parameter's gradient to ``main_grad``, as Megatron does."""
    return isinstance(getattr(parameter, "main_grad", None), torch.Tensor)


def unwrapped(optimizer: Any) -> Any:
    """Returns the optimizer in a wrapper that was never initialised as an optimizer, such as accelerate's: it cannot have hooks."""
    while isinstance(optimizer, torch.optim.Optimizer) and "param_groups" not in vars(optimizer) and hasattr(optimizer, "optimizer"):
        optimizer = optimizer.optimizer
    return optimizer


def _copies(optimizer: Any, model: torch.nn.Module) -> dict[int, torch.Tensor] | None:
    """Matches the optimizer's parameters with the model's. None if it updates the model's own and no copies."""
    updated = _updated(optimizer)
    own = list(model.parameters())
    ids = {id(parameter) for parameter in own}
    others = [parameter for parameter in updated if id(parameter) not in ids]
    if updated and not others:
        return None
    matched = {id(parameter): parameter for parameter in updated if id(parameter) in ids}
    is_shared = bool(matched)
    must_differ = is_shared or isinstance(optimizer, torch.optim.Optimizer)  # otherwise others may be parameters of another model
    count = len(matched)
    for copy in others:
        unknown = [each for each in own if id(each) not in matched]
        stretches = (each for each in unknown if _is_stretch(copy, each))  # first, since others may have the same values
        found = next(itertools.chain(stretches, (each for each in unknown if _is_copy(copy, each, must_differ))), None)
        if found is not None:
            matched[id(found)] = copy
    if must_differ and others and not matched and _are_alike(others, own):
        raise ValueError(f"this {type(optimizer).__name__} has no parameter of the model: it was made for another, or before its parameters")
    return None if is_shared and len(matched) == count else matched


def _updated(optimizer: Any) -> list[torch.Tensor]:
    return [parameter for group in getattr(optimizer, "param_groups", ()) for parameter in group["params"]]


def _is_copy(copy: torch.Tensor, parameter: torch.Tensor, must_differ: bool) -> bool:
    """Returns True if ``copy`` has the values of ``parameter``. must_differ: only if its type or device is another."""
    main = getattr(parameter, "main_param", None)  # Megatron
    if isinstance(main, torch.Tensor):
        return main is copy
    if copy.shape != parameter.shape or (must_differ and _kind(copy) == _kind(parameter)):
        return False
    try:
        with torch.no_grad():
            return torch.equal(copy.detach().to(parameter), parameter.detach())
    except (NotImplementedError, RuntimeError, TypeError):  # of a tensor that is not compared with others, such as a DTensor
        return False


def _is_stretch(copy: torch.Tensor, parameter: torch.Tensor) -> bool:
    """Returns True if ``copy`` is a flat view of values of ``parameter``, as Megatron's distributed optimizer has them."""
    if copy.dim() != 1 or any(type(each.data) is not torch.Tensor or each.is_meta or each.layout != torch.strided for each in (copy, parameter)):
        return False
    begin = parameter.data_ptr()
    return bool(copy.dtype == parameter.dtype and begin <= copy.data_ptr() < begin + parameter.numel() * parameter.element_size())


def _kind(parameter: torch.Tensor) -> tuple[torch.dtype, torch.device]:
    return parameter.dtype, parameter.device


def _are_alike(others: Iterable[torch.Tensor], own: Iterable[torch.Tensor]) -> bool:
    """Returns True if ``others`` are parameters of a model like this one: neither flat buffers nor of another type or device."""
    kinds = {_kind(parameter) for parameter in own}
    return any(each.dim() > 1 for each in others) and all(_kind(each) in kinds for each in others)


def around_steps(optimizer: Any, before: Callable[[], object] | None, after: Callable[[], object]) -> Callable[[], None]:
    """Calls ``before`` and ``after`` with each step of ``optimizer``. Returns a function that ends this."""
    if hasattr(optimizer, "register_step_post_hook"):  # since torch 2.0
        handles: list[torch.utils.hooks.RemovableHandle] = [optimizer.register_step_post_hook(lambda *_: after())]
        if before:
            handles.append(optimizer.register_step_pre_hook(lambda *_: before()))

        def leave() -> None:
            for handle in handles:
                handle.remove()

        return leave

    step = optimizer.step
    own = optimizer.__dict__.get("step")  # set by a scheduler
    is_left: list[bool] = []

    def watched_step(self: object, *args: Any, **kwargs: Any) -> Any:
        if before and not is_left:
            before()
        result = step(*args, **kwargs)
        if not is_left:
            after()
        return result

    if hasattr(own, "_with_counter"):  # otherwise schedulers warn that their wrapper is missing
        vars(watched_step)["_with_counter"] = True
    optimizer.step = types.MethodType(watched_step, optimizer)  # must be a method, since schedulers wrap it

    def remove() -> None:
        is_left.append(True)
        if getattr(optimizer.__dict__.get("step"), "__func__", None) is not watched_step:
            return  # a scheduler has wrapped it
        if own is None:
            del optimizer.step
        else:
            optimizer.step = own

    return remove
