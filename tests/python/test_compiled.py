"""Models that torch.compile compiled are watched as they are without it."""

import copy
import io

import lensboard
import numpy
import pytest
import torch

pytestmark = pytest.mark.skipif(
    not hasattr(getattr(torch, "compiler", None), "set_stance"),
    reason="torch before 2.6 breaks graphs at hooks: it cannot trace operators of ours",
)

LENSES = [
    lensboard.LossMetrics(),
    lensboard.OutputActivation(),
    lensboard.OutputNorm(include=["Linear", "BatchNorm1d", "ReLU", "Tanh"]),
    lensboard.OutputSaturation(),
    lensboard.OutputGradientGeometry(),
    lensboard.ParameterGradientGeometry(),
    lensboard.ParameterGradientActivation(),
    lensboard.ParameterNorm(),
    lensboard.ParameterUpdateGeometry(),
    lensboard.ParameterCondition(),
    lensboard.WeightUpdateRatio(),
    lensboard.EffectiveRank(),
    lensboard.BatchNormDrift(),
    lensboard.Data(),
    lensboard.Histogram(every=1),
]


class Block(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.wide = torch.nn.Linear(size, 2 * size, bias=False)  # its gradient would be rounding errors
        self.norm = torch.nn.BatchNorm1d(2 * size)
        self.act = torch.nn.ReLU()
        self.narrow = torch.nn.Linear(2 * size, size)

    def forward(self, x):
        return x + self.narrow(self.act(self.norm(self.wide(x))))


def blocks(count=2, size=8):
    torch.manual_seed(5)
    return torch.nn.Sequential(*[Block(size) for _ in range(count)], torch.nn.Tanh(), torch.nn.Linear(size, 2))


def reset_dynamo():
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()


@pytest.fixture(autouse=True)
def fresh_dynamo():
    reset_dynamo()


def graphs():
    return torch._dynamo.utils.counters["stats"]["unique_graphs"]


def batch(step, rows=16):
    generator = torch.Generator().manual_seed(step)
    return torch.randn(rows, 8, generator=generator), torch.randn(rows, 2, generator=generator)


def train(run_path, lenses=LENSES, steps=6, model=None, compiled=lambda model: model, rows=lambda step: 16, each=lambda watch, step: None, tick=2, **options):
    """Trains a model, compiled by ``compiled``, and returns its run."""
    model = model or blocks()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector(lenses, run_path, tick=tick, **options) as watch:
        watch.attach(model, optimizer)
        forward = compiled(model)
        for step in range(steps):
            each(watch, step)
            inputs, targets = batch(step, rows(step))
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(forward(inputs), targets)
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)
    return lensboard.open(watch.path)


def check_same(run, other):
    """All values of all plots are the same up to rounding."""
    mine, theirs = ({(tag, layer, series.name, series.role): series for tag, layer, series in each.series()} for each in (run, other))
    assert set(mine) == set(theirs)
    for key, series in mine.items():
        assert series.steps.tolist() == theirs[key].steps.tolist(), key
        numpy.testing.assert_allclose(series.values, theirs[key].values, rtol=2e-4, atol=2e-5, err_msg=str(key))


def compile_with(**options):
    return lambda model: torch.compile(model, **{"backend": "aot_eager", "fullgraph": True, **options})


WAYS = {
    "torch.compile(model)": compile_with(),
    "inductor": compile_with(backend="inductor"),
    "dynamic shapes": compile_with(dynamic=True),
    "model.compile()": lambda model: (model.compile(backend="aot_eager", fullgraph=True), model)[1],
    "a function": lambda model: torch.compile(lambda inputs: model(inputs) * 1.0, backend="aot_eager", fullgraph=True),
    "backend eager": compile_with(backend="eager"),
}


@pytest.fixture(scope="module")
def eager(tmp_path_factory):
    return train(tmp_path_factory.mktemp("eager") / "run.lbrun")


@pytest.mark.parametrize("way", WAYS)
def test_every_lens_sees_what_it_sees_without(way, eager, run_path):
    WAYS[way](blocks())(batch(0)[0])
    unwatched = graphs()  # 1, or 2 for model.compile()
    reset_dynamo()
    run = train(run_path, compiled=WAYS[way])
    check_same(run, eager)
    assert run["Output Norm"] and run["Output Gradient Norm"] and run["Batch Norm Drift"]
    assert graphs() <= unwatched and not torch._dynamo.utils.counters["graph_break"]


