"""Lenses of time and of the machine: StepTime, Machine."""

import time

import lensboard
import pytest
import torch

PARTS = ["waiting for data", "between steps", "forward", "loss", "backward", "optimizer"]


class Slow(torch.autograd.Function):
    """Waits in the backward."""

    @staticmethod
    def forward(ctx, x, seconds):
        ctx.seconds = seconds
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        time.sleep(ctx.seconds)
        return gradient, None


class Model(torch.nn.Module):
    def __init__(self, forward, backward):
        super().__init__()
        self.layer = torch.nn.Linear(4, 3)
        self.seconds = forward, backward

    def forward(self, x):
        time.sleep(self.seconds[0])
        return Slow.apply(self.layer(x), self.seconds[1])


def batches(count, seconds):
    for _ in range(count):
        time.sleep(seconds)
        yield torch.ones(2, 4)


def train(path, *, waiting=0.0, between=0.0, forward=0.0, loss=0.0, backward=0.0, optimizer=0.0, evaluation=0.0, steps=16, accumulate=1, tick=8):
    """Trains with a pause in each part and returns the run."""
    model = Model(forward, backward)
    sgd = torch.optim.SGD(model.parameters(), 0.01)
    with lensboard.Inspector([lensboard.StepTime(), lensboard.Machine()], path, tick=tick) as watch:
        watch.attach(model, sgd)
        loader = watch.batches(batches(steps * accumulate, waiting))
        for _ in range(steps):
            for _ in range(accumulate):
                x = next(loader)
                time.sleep(between)
                out = model(x)
                time.sleep(loss)
                out.sum().backward()
            time.sleep(optimizer)
            sgd.step()
            sgd.zero_grad()
            if evaluation:
                model.eval()
                with torch.no_grad():
                    model(x)
                    time.sleep(evaluation)
                model.train()
    return lensboard.open(path)


def parts_of(run):
    return {name: run["Time in a Step"][name].values[-1] for name in PARTS}


@pytest.mark.parametrize("part", PARTS)
def test_a_slow_part_is_named(run_path, part):
    pause = 0.03
    parts = parts_of(train(run_path, **{part.split()[0]: pause}))
    assert parts[part] >= 0.95 * pause
    assert parts[part] == max(parts.values())


def test_parts_add_up_to_the_step(run_path):
    run = train(run_path, waiting=0.01, between=0.01, forward=0.01, loss=0.01, backward=0.01, optimizer=0.01, steps=16)
    parts = parts_of(run)
    assert all(seconds >= 0.0095 for seconds in parts.values()), parts


def test_batches_of_one_step_are_added(run_path):
    parts = parts_of(train(run_path, between=0.01, forward=0.01, accumulate=3, steps=16))
    assert parts["forward"] >= 0.0285 and parts["between steps"] >= 0.0285
    assert parts["optimizer"] < 0.01


def test_an_evaluation_does_not_count(run_path):
    parts = parts_of(train(run_path, forward=0.01, evaluation=0.05))
    assert sum(parts.values()) < 0.05


def test_the_machine_is_watched(run_path):
    run = train(run_path, forward=0.03)
    load = run["Machine Load"]["all processors"].values
    assert len(load) >= 1 and ((load >= 0) & (load <= 1)).all()
    memory = run["Machine Memory"]
    assert 0.01 < memory["this process"].values[-1] < 1000
    assert memory["this process at most"].values[-1] >= memory["this process"].values[-1]


def test_a_bottleneck_is_found(run_path):
    run = train(run_path, between=0.05, steps=40, tick=2)
    findings = [each for each in run.findings() if each.rule == "StepBottleneck"]
    assert [each.severity for each in findings] == ["warning"] and "between steps" in findings[0].values
