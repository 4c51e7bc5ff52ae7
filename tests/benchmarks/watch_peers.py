"""Attaches Lensboard or monitorch to a training loop, with the lenses that both have. Neither package is imported before it is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch

LENSES = [
    "LossMetrics", "OutputActivation", "OutputNorm", "OutputGradientGeometry", "ParameterGradientGeometry", "ParameterGradientActivation",
    "ParameterNorm", "ParameterUpdateGeometry",
]  # fmt: skip


class Watch(NamedTuple):
    push_loss: Callable[[torch.Tensor], None]  #: called after each step
    close: Callable[[], None]


def lensboard_watch(
    model: torch.nn.Module, optimizer: torch.optim.Optimizer, run: Path, steps_per_tick: int, budget: float = 0.0
) -> Watch:
    import lensboard

    lenses = [getattr(lensboard, lens)() for lens in LENSES]
    watch = lensboard.Inspector(lenses, run, tick=steps_per_tick, budget=budget)
    watch.attach(model, optimizer)
    return Watch(watch.push_loss, watch.close)


def monitorch_watch(model: torch.nn.Module, optimizer: torch.optim.Optimizer, steps_per_tick: int) -> Watch:
    from monitorch import lens
    from monitorch.inspector import PyTorchInspector

    lenses = [getattr(lens, name)(optimizer) if name == "ParameterUpdateGeometry" else getattr(lens, name)() for name in LENSES]
    inspector = PyTorchInspector(lenses, visualizer="dummy", module=model)
    done = 0

    def push_loss(loss: torch.Tensor) -> None:
        nonlocal done
        inspector.push_loss(loss.item(), train=True)
        done += 1
        if done % steps_per_tick == 0:
            inspector.tick_epoch()

    return Watch(push_loss, inspector.detach)
