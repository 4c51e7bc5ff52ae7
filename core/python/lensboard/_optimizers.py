"""Optimizers as an Inspector sees them: their steps, and the parameters that they update."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from typing import Any

import torch


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


def unwrapped(optimizer: Any) -> Any:
    """Returns the optimizer in a wrapper that was never initialised as an optimizer, such as accelerate's: it cannot have hooks."""
    while isinstance(optimizer, torch.optim.Optimizer) and "param_groups" not in vars(optimizer) and hasattr(optimizer, "optimizer"):
        optimizer = optimizer.optimizer
    return optimizer


def _copies(optimizer: Any, model: torch.nn.Module) -> dict[int, torch.Tensor] | None:
    """Matches the optimizer's parameters with the model's. None if it updates the model's own and no copies."""
    updated = [parameter for group in getattr(optimizer, "param_groups", ()) for parameter in group["params"]]
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
        found = next((each for each in own if id(each) not in matched and _is_copy(copy, each, must_differ)), None)
        if found is not None:
            matched[id(found)] = copy
    if must_differ and others and not matched and _are_alike(others, own):
        raise ValueError(f"this {type(optimizer).__name__} has no parameter of the model: it was made for another, or before its parameters")
    return None if is_shared and len(matched) == count else matched


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


def _kind(parameter: torch.Tensor) -> tuple[torch.dtype, torch.device]:
    return parameter.dtype, parameter.device


def _are_alike(others: Iterable[torch.Tensor], own: Iterable[torch.Tensor]) -> bool:
    """Returns True if ``others`` are parameters of a model like this one: neither flat buffers nor of another type or device."""
    kinds = {_kind(parameter) for parameter in own}
    return any(each.dim() > 1 for each in others) and all(_kind(each) in kinds for each in others)


def after_step(optimizer: Any, seen: Callable[[], Callable[..., object] | None], *arguments: object) -> Callable[[], None]:
    """Calls ``seen``, a weak reference to a method, with ``arguments`` after each step of ``optimizer``. Returns a function that ends this."""

    def notify(*_: object) -> None:
        method = seen()
        if method:
            method(*arguments)

    if hasattr(optimizer, "register_step_post_hook"):  # since torch 2.0
        handle: torch.utils.hooks.RemovableHandle = optimizer.register_step_post_hook(notify)
        return handle.remove

    step = optimizer.step
    own = optimizer.__dict__.get("step")  # set by a scheduler
    is_left: list[bool] = []

    def watched_step(self: object, *args: Any, **kwargs: Any) -> Any:
        result = step(*args, **kwargs)
        if not is_left:
            notify()
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