def test_modules_that_are_compiled_one_by_one_share_a_graph(eager, run_path):
    def regional(model):
        for block in list(model)[:2]:
            block.compile(backend="aot_eager", fullgraph=True)
        return model

    check_same(train(run_path, compiled=regional), eager)
    assert graphs() == 2  # the input of the first block requires no gradient


def test_compiled_modules_in_a_model_have_their_own_names(eager, run_path):
    model = blocks()
    for i in range(2):
        model[i] = torch.compile(model[i], backend="aot_eager", fullgraph=True)
    check_same(train(run_path, model=model), eager)


def test_attached_after_the_first_call(eager, run_path):
    model = blocks()
    compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
    state = copy.deepcopy(model.state_dict())
    compiled(batch(0)[0]).sum().backward()
    model.load_state_dict(state)
    run = train(run_path, model=model, compiled=lambda _: compiled)
    check_same(run, eager)
    assert len([text for text in texts(run) if "compiled again" in text]) == 1
    wrapped = torch.compile(blocks(), backend="aot_eager", fullgraph=True)
    check_same(train(run_path, model=wrapped), eager)


@pytest.mark.parametrize("first", [True, False])
def test_another_model_of_the_class_is_compiled_too(first, eager, run_path):
    other = torch.compile(blocks(), backend="aot_eager", fullgraph=True)
    model = blocks()

    def each(watch, step):
        if first or step > 0:
            other(batch(step)[0]).sum().backward()

    check_same(train(run_path, model=model, each=each, compiled=compile_with()), eager)
    assert graphs() == 2


def texts(run):
    return [event["text"] for event in run.events]


def test_a_switch_compiles_nothing(run_path):
    def switch(watch, step):
        watch.set_enabled("OutputNorm", step in (2, 3))
        watch.set_enabled("OutputGradientGeometry", step in (4, 5))

    lenses = [lensboard.OutputNorm(enabled=False), lensboard.OutputGradientGeometry(), lensboard.LossMetrics()]
    run = train(run_path, lenses, 8, each=switch, compiled=compile_with(), tick=1)
    assert graphs() == 1
    assert set(run["Output Norm"]["1.act"]["mean"].steps) == {3, 4}
    assert set(run["Output Gradient Norm"]["1.narrow"]["mean"].steps) == {5, 6}


def test_batches_of_any_size(run_path, tmp_path):
    rows = lambda step: 16 + step % 3  # noqa: E731
    run = train(run_path, rows=rows, compiled=compile_with())
    check_same(run, train(tmp_path / "eager.lbrun", rows=rows))
    assert graphs() == 2  # one for a fixed size, one for any


def test_compiled_autograd(eager, run_path):
    with torch._dynamo.config.patch(compiled_autograd=True):
        run = train(run_path, compiled=compile_with(fullgraph=False))
    check_same(run, eager)


def test_reduce_overhead(eager, run_path):
    check_same(train(run_path, compiled=compile_with(backend="inductor", mode="reduce-overhead")), eager)


class Checkpointed(torch.nn.Sequential):
    def forward(self, x):
        for layer in self:
            x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
        return x


def test_checkpointing(run_path, tmp_path):
    lenses = [lensboard.OutputNorm(), lensboard.OutputGradientGeometry(), lensboard.ParameterGradientGeometry()]
    model = lambda: Checkpointed(torch.nn.Linear(8, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2))  # noqa: E731
    torch.manual_seed(1)
    run = train(run_path, lenses, model=model(), compiled=compile_with())
    torch.manual_seed(1)
    check_same(run, train(tmp_path / "eager.lbrun", lenses, model=model()))


def test_evaluation_is_told_from_training(run_path, tmp_path):
    def run(path, compiled, **options):
        model = blocks()
        forward = compiled(model)

        def evaluate(watch, step):
            model.eval()
            with torch.no_grad():
                forward(batch(100 + step)[0])
            model.train()

        return train(path, model=model, compiled=lambda _: forward, each=evaluate, **options)

    for options in ({}, {"evaluation_from_grad": True}):
        check_same(run(run_path, compile_with(), **options), run(tmp_path / "eager.lbrun", lambda model: model, **options))


def test_within_a_budget_most_steps_run_without_operators(run_path):
    """These steps have no hooks but one, since Dynamo checks each hook at each call."""
    model, counts = blocks(), []
    lenses = [lensboard.OutputNorm(), lensboard.LossMetrics()]
    each = lambda watch, step: counts.append(hooks_of(model))  # noqa: E731
    run = train(run_path, lenses, 400, model=model, each=each, compiled=compile_with(), budget=1e-9, tick=400)
    assert graphs() == 2
    assert 0 < run["Steps Measured"]["OutputNorm"].values[0] < 0.5
    assert counts.count(1) > 200 and max(counts) > 1


