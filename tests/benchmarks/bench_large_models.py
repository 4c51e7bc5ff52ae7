"""Measures the time and the memory that watching adds to a step of ResNet-50 or GPT-2 small, in bfloat16 by autocast.

bench_large_models.py gpt2|resnet50 eager|compiled [--device cuda|cpu] [--seconds S] [--limit S] [--tiny]

Watches at every step, within budgets of 2 and 1 %, and with monitorch. Each pair of loops runs A B B A for --seconds, with one tick of the
watched loop in each round. Leaves out comparisons that would end after --limit. Prints a JSON object a line: {"figure": {…}},
{"failure": "…"} or {"skipped": "…"}.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from large_models import MODELS, LargeModel
from paired_timing import compare, seconds_per_step
from watch_peers import Watch, lensboard_watch, monitorch_watch

BLOCK_SECONDS = 0.4  # of a block of steps, A or B
WARM_STEPS = 3  # cuDNN chooses kernels in them, and torch.compile compiles
Attach = Callable[[torch.nn.Module, torch.optim.Optimizer], Watch]


def report(**line: Any) -> None:
    print(json.dumps(line), flush=True)


def compiled(model: torch.nn.Module, backend: str) -> Callable[[torch.Tensor], torch.Tensor]:
    """Compiles a model under a class of its own. Models of one class share compiled code, so the hooks of the second would not be called."""
    model.__class__ = type(type(model).__name__, (type(model),), {})
    return torch.compile(model, dynamic=False, backend=backend)


class Loop:
    """A training; watched if ``attach`` is given. The model is attached before it is compiled."""

    def __init__(self, options: argparse.Namespace, attach: Attach | None = None) -> None:
        torch.manual_seed(1)
        self.device = torch.device(options.device)
        self.held_before = self.held()
        self.task = MODELS[options.model].make(self.device, options.tiny)
        self.watch = attach(self.task.model, self.task.optimizer) if attach else None
        backend = "aot_eager" if options.tiny else "inductor"  # the first compiles no kernels
        self.forward = compiled(self.task.model, backend) if options.mode == "compiled" else self.task.model

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.task.optimizer.zero_grad(set_to_none=True)
            with torch.autocast(self.device.type, dtype=torch.bfloat16):
                loss = F.cross_entropy(self.forward(self.task.inputs), self.task.targets)
            loss.backward()
            self.task.optimizer.step()
            if self.watch:
                self.watch.push_loss(loss)

    def wait(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def held(self) -> int:
        """Bytes of tensors on the device."""
        return torch.cuda.memory_allocated() if self.device.type == "cuda" else 0

    def peak_bytes(self, count: int) -> int | None:
        """Peak of this loop on the device in ``count`` steps. None on the processor, where memory is not counted."""
        if self.device.type != "cuda":
            return None
        gc.collect()
        torch.cuda.reset_peak_memory_stats()
        self.steps(count)
        self.wait()
        return torch.cuda.max_memory_allocated() - self.held_before


class Bench:
    """Compares watched loops with one bare loop."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.large: LargeModel = MODELS[options.model]
        self.has_measured = False
        Loop(argparse.Namespace(**{**vars(options), "mode": "eager"})).steps(1)  # libraries take memory of their own at their first call
        gc.collect()
        self.bare = Loop(options)
        self.bare.steps(WARM_STEPS)
        step = seconds_per_step(self.bare.steps, WARM_STEPS, self.bare.wait)
        self.block = min(50, max(2, round(BLOCK_SECONDS / step)))
        self.bare_peak = self.bare.peak_bytes(self.block)
        self.parameters = sum(parameter.numel() for parameter in self.bare.task.model.parameters())
        if not options.tiny and self.parameters != self.large.parameters:
            raise ValueError(f"{self.large.name} has {self.parameters:,} parameters, expected {self.large.parameters:,}")
        self.report("nothing", ms=1e3 * step, peak_bytes=self.bare_peak, parameters=self.parameters)

    def report(self, watched_by: str, **figures: Any) -> None:
        report(figure={"model": self.large.name, "mode": self.options.mode, "watched_by": watched_by, **figures})

    def measure(self, watched_by: str, attach: Attach, warm_ticks: int = 1) -> dict[str, Any]:
        """Compares ``bare`` with a watched loop, and closes its watch."""
        ticks = 2 * self.block  # steps
        if self.options.mode == "compiled" and self.has_measured:  # recompilations of all loops share one limit
            torch._dynamo.reset()
            self.bare.steps(WARM_STEPS)
        self.has_measured = True
        watched = Loop(self.options, attach)
        watched.steps(warm_ticks * ticks)
        peak = watched.peak_bytes(ticks)
        seen = compare(self.bare.steps, watched.steps, self.block, rounds=1000, seconds=self.options.seconds, wait=self.bare.wait)
        assert watched.watch
        watched.watch.close()
        quarter = len(seen.ratios) // 4
        return {
            "ms": 1e3 * seen.step,
            "added_ms": 1e3 * seen.added,
            "ratio": seen.ratio,
            "ratio_quartiles": [seen.ratios[quarter], seen.ratios[-1 - quarter]],
            "rounds": len(seen.ratios),
            "steps_per_tick": ticks,
            "added_bytes": None if peak is None or self.bare_peak is None else peak - self.bare_peak,
        }

    def lensboard(self, budget: float) -> None:
        path = self.folder / f"budget-{budget}.lbrun"
        attach = functools.partial(lensboard_watch, run=path, steps_per_tick=2 * self.block, budget=budget)
        figures = self.measure("lensboard", attach, warm_ticks=4 if budget else 1)
        if budget == 0:
            figures["goal"] = self.large.goal
        self.report("lensboard", budget=budget, **figures, **recorded(path))

    def monitorch(self) -> None:
        self.report("monitorch", **self.measure("monitorch", functools.partial(monitorch_watch, steps_per_tick=2 * self.block)))


