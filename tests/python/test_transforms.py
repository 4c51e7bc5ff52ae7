"""Transforms of PyTorch run on a model that is watched."""

import lensboard
import pytest
import torch
from conftest import mlp

LENSES = [
    lensboard.LossMetrics(),
    lensboard.OutputNorm(),
    lensboard.OutputGradientGeometry(),
    lensboard.ParameterGradientGeometry(),
    lensboard.InputMonitor(name="in", module="0"),
]


def script(model):
    scripted = torch.jit.script(model)
    assert not scripted._c._get_forward_hooks()
    return scripted(torch.ones(3, 4))


def trace(model):
    return torch.jit.trace(model, torch.ones(3, 4))(torch.ones(3, 4))


def export(model):
    if not hasattr(torch, "export"):
        pytest.skip("this torch has no torch.export")
    return torch.export.export(model, (torch.ones(3, 4),)).module()(torch.ones(3, 4))


def strict_export(model):
    if not hasattr(torch, "export"):
        pytest.skip("this torch has no torch.export")
    program = torch.export.export(model, (torch.ones(3, 4),), strict=True)
    assert "lensboard" not in str(program)
    return program.module()(torch.ones(3, 4))


def vmap(model):
    return func().vmap(model)(torch.ones(3, 4))


def func():
    if not hasattr(torch, "func"):
        pytest.skip("this torch has no torch.func")
    return torch.func


def gradient_of_functional_call(model):
    grad, functional_call = func().grad, func().functional_call
    parameters = {name: parameter.detach() for name, parameter in model.named_parameters()}
    grad(lambda values: functional_call(model, values, (torch.ones(3, 4),)).sum())(parameters)
    return model(torch.ones(3, 4))


def gradients_per_sample(model):
    grad, functional_call = func().grad, func().functional_call
    parameters = {name: parameter.detach() for name, parameter in model.named_parameters()}
    loss = grad(lambda values, x: functional_call(model, values, (x,)).sum())
    func().vmap(loss, in_dims=(None, 0))(parameters, torch.ones(3, 4))
    return model(torch.ones(3, 4))


def jvp(model):
    return func().jvp(model, (torch.ones(3, 4),), (torch.ones(3, 4),))[0]


def fake(model):
    if not hasattr(torch, "func"):
        pytest.skip("this torch has no fake tensors that take parameters")
    from torch._subclasses import FakeTensorMode

    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        model(mode.from_tensor(torch.ones(3, 4)))
    return model(torch.ones(3, 4))


@pytest.mark.parametrize("transform", [script, trace, export, strict_export, vmap, gradient_of_functional_call, gradients_per_sample, jvp, fake])
@pytest.mark.parametrize("lenses", [LENSES, []], ids=["watched", "unwatched"])
def test_a_transform_runs_and_the_training_goes_on(transform, lenses, run_path):
    model = mlp()
    expected = mlp()(torch.ones(3, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    with lensboard.Inspector(lenses, run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        for step in range(3):
            if step == 1:
                for _ in range(2):
                    torch.testing.assert_close(transform(model), expected)
            loss = model(torch.ones(3, 4)).square().mean()
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)
    run = lensboard.open(run_path)
    notices = [event["text"] for event in run.events if "not measured" in event["text"]]
    assert len(notices) <= 1, notices
    if lenses:
        norms = run["Output Norm"]["1"]["mean"].values
        assert len(norms) == 3 and norms[0] == norms[2]
