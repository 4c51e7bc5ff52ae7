"""Training loops in common styles."""

import subprocess
import sys
import threading
import warnings

import lensboard
import numpy
import pytest
import torch
from conftest import mlp, train
from lensboard.hooks import recorders
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


@pytest.mark.parametrize("reentrant", [True, False])
def test_checkpointing_where_evaluation_is_without_gradients(run_path, reentrant):
    model = Checkpointed(use_reentrant=reentrant)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    outputs = []

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            x = torch.randn(8, 4)
            with torch.no_grad():
                outputs.append(model.inner(model.first(x)).norm(dim=1).mean().item())  # an evaluation
            model(x).square().mean().backward()
            optimizer.step()

    run = watched(run_path, model, loop, optimizer, evaluation_from_grad=True)
    numpy.testing.assert_allclose(mean(run, "Output Norm", "inner"), outputs, rtol=1e-6)
    assert len(mean(run, "Output Norm", "first")) == STEPS


def test_a_validation_loss_that_is_pushed_later(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with lensboard.Inspector(lensboard.LossMetrics(), run_path) as watch:
        watch.attach(model, optimizer)
        for _epoch in range(2):
            for _ in range(2):
                optimizer.zero_grad()
                loss = model(torch.randn(8, 4)).square().mean()
                loss.backward()
                optimizer.step()
                watch.push_loss(loss.item() * 0 + 1)
            model.eval()
            with torch.no_grad():
                loss = model(torch.randn(8, 4)).square().mean()
            model.train()
            watch.push_loss(loss * 0 + 5)
            watch.push_loss(7)
            watch.push_loss(3, train=True)
            watch.tick()
        assert watch._engine.hook_count > 0
    assert not model._forward_pre_hooks
    run = lensboard.open(run_path)
    assert run["Loss"]["train_loss mean"].values.tolist() == pytest.approx([5 / 3, 5 / 3])
    assert run["Loss"]["val_loss mean"].values.tolist() == [6, 6]


@pytest.mark.parametrize("with_keywords", [False, True])
def test_attention_computes_the_same_bits(with_keywords, run_path):
    if with_keywords and not hasattr(torch.nn.Module(), "_forward_hooks_with_kwargs"):
        pytest.skip("hooks of this torch do not see keyword arguments")

    class Attending(torch.nn.Module):
        def __init__(self):
            super().__init__()
            torch.manual_seed(8)
            self.attention = torch.nn.MultiheadAttention(48, 4, batch_first=True, dropout=0.1)

        def forward(self, x):
            x = x * 1
            if with_keywords:
                return self.attention(x, key=x, value=x)[0]
            return self.attention(x, x, x)[0]

    def trained(model, watch=None):
        losses = []
        optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
        if watch:
            watch.attach(model, optimizer)
        torch.manual_seed(9)
        for _ in range(6):
            optimizer.zero_grad()
            x = torch.randn(3, 17, 48, requires_grad=True)
            loss = model(x).square().mean()
            loss.backward()
            optimizer.step()
            losses += [loss.item(), x.grad.sum().item()]
        return losses

    expected = trained(Attending())
    with lensboard.Inspector(lensboard.BackwardInput(types=["MultiheadAttention"]), run_path, tick=1) as watch:
        assert trained(Attending(), watch) == expected
    model = Attending()
    recorder = recorders.BackwardInput().modules(model, types=torch.nn.MultiheadAttention)
    assert trained(model) == expected and recorder.samples(0) == 6


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
    assert run["Weight Gradient Norm"]["0"]["mean"].steps.tolist() == [1, 2, 5, 6]
    assert run["Weight Update Norm"]["0"]["mean"].steps.tolist() == [2, 5, 6]
    assert run["Weight Gradient Norm"]["2"]["mean"].steps.tolist() == [1, 2, 3, 4, 5, 6]
    assert [event["text"] for event in run.events] == []


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


class LowRank(torch.nn.Module):
    """Adds a low-rank update to a layer, as LoRA does."""

    def __init__(self, base):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = torch.nn.Linear(base.in_features, 2, bias=False)
        self.up = torch.nn.Linear(2, base.out_features, bias=False)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


def weight_norm(model):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecated in favour of parametrizations
        torch.nn.utils.weight_norm(model[0])


CHANGES = {
    "module": (lambda model: model.__setitem__(0, torch.nn.Linear(4, 8)), "0"),
    "parameter": (lambda model: setattr(model[0], "weight", torch.nn.Parameter(torch.randn(8, 4))), "0.weight"),
    "wrapped": (lambda model: model.__setitem__(0, LowRank(model[0])), "0"),
    "parametrized": (lambda model: torch.nn.utils.parametrizations.orthogonal(model[0]), "0.weight"),
    "weight norm": (weight_norm, "0.weight"),
    "activation": (lambda model: model.__setitem__(1, torch.nn.Tanh()), "1"),
    "removed": (lambda model: model.__delitem__(2), "2"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_modules_and_parameters_that_are_replaced(run_path, kind):
    change, replaced = CHANGES[kind]
    model = mlp()
    weights, outputs = {}, []

    def loop(watch):
        for step in range(1, 7):
            if step == 4:
                change(model)
            model.zero_grad()
            x = torch.randn(3, 4)
            first, second, *_ = model.children()
            with torch.no_grad():
                outputs.append(second(first(x)).norm(dim=1).mean().item())
            model(x).square().mean().backward()
            torch.optim.SGD(model.parameters(), lr=0.1).step()
            for path, parameter in model.named_parameters():
                layer, _, name = path.rpartition(".")
                if name.startswith("weight") or layer.endswith("parametrizations.weight"):
                    weights.setdefault(layer if name == "weight" else path, {})[step] = parameter.norm().item()
            watch.stepped()

    run = watched(run_path, model, loop)
    for layer in run["Weight Norm"].layers:
        shown = run["Weight Norm"][layer]["mean"]
        assert dict(zip(shown.steps.tolist(), shown.values.tolist())) == pytest.approx(weights.pop(layer), rel=1e-5), layer
    assert not weights
    shown = run["Output Norm"]["1"]["mean"]
    for step, value in zip(shown.steps.tolist(), shown.values.tolist()):
        assert value == pytest.approx(outputs[step - 1], rel=1e-5)
    assert {1, 2, 3, 5, 6} <= set(shown.steps.tolist())
    assert [event["text"] for event in run.events] == [
        f"Layers or parameters of the model were replaced or removed ({replaced}). Its measurements begin anew, averages and histories too."
    ]


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # new releases of torch warn about TorchScript
def test_parameters_of_a_script_that_are_replaced(run_path):
    model = torch.jit.script(mlp())
    norms = []
    with lensboard.Inspector(lensboard.ParameterNorm(), run_path, tick=1) as watch:
        watch.attach(model)
        for step in range(6):
            if step == 3:
                getattr(model, "0").weight = torch.nn.Parameter(torch.randn(8, 4))
            model(torch.randn(3, 4)).square().mean().backward()
            torch.optim.SGD(model.parameters(), lr=0.1).step()
            norms.append(getattr(model, "0").weight.norm().item())
            watch.stepped()
    run = lensboard.open(run_path)
    numpy.testing.assert_allclose(mean(run, "Weight Norm", "0"), norms, rtol=1e-5)
    assert [event["text"].partition(". ")[0] for event in run.events] == ["Layers or parameters of the model were replaced or removed (0.weight)"]


def test_lazy_modules(run_path):
    model = torch.nn.Sequential(torch.nn.LazyLinear(3), torch.nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model[1].parameters(), lr=0.1)

    def loop(watch):
        for _ in range(STEPS):
            optimizer.zero_grad()
            model(torch.randn(3, 4)).square().mean().backward()
            optimizer.step()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # lazy modules warn that they are new
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
    for _ in range(50):  # 2 ** 50 paths
        model = Both(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    run = watched(run_path, model, lambda watch: train(model, STEPS, optimizer=optimizer), optimizer)
    assert len(mean(run, "Weight Gradient Norm", ".".join(["left"] * 50))) == STEPS


def test_workers_of_a_data_loader(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data = torch.utils.data.TensorDataset(torch.randn(32, 4))

    def loop(watch):
        for _ in range(2):  # epochs: workers are forked while the model is watched
            for (x,) in torch.utils.data.DataLoader(data, batch_size=8, num_workers=2):
                optimizer.zero_grad()
                model(x).square().mean().backward()
                optimizer.step()

    run = watched(run_path, model, loop, optimizer)
    assert run.ticks["step"].tolist() == list(range(1, 9)) and run.status == "finished"


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
            for optimizer in reversed(optimizers):  # the discriminator's first
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
    """Takes its inputs by name and returns a dict."""

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


def test_a_wrapper_of_another_package_with_the_name_of_torch(run_path):
    class DistributedDataParallel(torch.nn.Module):  # as in Megatron: without torch's attributes
        def __init__(self, module):
            super().__init__()
            self.module = module

        def forward(self, x):
            return self.module(x)

    wrapped = DistributedDataParallel(mlp())
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.05, momentum=0.9)
    run = watched(run_path, wrapped, lambda watch: train(wrapped, STEPS, watch.push_loss, optimizer), optimizer)
    assert set(run["Weight Gradient Norm"].layers) == {"0", "2"}


def test_watching_a_model_anew_in_a_notebook(tmp_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for _ in range(2):  # a notebook cell run twice, without closing the first Inspector
        watch = lensboard.Inspector(lenses(), tmp_path / "cell.lbrun", tick=1)
        watch.attach(model, optimizer)
        train(model, 2, watch.push_loss, optimizer)
    first_path, second_path = tmp_path / "cell.lbrun", watch.path
    watch.close()
    assert str(first_path) != second_path
    for path in (first_path, second_path):
        assert lensboard.open(path)["Loss"]["train_loss mean"].steps.tolist() == [1, 2]


class LossScaler:
    """Scales like torch's GradScaler, available only for CUDA before torch 2.3: skips a step with non-finite gradients."""

    def __init__(self):
        self.factor = 1024.0

    def scale(self, loss):
        return loss * self.factor

    def get_scale(self):
        return self.factor

    def step(self, optimizer):
        gradients = [p.grad for group in optimizer.param_groups for p in group["params"]]
        self.is_overflow = not all(g.isfinite().all() for g in gradients)
        if not self.is_overflow:
            for gradient in gradients:
                gradient /= self.factor
            optimizer.step()

    def update(self):
        self.factor *= 0.5 if self.is_overflow else 2.0


def scalers():
    yield LossScaler
    if hasattr(getattr(torch, "amp", None), "GradScaler"):
        yield lambda: torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=1)


@pytest.mark.parametrize("make_scaler", list(scalers()))
def test_gradients_are_shown_without_the_scale_of_a_scaler(run_path, tmp_path, make_scaler):
    def run_of(scaler, path, overflow_at=()):
        model = mlp()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        torch.manual_seed(9)
        with lensboard.Inspector(lenses(), path, tick=1) as watch:
            watch.attach(model, optimizer, scaler=scaler)
            for step in range(STEPS):
                optimizer.zero_grad()
                loss = model(torch.randn(3, 4)).square().mean()
                if step in overflow_at:
                    loss = loss * torch.inf
                if scaler is None:
                    loss.backward()
                    optimizer.step()
                else:
                    scaler.scale(loss).backward()
                    scaler.step(optimizer)
                    scaler.update()
        return lensboard.open(path)

    plain, scaled = run_of(None, tmp_path / "plain.lbrun"), run_of(make_scaler(), run_path)
    for tag in ("Weight Gradient Norm", "Bias Gradient Norm", "Output Gradient Norm", "Weight Gradient Correlation", "Weight Update Norm"):
        for layer in ("0", "2"):
            numpy.testing.assert_allclose(mean(scaled, tag, layer), mean(plain, tag, layer), rtol=1e-6, err_msg=f"{tag} {layer}")
    assert mean(plain, "Weight Gradient Norm", "0").std() > 0  # the scale doubles at each step, so use of an old scale would show
    skipped = run_of(make_scaler(), tmp_path / "skipped.lbrun", overflow_at=[1])
    assert len(mean(skipped, "Weight Update Norm", "0")) == STEPS - 2  # no value for the first and the skipped step


def test_what_is_no_scaler_is_refused(run_path):
    with lensboard.Inspector([], run_path) as watch:
        with pytest.raises(TypeError, match="has no get_scale"):
            watch.attach(mlp(), scaler=1024)


class Scaling(torch.nn.Module):
    """Uses elementwise operations only, because processors support these in half precision."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.linspace(-2, 2, 8).half())

    def forward(self, x):
        return x * self.weight


def test_half_precision(run_path):
    model = torch.nn.Sequential(Scaling())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.125)
    seen = {"Weight Gradient Norm": [], "Weight Norm": [], "Output Norm": []}

    def loop(watch):
        for step in range(STEPS):
            optimizer.zero_grad()
            output = model(torch.full((3, 8), 300.0 + step).half())
            output.backward(torch.full_like(output, 2.0**-7))
            optimizer.step()
            seen["Output Norm"].append(output.detach().double().norm(dim=1).mean().item())  # the squares exceed half precision's range
            seen["Weight Gradient Norm"].append(model[0].weight.grad.double().norm().item())
            seen["Weight Norm"].append(model[0].weight.detach().double().norm().item())

    run = watched(run_path, model, loop, optimizer)
    for tag, values in seen.items():
        series = run[tag]["0"]
        numpy.testing.assert_allclose(series["mean" if "mean" in series else "norm"].values, values, rtol=1e-5, err_msg=tag)


def replica_of(module):
    """Creates replicas like DataParallel, on this device."""
    replica = module._replicate_for_data_parallel()
    for name, parameter in module._parameters.items():
        if parameter is not None:
            setattr(replica, name, parameter.view_as(parameter))
    for name, child in module._modules.items():
        replica._modules[name] = replica_of(child)
    return replica


class DataParallel(torch.nn.DataParallel):
    """Runs two replicas on one device, with a large and a small part of the batch, each in its own thread."""

    def forward(self, x):
        parts, outputs = (x[:-3], x[-3:]), [None, None]

        def run_replica(index, replica):
            outputs[index] = replica(parts[index])

        threads = [threading.Thread(target=run_replica, args=(index, replica_of(self.module))) for index in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return torch.cat(outputs)


def test_replicas_of_a_model_run_in_threads(run_path):
    model = torch.nn.Sequential(torch.nn.Linear(4, 600), torch.nn.ReLU(), torch.nn.Linear(600, 2))
    parallel = DataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    expected = []

    def loop(watch):
        for _ in range(20):
            optimizer.zero_grad()
            x = torch.randn(203, 4)
            norms = torch.nn.functional.linear(x, model[0].weight, model[0].bias).detach().double().norm(dim=1)
            expected.append((norms[:-3].mean().item() + norms[-3:].mean().item()) / 2)
            parallel(x).square().mean().backward()
            optimizer.step()

    run = watched(run_path, parallel, loop, optimizer)
    numpy.testing.assert_allclose(mean(run, "Output Norm", "0"), expected, rtol=1e-5)
    assert len(mean(run, "Weight Gradient Norm", "0")) == 20


@pytest.mark.skipif(not hasattr(torch, "compile"), reason="torch.compile came with torch 2.0")
@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_a_model_that_is_attached_before_it_is_compiled(run_path, tmp_path, backend):
    def run_of(path, compiled):
        model = mlp()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
        with lensboard.Inspector(lenses(), path, tick=1) as watch:
            watch.attach(model, optimizer)
            return train(torch.compile(model, backend=backend) if compiled else model, STEPS, watch.push_loss, optimizer)

    assert run_of(tmp_path / "plain.lbrun", False) == pytest.approx(run_of(run_path, True), rel=1e-6)
    plain, compiled = lensboard.open(tmp_path / "plain.lbrun"), lensboard.open(run_path)
    for tag in plain:
        for layer in plain[tag].layers:
            for label, series in plain[tag][layer].items():
                numpy.testing.assert_allclose(compiled[tag][layer][label].values, series.values, rtol=1e-5, atol=1e-7, err_msg=f"{tag} {layer}")


@pytest.mark.skipif(not hasattr(torch, "compile"), reason="torch.compile came with torch 2.0")
def test_a_compiled_model_that_is_attached_has_the_names_of_its_own(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    compiled = torch.compile(model, backend="eager")
    run = watched(run_path, compiled, lambda watch: train(compiled, STEPS, optimizer=optimizer), optimizer)
    assert run["Weight Gradient Norm"].layers == ["0", "2"]
    assert len(mean(run, "Weight Gradient Norm", "0")) == STEPS


@pytest.mark.skipif(not hasattr(torch, "compile"), reason="torch.compile came with torch 2.0")
@pytest.mark.parametrize("order", ["after", "before", "never"])
def test_ticks_of_a_compiled_model_hold_the_losses_of_their_steps(run_path, order):
    model = mlp()
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    ticks = []
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick="3 steps") as watch:
        watch.attach(model, optimizer)
        for step in range(9):
            compiled(torch.zeros(1, 4))
            ticks.append(watch.status["ticks"])
            if order == "before":
                watch.push_loss(float(step), train=True)
            optimizer.step()
            if order == "after":
                watch.push_loss(float(step), train=True)
    assert ticks == [0, 0, 0, 1, 1, 1, 2, 2, 2]  # each tick ends before the next forward is over
    if order != "never":
        assert lensboard.open(run_path)["Loss"]["train_loss mean"].values.tolist() == [1, 4, 7]


def test_a_full_disk_loses_nothing(run_path):
    code = f"""
import resource, torch, lensboard
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
model = torch.nn.Linear(4, 4)
watch = lensboard.Inspector([lensboard.ParameterNorm()], {str(run_path)!r})
watch.attach(model)
watch.tick()
watch.flush()
resource.setrlimit(resource.RLIMIT_FSIZE, (1, unlimited[1]))  # every write fails from here on
for _ in range(500):
    watch.tick()
try:
    watch.flush(timeout=1)
    raise SystemExit("flush() did not say that nothing can be written")
except RuntimeError as error:
    print(error)
print(watch.status["problem"])
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
watch.close()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    said, problem = done.stdout.splitlines()
    assert "run.lbrun" in said and problem
    run = lensboard.open(run_path)
    assert len(run.ticks["tick"]) == 501 and run.status == "finished"
