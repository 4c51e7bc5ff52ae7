"""Loops in the form of timm's and torchtune's recipes, without these packages."""

import copy

import lensboard
import pytest
import torch
from conftest import mlp

LENSES = [
    lensboard.LossMetrics(),
    lensboard.ParameterGradientGeometry(),
    lensboard.ParameterUpdateGeometry(),
    lensboard.AdamMoments(),
]


def batches(count):
    data = torch.Generator().manual_seed(4)
    return [(torch.randn(8, 4, generator=data), torch.randn(8, 2, generator=data)) for _ in range(count)]


def texts(run):
    return [event["text"] for event in run.events if event["kind"] == "notice"]


class Updates:
    """Norms of the updates of a weight."""

    def __init__(self, weight):
        self.weight, self.before, self.norms = weight, weight.detach().clone(), []

    def take(self):
        self.norms.append((self.weight.detach() - self.before).norm().item())
        self.before = self.weight.detach().clone()


@pytest.mark.skipif(not hasattr(getattr(torch, "amp", None), "GradScaler"), reason="this torch has no GradScaler for the processor")
def test_timm(run_path):
    """Scales, unscales and clips in the order of timm's NativeScaler; keeps an average of the model; validates both in inference mode."""
    model, norms = mlp(), []
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    average, scaler = copy.deepcopy(model).requires_grad_(False), torch.amp.GradScaler("cpu", init_scale=1024.0)
    updates, validation = Updates(model[0].weight), []
    with lensboard.Inspector(LENSES, run_path, tick="epoch") as watch:
        watch.attach(model, optimizer, scaler=scaler)
        for epoch in (1, 2):
            model.train()
            for x, y in batches(4):
                with torch.autocast("cpu", torch.bfloat16):
                    loss = (model(x) - y).square().mean()
                scaler.scale(loss).backward(create_graph=False)
                scaler.unscale_(optimizer)
                norms.append(model[0].weight.grad.norm().item())
                torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
                scaler.step(optimizer)
                scaler.update()
                updates.take()
                optimizer.zero_grad()
                with torch.no_grad():
                    for own, other in zip(average.parameters(), model.parameters()):
                        own.lerp_(other, 0.1)
                watch.push_loss(loss)
            model.eval()
            with torch.inference_mode():
                for net in (model, average.eval()):
                    validation.append(torch.stack([(net(x) - y).square().mean() for x, y in batches(2)]).mean().item())
            watch.push_loss(validation[-2], train=False)
            watch.push_metric("top1", validation[-1])
            watch.tick(epoch)
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [4, 8] and texts(run) == []
    means = [sum(norms[first : first + 4]) / 4 for first in (0, 4)]
    assert run["Weight Gradient Norm"]["0"]["mean"].values.tolist() == pytest.approx(means, rel=1e-3)
    assert run["Weight Update Norm"]["0"]["mean"].values[1] == pytest.approx(sum(updates.norms[4:]) / 4, rel=1e-4)
    assert run["Loss"]["val_loss mean"].values.tolist() == pytest.approx(validation[::2])
    assert run["Metrics"]["top1 mean"].values.tolist() == pytest.approx(validation[1::2])


def test_torchtune(run_path):
    """Accumulates, scales gradients by the number of tokens, and clips."""
    model, norms = mlp(), []
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    updates, losses = Updates(model[0].weight), []
    with lensboard.Inspector(LENSES, run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        running = tokens = 0
        for i, (x, y) in enumerate(batches(8)):
            tokens += len(x)
            loss = (model(x) - y).square().mean() * len(x)
            running += loss.detach()
            loss.backward()
            norms.append(model[0].weight.grad.norm().item())
            if i % 2 == 1:
                for parameter in model.parameters():
                    parameter.grad *= 1 / tokens
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                updates.take()
                optimizer.zero_grad(set_to_none=True)
                losses.append(running.item() / tokens)
                watch.push_loss(losses[-1])
                running = tokens = 0
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [1, 2, 3, 4] and texts(run) == []
    assert run["Loss"]["train_loss mean"].values.tolist() == pytest.approx(losses)
    assert run["Weight Update Norm"]["0"]["mean"].values.tolist()[-3:] == pytest.approx(updates.norms[1:], rel=1e-4)
    means = [(norms[i] + norms[i + 1]) / 2 for i in range(0, 8, 2)]
    assert run["Weight Gradient Norm"]["0"]["mean"].values.tolist() == pytest.approx(means, rel=1e-4)  # of each backward pass, before they are scaled


@pytest.mark.skipif(not hasattr(torch.Tensor, "register_post_accumulate_grad_hook"), reason="this torch has no hook after accumulation")
def test_an_optimizer_that_steps_within_the_backward_pass(run_path):
    """torchtune's optimizer_in_bwd: an optimizer for each parameter, stepped by a hook. Its gradients are gone after the backward pass."""
    model = mlp()
    optimizers = {parameter: torch.optim.AdamW([parameter], lr=0.01) for parameter in model.parameters()}

    def step(parameter):
        optimizers[parameter].step()
        optimizers[parameter].zero_grad()

    for parameter in model.parameters():
        parameter.register_post_accumulate_grad_hook(step)
    updates = Updates(model[0].weight)
    with lensboard.Inspector(LENSES, run_path, tick=1) as watch:
        watch.attach(model, list(optimizers.values()))
        for x, y in batches(4):
            loss = (model(x) - y).square().mean()
            loss.backward()
            updates.take()
            watch.push_loss(loss)
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [1, 2, 3, 4]
    assert run["Weight Update Norm"]["0"]["mean"].values.tolist()[-3:] == pytest.approx(updates.norms[1:], rel=1e-4)
    assert len(run["Weight Update RMS"]["0"]["mean"].values) == 4
    assert len(texts(run)) == 1 and "an optimizer that steps within the backward pass" in texts(run)[0]
