"""Trainings with a planted bottleneck of real work, and twins without, judged by the rules StepBottleneck and DataStarvation.

python tests/zoo/bottlenecks.py [SEED]   prints each training with the expected and the found part of its steps
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import lensboard
import torch
from torch import nn

STEPS, TICK = 180, 6


def mlp() -> tuple[nn.Module, tuple[int, ...]]:
    return nn.Sequential(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)), (256,)


def cnn() -> tuple[nn.Module, tuple[int, ...]]:
    layers = [nn.Conv2d(1, 16, 3), nn.ReLU(), nn.Conv2d(16, 32, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.LazyLinear(10)]
    return nn.Sequential(*layers), (1, 20, 20)


def attention() -> tuple[nn.Module, tuple[int, ...]]:
    layer = nn.TransformerEncoderLayer(64, 4, 128, dropout=0.0, batch_first=True)
    return nn.Sequential(layer, nn.Flatten(), nn.LazyLinear(10)), (16, 64)


MODELS: dict[str, Callable[[], tuple[nn.Module, tuple[int, ...]]]] = {"mlp": mlp, "cnn": cnn, "attention": attention}
# cause and the label of the part that it makes long
CAUSES = {
    "samples are decoded one by one": "waiting for data",
    "data are augmented in the loop": "between steps",
    "a checkpoint is written at each step": "between steps",
    "the loop writes a log with all weights": "between steps",
    "a Python loop over the batch in the model": "forward",
    "a loss of all pairs, in float64": "loss",
    "metrics of the whole data set beside the loss": "loss",
    "an optimizer in Python, value by value": "optimizer",
    "gradients are clipped and logged in Python": "optimizer",
    "none": "",
}


class Work:
    """Repeats real work until the time of several steps has passed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self, piece: Callable[[], object]) -> None:
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end:
            piece()


class PythonAdam(torch.optim.SGD):
    work: Work

    def step(self, closure=None):  # type: ignore[no-untyped-def]
        self.work(lambda: [float(value) ** 0.5 for value in torch.rand(50)])
        return super().step(closure)


class Looping(nn.Module):
    def __init__(self, model: nn.Module, work: Work) -> None:
        super().__init__()
        self.model, self.work = model, work

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.work(lambda: [row.sum().item() for row in x])
        return self.model(x)


def step_seconds(model: nn.Module, x: torch.Tensor, y: torch.Tensor) -> float:
    """Returns the time of a forward and backward."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        nn.functional.cross_entropy(model(x), y).backward()
        times.append(time.perf_counter() - begun)
    model.zero_grad()
    return sorted(times)[2]


def train(dice: random.Random, name: str, cause: str, path: Path) -> None:
    model, shape = MODELS[name]()
    size = dice.choice([32, 64, 128])
    x, y = torch.randn(size, *shape), torch.randint(10, (size,))
    model(x)
    work = Work(dice.uniform(2.5, 6) * step_seconds(model, x, y))
    if cause == "a Python loop over the batch in the model":
        model = Looping(model, work)
    if cause == "an optimizer in Python, value by value":
        optimizer = PythonAdam(model.parameters(), lr=0.01)
        optimizer.work = work
    else:
        optimizer = dice.choice([torch.optim.SGD, torch.optim.Adam])(model.parameters(), lr=0.001)

    def batches() -> Iterator[torch.Tensor]:
        for _ in range(STEPS):
            if cause == "samples are decoded one by one":
                work(lambda: json.loads(json.dumps(torch.rand(100).tolist())))
            yield torch.randn(size, *shape)

    with lensboard.Inspector([lensboard.StepTime(), lensboard.LossMetrics()], path, tick=TICK) as watch:
        watch.attach(model, optimizer)
        for batch in watch.batches(batches()):
            if cause == "data are augmented in the loop":
                work(lambda batch=batch: torch.flip(batch, [1]).roll(1, 0).clone())
            out = model(batch)
            if cause == "a loss of all pairs, in float64":
                work(lambda out=out: torch.cdist(out.detach().double(), out.detach().double()))
            if cause == "metrics of the whole data set beside the loss":
                work(lambda out=out: (out.detach().argmax(1) == y).float().mean().item())
            loss = nn.functional.cross_entropy(out, y)
            optimizer.zero_grad()
            loss.backward()
            if cause == "gradients are clipped and logged in Python":
                work(lambda: [parameter.grad.norm().item() for parameter in model.parameters()])
            optimizer.step()
            watch.push_loss(loss.item())
            if cause == "a checkpoint is written at each step":
                work(lambda: torch.save(model.state_dict(), io.BytesIO()))
            if cause == "the loop writes a log with all weights":
                work(lambda: json.dumps([parameter.mean().item() for parameter in model.parameters()]))


def named(path: Path) -> list[str]:
    """Returns the parts of a step that findings name."""
    findings = lensboard.open(path).findings("StepBottleneck", "DataStarvation")
    return ["waiting for data" if each.rule == "DataStarvation" else each.evidence[0].label for each in findings]


def main() -> int:
    dice = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else None)
    right = 0
    cases = [cause for cause in CAUSES if cause != "none"] * 2 + [dice.choice(list(CAUSES)) for _ in range(2)] + ["none"] * 6
    with tempfile.TemporaryDirectory() as folder:
        for number, cause in enumerate(cases):
            name = dice.choice(list(MODELS))
            path = Path(folder) / f"{number}.lbrun"
            train(dice, name, cause, path)
            found = named(path)
            is_right = found == ([CAUSES[cause]] if CAUSES[cause] else [])
            right += is_right
            print(f"{'right' if is_right else 'WRONG'}  {name}, {cause}: expected {CAUSES[cause] or 'nothing'}, found {', '.join(found) or 'nothing'}", flush=True)
    print(f"{right} of {len(cases)} right")
    return 0 if right == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