def recorded(path: Path) -> dict[str, Any]:
    """The number of values in the run, and the share of steps that each lens measured within a budget, in the later half of the run."""
    import lensboard

    run = lensboard.open(path)
    counts = [sum(len(series.values) for each, _, series in run.series() if each == tag) for tag in ("Output Norm", "Weight Gradient Norm")]
    if not all(counts):
        raise RuntimeError(f"the run has {counts[0]} values of output norms and {counts[1]} of gradient norms, so nothing was measured")
    measured = run.get("Steps Measured", {})
    shares = {lens: measured[lens].values for lens in measured}
    return {"values": sum(counts), "measured_shares": {lens: float(share[len(share) // 2 :].mean()) for lens, share in shares.items()}}


def attempt(what: str, work: Callable[[], None], problem: str) -> bool:
    """Reports an exception as a ``problem``. Returns false if that is a failure."""
    try:
        work()
        return True
    except Exception as error:  # the other comparisons still run
        traceback.print_exc()
        report(**{problem: f"{what}: {type(error).__name__}: {error}"[:2000]})
        return problem != "failure"
    finally:
        gc.collect()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=MODELS)
    parser.add_argument("mode", choices=["eager", "compiled"])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--limit", type=float, default=float("inf"))
    parser.add_argument("--tiny", action="store_true")
    options = parser.parse_args()
    if options.mode == "compiled" and not hasattr(torch, "compile"):
        report(skipped=f"compiled: torch {torch.__version__} has no torch.compile, which came with 2.0")
        return 0
    torch.backends.cudnn.benchmark = True
    if options.tiny:
        torch.set_num_threads(1)
    results, begin, longest = [], time.monotonic(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        comparisons: dict[str, tuple[Callable[[], None], str]] = {
            "lensboard at every step": (functools.partial(bench.lensboard, 0), "failure"),
            "lensboard within 2 %": (functools.partial(bench.lensboard, 0.02), "failure"),
            "lensboard within 1 %": (functools.partial(bench.lensboard, 0.01), "failure"),
            "monitorch": (bench.monitorch, "skipped"),
        }
        for what, (work, problem) in comparisons.items():
            start = time.monotonic()
            if start + longest > begin + options.limit:
                report(skipped=f"{what}: no time is left of {options.limit:.0f} s")
                continue
            results.append(attempt(what, work, problem))
            longest = max(longest, time.monotonic() - start)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
