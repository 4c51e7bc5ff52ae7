"""Trainings as people write them."""

import warnings

import lensboard
import numpy
import pytest
import torch
from conftest import mlp, train
from torch.utils.checkpoint import checkpoint

STEPS = 4


def lenses():
    return [
        lensboard.LossMetrics(),
        lensboard.OutputNorm(include=["*"]),
        lensboard.OutputGradientGeometry(skip_activation=False),
        lensboard.ParameterGradientGeometry(),
        lensboard.ParameterNorm(),
        lensboard.ParameterUpdateGeometry(),
    ]


def watched(path, model, loop, optimizer=None, **options):
    """Runs ``loop`` with a watch on ``model``, and returns the run."""
    with lensboard.Inspector(lenses(), path, tick=1, **options) as watch:
        watch.attach(model, optimizer)
        loop(watch)
    return lensboard.open(path)


def mean(run, tag, layer):
    return run[tag][layer]["mean"].values


def test_accumulated_gradients_are_one_step(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    norms = []

    def loop(watch):
        for step in range(STEPS * 2):
            model(torch.randn(3, 4)).square().mean().backward()
            norms.append(model[0].weight.grad.norm().item())
            if step % 2:
                optimizer.step()
                optimizer.zero_grad()

    run = watched(run_path, model, loop, optimizer)
    assert run.ticks["step"].tolist() == [1, 2, 3, 4]
    numpy.testing.assert_allclose(mean(run, "Weight Gradient Norm", "0"), numpy.reshape(norms, (STEPS, 2)).mean(1), rtol=1e-5)


def test_a_gradient_is_seen_before_it_is_clipped(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    norms = []

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            (100 * model(torch.randn(3, 4))).square().mean().backward()
            norms.append(model[0].weight.grad.norm().item())
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    numpy.testing.assert_allclose(mean(run, "Weight Gradient Norm", "0"), norms, rtol=1e-5)
    assert norms[0] > 1


def test_autocast(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    outputs = []
    model[0].register_forward_hook(lambda module, inputs, output: outputs.append(output.detach().double().norm(dim=1).mean().item()))

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            with torch.autocast("cpu", dtype=torch.bfloat16):
                output = model(torch.randn(3, 4))
                assert output.dtype == torch.bfloat16
                loss = output.float().square().mean()
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)

    run = watched(run_path, model, loop, optimizer)
    numpy.testing.assert_allclose(mean(run, "Output Norm", "0"), outputs, rtol=1e-2)
    assert len(mean(run, "Weight Gradient Norm", "2")) == STEPS


class Checkpointed(torch.nn.Module):
    def __init__(self, **how):
        super().__init__()
        self.first = torch.nn.Linear(4, 4)
        self.inner = torch.nn.Linear(4, 4)
        self.how = how

    def forward(self, x):
        x = self.first(x)
        return checkpoint(self.inner, x, **self.how) if self.how else self.inner(x)


@pytest.mark.parametrize("reentrant", [True, False])
def test_a_checkpointed_forward_counts_once(run_path, tmp_path, reentrant):
    def run_of(model, path):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        return watched(path, model, lambda watch: train_wide(model, optimizer), optimizer)

    def train_wide(model, optimizer):
        torch.manual_seed(3)
        for _ in range(STEPS):
            optimizer.zero_grad()
            model(torch.randn(8, 4)).square().mean().backward()
            optimizer.step()

    torch.manual_seed(1)
    plain = Checkpointed()
    torch.manual_seed(1)
    checkpointed = Checkpointed(use_reentrant=reentrant)
    expected, seen = run_of(plain, tmp_path / "plain.lbrun"), run_of(checkpointed, run_path)
    for tag in ("Output Norm", "Output Gradient Norm", "Weight Gradient Norm"):
        for layer in ("first", "inner"):
            numpy.testing.assert_array_equal(mean(seen, tag, layer), mean(expected, tag, layer), f"{tag} {layer}")


def test_layers_that_are_frozen_and_unfrozen(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for step in range(6):
            if step == 2:
                model[0].requires_grad_(False)
            if step == 4:
                model[0].requires_grad_(True)
            optimizer.zero_grad(set_to_none=True)
            model(torch.randn(3, 4)).square().mean().backward()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    steps = run["Weight Gradient Norm"]["0"]["mean"].steps.tolist()
    assert steps[:2] == [1, 2] and 4 not in steps and steps[-1] == 6
    assert any("frozen" in event["text"] for event in run.events)


def test_modules_that_are_added_later(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for step in range(STEPS):
            if step == 2:
                model.add_module("late", torch.nn.Linear(2, 2))
                optimizer.add_param_group({"params": list(model.late.parameters())})
            optimizer.zero_grad()
            model(torch.randn(3, 4)).square().mean().backward()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    assert len(mean(run, "Weight Gradient Norm", "0")) == STEPS
    assert len(mean(run, "Weight Gradient Norm", "late")) == 1
    assert "late" in [layer["name"] for layer in run.layers]


def test_lazy_modules(run_path):
    model = torch.nn.Sequential(torch.nn.LazyLinear(3), torch.nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model[1].parameters(), lr=0.1)

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            model(torch.randn(3, 4)).square().mean().backward()
            optimizer.step()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that lazy modules are young
        run = watched(run_path, model, loop, optimizer)
    assert len(mean(run, "Weight Gradient Norm", "0")) == STEPS - 1
    assert len(mean(run, "Output Norm", "1")) == STEPS


def test_tied_weights(run_path):
    class Tied(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = torch.nn.Embedding(5, 4)
            self.head = torch.nn.Linear(4, 5, bias=False)
            self.head.weight = self.embedding.weight

        def forward(self, x):
            return self.head(self.embedding(x))

    model = Tied()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            model(torch.arange(5)).square().mean().backward()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    assert len(mean(run, "Weight Gradient Norm", "embedding")) == STEPS


def test_modules_that_are_reached_by_many_ways(run_path):
    class Both(torch.nn.Module):
        def __init__(self, inner):
            super().__init__()
            self.left = inner
            self.right = inner

        def forward(self, x):
            return self.left(x)

    model = torch.nn.Linear(4, 2)
    for _ in range(50):  # 2 ** 50 ways
        model = Both(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    run = watched(run_path, model, lambda watch: train(model, STEPS, optimizer=optimizer), optimizer)
    assert len(mean(run, "Weight Gradient Norm", ".".join(["left"] * 50))) == STEPS


def test_sparse_gradients(run_path):
    model = torch.nn.Sequential(torch.nn.Embedding(50, 4, sparse=True), torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            model(torch.tensor([1, 7, 7])).square().mean().backward()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    assert len(mean(run, "Weight Gradient Norm", "1")) == STEPS


def test_two_models_with_an_optimizer_each(run_path):
    generator, discriminator = mlp(), torch.nn.Sequential(torch.nn.Linear(2, 1))
    optimizers = [torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters())]
    with lensboard.Inspector(lenses(), run_path, tick=1) as watch:
        watch.attach(generator, optimizers[0], name="generator")
        watch.attach(discriminator, optimizers[1], name="discriminator")
        for _ in range(STEPS):
            for model, optimizer in ((discriminator, optimizers[1]), (generator, optimizers[0])):
                optimizer.zero_grad()
                discriminator(generator(torch.randn(8, 4))).mean().backward()
                optimizer.step()
    run = lensboard.open(run_path)
    assert run.ticks["step"].tolist() == [1, 2, 3, 4]
    assert {"generator.0", "generator.2", "discriminator.0"} <= set(run["Weight Update Norm"].layers)


def test_lbfgs_with_a_closure(run_path):
    model = mlp()
    optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=3)
    x, y = torch.randn(16, 4), torch.randn(16, 2)

    def closure():
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        return loss

    def loop(watch):
        for _ in range(STEPS):
            watch.push_loss(optimizer.step(closure).item(), train=True)

    run = watched(run_path, model, loop, optimizer)
    assert run.ticks["step"].tolist() == [1, 2, 3, 4]
    assert len(mean(run, "Weight Gradient Norm", "0")) == STEPS


@pytest.mark.parametrize("scheduler_first", [True, False])
def test_schedulers_and_watches_wrap_the_same_step(run_path, scheduler_first):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        watch = lensboard.Inspector(lenses(), run_path, tick=1)
        if scheduler_first:
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
            watch.attach(model, optimizer)
        else:
            watch.attach(model, optimizer)
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
        train(model, STEPS, lambda loss: scheduler.step(), optimizer)
        watch.close()
        scheduler.step()
        train(model, 2, lambda loss: scheduler.step(), optimizer)
    assert len(mean(lensboard.open(run_path), "Weight Norm", "0")) == STEPS
    assert optimizer.param_groups[0]["lr"] < 0.1


class Structured(torch.nn.Module):
    """Takes what it needs by name, and returns a dict."""

    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(4, 2)
        self.recurrent = torch.nn.LSTM(4, 3)

    def forward(self, *, x, scale=1.0):
        return {"scores": self.inner(input=x) * scale, "states": [self.recurrent(x.unsqueeze(0))[0]]}


def test_keywords_tuples_and_dicts(run_path):
    model = Structured()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            out = model(x=torch.randn(3, 4), scale=2.0)
            (out["scores"].square().mean() + out["states"][0].mean()).backward()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    for layer in ("inner", "recurrent"):
        assert len(mean(run, "Output Norm", layer)) == STEPS


def test_evaluation_without_gradients(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    outputs = []

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            output = model[0](torch.randn(3, 4))
            outputs.append(output.detach().norm(dim=1).mean().item())
            output.mean().backward()
            model.eval()
            with torch.no_grad():
                model(torch.full((3, 4), 1000.0))
            model.train()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    numpy.testing.assert_allclose(mean(run, "Output Norm", "0"), outputs, rtol=1e-5)


def test_an_exception_in_a_forward_is_the_callers(run_path):
    class Failing(torch.nn.Module):
        fails = False

        def __init__(self):
            super().__init__()
            self.inner = torch.nn.Linear(4, 1)

        def forward(self, x):
            x = self.inner(x)
            if self.fails:
                raise ArithmeticError("out of range")
            return x

    model = Failing()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for step in range(STEPS):
            model.fails = step == 1
            optimizer.zero_grad()
            try:
                model(torch.randn(3, 4)).mean().backward()
            except ArithmeticError:
                continue
            optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    assert len(mean(run, "Weight Gradient Norm", "inner")) == STEPS - 1


def test_wrappers_leave_no_name(run_path, tmp_path):
    torch.distributed.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    try:
        model = mlp()
        wrapped = torch.nn.parallel.DistributedDataParallel(model)
        optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.05, momentum=0.9)
        run = watched(run_path, wrapped, lambda watch: train(wrapped, STEPS, watch.push_loss, optimizer), optimizer)
        assert set(run["Weight Gradient Norm"].layers) == {"0", "2"}
        assert len(mean(run, "Output Gradient Norm", "2")) == STEPS
    finally:
        torch.distributed.destroy_process_group()
    other = watched(tmp_path / "parallel.lbrun", torch.nn.DataParallel(mlp()), lambda watch: watch.tick())
    assert set(other["Weight Norm"].layers) == {"0", "2"}


def test_watching_a_model_anew_in_a_notebook(tmp_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for _ in range(2):  # a cell that is run twice, the first Inspector never closed
        watch = lensboard.Inspector(lenses(), tmp_path / "cell.lbrun", tick=1)
        watch.attach(model, optimizer)
        train(model, 2, watch.push_loss, optimizer)
    first_path, second_path = tmp_path / "cell.lbrun", watch.path
    watch.close()
    assert str(first_path) != second_path
    for path in (first_path, second_path):
        assert lensboard.open(path)["Loss"]["train_loss mean"].steps.tolist() == [1, 2]
