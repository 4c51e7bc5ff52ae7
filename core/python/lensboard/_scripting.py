"""Hides our hooks from torch.jit.script and torch.jit.trace: a program cannot contain them."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

Hooks = dict[int, Any]


def prepare() -> None:
    """Makes torch.jit skip our hooks from here on."""
    recursive: Any = importlib.import_module("torch.jit._recursive")
    create: Callable[..., Any] = recursive.create_script_module
    if getattr(create, "_hides_hooks", False):
        return

    @functools.wraps(create)
    def create_without_hooks(module: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
        with hidden(module):
            return create(module, *args, **kwargs)

    vars(create_without_hooks)["_hides_hooks"] = True
    recursive.create_script_module = create_without_hooks


@contextmanager
def hidden(module: torch.nn.Module) -> Iterator[None]:
    """Takes our hooks off ``module`` and all modules in it, for as long as the context lasts."""
    found: list[tuple[Hooks, Hooks]] = []
    for each in module.modules():
        for hooks in (each.__dict__.get("_forward_pre_hooks"), each.__dict__.get("_forward_hooks")):
            if hooks and any(_is_ours(hook) for hook in hooks.values()):
                found.append((hooks, dict(hooks)))
                for key in [key for key, hook in hooks.items() if _is_ours(hook)]:
                    del hooks[key]
    try:
        yield
    finally:
        for hooks, before in found:
            hooks.clear()
            hooks.update(before)


def _is_ours(hook: object) -> bool:
    return type(hook).__module__ in ("lensboard._lensboard", "lensboard._compiled")