def test_the_budget_includes_the_operators(run_path):
    """They take far longer than the lenses of these small outputs, so each step would be measured if they were free."""
    lenses = [lensboard.OutputNorm(), lensboard.OutputActivation(), lensboard.OutputGradientGeometry()]
    run = train(run_path, lenses, 1200, compiled=compile_with(), budget=0.02, tick=600)
    shares = [line.values[1] for line in run["Steps Measured"].values()]
    assert len(shares) == 3 and 0 < max(shares) < 0.5
    assert min(shares) == max(shares)  # in the same steps
    assert graphs() == 2


def test_a_step_within_a_budget_has_the_values_of_an_eager_one(run_path, tmp_path):
    some = train(run_path, LENSES, 150, compiled=compile_with(backend="inductor"), budget=0.02, tick=1)
    full = train(tmp_path / "eager.lbrun", LENSES, 150, tick=1)
    expected = {(tag, layer, each.name): dict(zip(each.steps, each.values)) for tag, layer, each in full.series()}
    found = 0
    for tag, layer, each in some.series():
        if not tag.endswith("Norm") or "Batch" in tag:
            continue
        found += len(each.steps)
        theirs = expected[tag, layer, each.name]
        numpy.testing.assert_allclose(each.values, [theirs[step] for step in each.steps], rtol=1e-3, atol=1e-4, err_msg=f"{tag} {layer}")
    assert found > 100


def test_an_eager_model_has_hooks_only_where_it_is_watched(run_path):
    model = blocks()
    other = torch.compile(torch.nn.Linear(2, 2), backend="aot_eager")
    with lensboard.Inspector([lensboard.OutputNorm()], run_path) as watch:
        watch.attach(model)
        other(torch.randn(1, 2))
        assert hooks_of(model) > 0
        assert all(type(hook).__name__ == "ModuleHook" for module in model.modules() for hook in module._forward_hooks.values())
        watch.set_enabled("OutputNorm", False)
        other(torch.randn(1, 2))
        assert hooks_of(model) == 0


def hooks_of(model):
    return sum(len(module._forward_hooks) + len(module._forward_pre_hooks) for module in model.modules())


def test_nothing_is_left_on_a_compiled_model(run_path):
    model = blocks()
    train(run_path, model=model, compiled=compile_with())
    assert hooks_of(model) == 0


def test_a_copy_of_a_compiled_model_is_not_watched(run_path):
    def copies(watch, step):
        if step == 3:
            model = watch._models[0].model
            buffer = io.BytesIO()
            torch.save(model, buffer)
            buffer.seek(0)
            for other in (copy.deepcopy(model), torch.load(buffer, weights_only=False)):
                other(1000 * torch.ones(4, 8))

    run = train(run_path, each=copies, compiled=compile_with())
    assert run["Output Norm"]["2"]["mean"].values.max() < 100


class Structured(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(8, 8)
        self.inner = Inner()

    def forward(self, x):
        found = self.inner(self.first(x), scale=torch.ones(1))
        return found["out"][0] + found["more"]


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 2)

    def forward(self, x, scale):
        out = self.linear(x) * scale
        return {"out": (out, 3), "more": out.detach().exp()}


def test_outputs_within_structures_monitors_and_recorders(run_path, tmp_path):
    lenses = [
        lensboard.OutputNorm(),
        lensboard.OutputGradientGeometry(),
        lensboard.OutputMonitor(name="out", module="inner"),
        lensboard.InputMonitor(name="in", module="inner.linear"),
        lensboard.StateMonitor(name="state", module="inner.linear", attribute="weight"),
        lensboard.BackwardInput(name="backward in", layers=["inner.linear"]),
        lensboard.BackwardOutput(name="backward out", layers=["inner"]),
        lensboard.ForwardPre(name="pre", layers=["inner"]),
    ]
    torch.manual_seed(1)
    run = train(run_path, lenses, model=Structured(), compiled=compile_with(), depth=1)
    torch.manual_seed(1)
    other = train(tmp_path / "eager.lbrun", lenses, model=Structured(), depth=1)
    check_same(run, other)
    assert graphs() == 1
    for tag, layer in [("backward in", "inner.linear"), ("backward out", "inner"), ("pre", "inner")]:
        mine, theirs = (next(iter(each[tag][layer].values())) for each in (run, other))
        assert len(mine) == len(theirs) > 0
        numpy.testing.assert_allclose(mine[-1], theirs[-1], rtol=2e-4, atol=2e-5)
