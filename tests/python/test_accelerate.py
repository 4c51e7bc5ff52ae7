"""Records trainings with accelerate."""

import lensboard
import pytest
import torch
from conftest import mlp

accelerate = pytest.importorskip("accelerate", reason="accelerate is not installed")
from lensboard.accelerate import LensboardTracker  # noqa: E402

LENSES = [lensboard.LossMetrics(), lensboard.ParameterGradientGeometry(), lensboard.ParameterUpdateGeometry()]


def train(watch, steps=10, prepare_first=True):
    accelerator = accelerate.Accelerator(cpu=True, log_with=LensboardTracker(watch), gradient_accumulation_steps=2)
    accelerator.init_trackers("project", config={"lr": 0.05})
    model, data = mlp(), torch.Generator().manual_seed(6)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    if not prepare_first:
        watch.attach(model, optimizer)
    model, prepared = accelerator.prepare(model, optimizer)
    if prepare_first:
        watch.attach(model, optimizer)
    norms = []
    for _ in range(steps):
        for _ in range(2):
            with accelerator.accumulate(model):
                loss = torch.nn.functional.mse_loss(model(torch.randn(16, 4, generator=data)), torch.randn(16, 2, generator=data))
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    norms.append(model[0].weight.grad.norm().item())
                prepared.step()
                prepared.zero_grad()
        accelerator.log({"accuracy": 0.5, "note": "no number"}, step=len(norms))
        watch.push_loss(loss)
    accelerator.end_training()
    return norms


@pytest.mark.parametrize("prepare_first", [True, False])
def test_a_training_is_a_run(run_path, prepare_first):
    norms = train(lensboard.Inspector(LENSES, run_path, tick="5 steps", config={"seed": 1}), prepare_first=prepare_first)
    run = lensboard.open(run_path)
    assert run.status == "finished" and list(run.ticks["step"]) == [5, 10] and len(norms) == 10
    assert run["Metrics"]["accuracy mean"].values.tolist() == [0.5, 0.5]
    assert run.hparams == {"seed": 1, "lr": 0.05}
    assert len(run["Weight Update Norm"]["0"]["mean"]) == 2
