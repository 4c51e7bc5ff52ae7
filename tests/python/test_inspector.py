"""Watching does not change a training, and the recorded values are correct."""

import copy
import gc
import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
import weakref

import lensboard
import numpy
import pytest
import torch
from conftest import mlp, train
from torch import nn

ALL = [
    lensboard.LossMetrics(),
    lensboard.OutputActivation(),
    lensboard.OutputNorm(include=["Linear"]),
    lensboard.OutputGradientGeometry(),
    lensboard.ParameterGradientGeometry(),
    lensboard.ParameterGradientActivation(),
    lensboard.ParameterNorm(),
    lensboard.ParameterUpdateGeometry(),
    lensboard.ParameterCondition(),
]


def hooks_of(model):
    return sum(
        len(module._forward_hooks) + len(module._forward_pre_hooks) + len(module._backward_hooks) for module in model.modules()
    )


def test_every_bit_stays_and_every_lens_shows(run_path):
    expected = train(mlp(), 12)
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    with lensboard.Inspector(ALL, run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        losses = train(model, 12, watch.push_loss, optimizer)
    assert losses == expected
    run = lensboard.open(run_path)
    assert run.status == "finished"
    assert run["Loss"]["train_loss mean"].values.tolist() == expected
    assert run["Loss"]["train_loss mean"].steps.tolist() == list(range(1, 13))
    for tag, layer in [
        ("Output Activations", "1"),
        ("Output Norm", "0"),
        ("Output Gradient Norm", "2"),
        ("Weight Gradient Norm", "0"),
        ("Bias Gradient Correlation", "2"),
        ("Weight Gradient Activation", "0"),
        ("Weight Norm", "2"),
        ("Weight Update Norm", "0"),
        ("Weight Cond", "0"),
    ]:
        assert layer in run[tag].layers, tag


def test_a_change_of_lenses_between_two_measurements_removes_no_hook(run_path):
    """A lens that does not measure the current step within its budget still measures later steps."""
    model = nn.Sequential(nn.Linear(20, 20), nn.Linear(20, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step_until(is_hooked):
        for _ in range(2000):
            optimizer.zero_grad()
            model(torch.randn(8, 20)).square().mean().backward()
            optimizer.step()
            if bool(model[0]._forward_hooks) == is_hooked:
                return
        pytest.fail(f"2000 steps without is_hooked={is_hooked}")

    lenses = [lensboard.OutputGradientGeometry(), lensboard.ParameterNorm()]
    with lensboard.Inspector(lenses, run_path, tick="epoch", budget=0.05) as watch:
        watch.attach(model, optimizer)
        for is_on in (False, True, False):
            step_until(is_hooked=False)
            watch.set_enabled("ParameterNorm", is_on)
            step_until(is_hooked=True)


def test_a_budget_measures_some_steps_of_the_same_training(run_path):
    expected = train(mlp(), 60)
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    with lensboard.Inspector(ALL, run_path, tick=10, budget=0.05) as watch:
        watch.attach(model, optimizer)
        losses = train(model, 60, watch.push_loss, optimizer)
    assert losses == expected
    run = lensboard.open(run_path)
    measured = run["Steps Measured"]["ParameterGradientGeometry"].values
    assert len(measured) == 6 and 0 < measured.max() <= 1
    assert len(run["Weight Gradient Norm"]["0"]["mean"].values) == numpy.count_nonzero(measured)
    assert len(run["Loss"]["train_loss mean"].values) == 6  # sees every step
    with pytest.raises(ValueError, match="budget is a share"):
        lensboard.Inspector(ALL, run_path.with_name("other.lbrun"), budget=1.5)


def test_steps_that_measure_nothing_run_without_hooks(run_path):
    """A module without hooks is called faster. Hooks beside others stay, and all come back in their order."""
    model = mlp()
    calls, orders = [], []
    model[2].register_forward_hook(lambda *_: calls.append("beside"))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    lenses = [lensboard.OutputNorm(), lensboard.OutputGradientGeometry(), lensboard.ParameterGradientGeometry()]
    with lensboard.Inspector(lenses, run_path, tick=300, budget=1e-9) as watch:
        watch.attach(model, optimizer)
        for _ in range(300):
            orders.append([type(hook).__name__ for hook in model[0]._forward_hooks.values()])
            if orders[-1] == []:
                model[0].register_forward_hook(lambda *_: calls.append("later"))
            model(torch.randn(5, 4)).square().mean().backward()
            optimizer.step()
        assert len(model[2]._forward_hooks) == 2
    assert orders.count([]) == 1 and orders[-1] == ["ModuleHook", "function"]
    assert ["function", "ModuleHook"] not in orders
    assert calls.count("beside") == 300
    assert hooks_of(model) == 2


def test_steps_that_measure_nothing_release_the_nodes_of_gradients(run_path):
    """A node that had a hook wraps its gradients for Python in each backward pass."""
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    weight, kept = model[0].weight, []

    def node():
        return weight.view_as(weight).grad_fn.next_functions[0][0]

    with lensboard.Inspector([lensboard.ParameterGradientGeometry()], run_path, tick=300, budget=1e-9) as watch:
        watch.attach(model, optimizer)
        for _ in range(300):
            model(torch.randn(5, 4)).square().mean().backward()
            optimizer.step()
            node().metadata["mark"] = True
            kept.append("mark" in node().metadata)
    assert True in kept and not kept[-1]
    assert len(lensboard.open(run_path)["Weight Gradient Norm"]["0"]["mean"].values) == 1


def test_of_old_ticks_the_extremes_stay_if_all_is_too_much(run_path):
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, keep=500) as watch:
        watch.attach(mlp())
        for tick in range(12_000):
            watch.push_loss(tick)
            watch.tick()
    losses = lensboard.open(run_path)["Loss"]["train_loss mean"].values
    assert len(losses) < 6_000
    assert losses[-500:].tolist() == list(range(11_500, 12_000))
    with pytest.raises(ValueError, match="keep is -1, expected a number of ticks"):
        lensboard.Inspector(lensboard.LossMetrics(), run_path.with_name("other.lbrun"), keep=-1)


def test_numbers_are_those_of_a_plain_computation(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    seen = {"output": [], "output gradient": [], "gradient": [], "update": [], "weight": []}
    before = model[0].weight.detach().double().clone()

    def note(loss):
        nonlocal before
        seen["gradient"].append(model[0].weight.grad.double().norm().item())
        now = model[0].weight.detach().double().clone()
        seen["update"].append((now - before).norm().item())
        seen["weight"].append(now.norm().item())
        before = now
        watch.push_loss(loss)

    def forward_hook(module, inputs, output):
        seen["output"].append(output.detach().double().norm(dim=1).mean().item())
        output.register_hook(lambda gradient: seen["output gradient"].append(gradient.double().norm().item()))

    model[0].register_forward_hook(forward_hook)
    with lensboard.Inspector(ALL, run_path, tick="1 step") as watch:
        watch.attach(model, optimizer)
        train(model, 6, note, optimizer)
    run = lensboard.open(run_path)
    for tag, values in [
        ("Output Norm", seen["output"]),
        ("Output Gradient Norm", seen["output gradient"]),
        ("Weight Gradient Norm", seen["gradient"]),
        ("Weight Norm", seen["weight"]),
    ]:
        numpy.testing.assert_allclose(run[tag]["0"]["norm" if "norm" in run[tag]["0"] else "mean"].values, values, rtol=1e-5)
    numpy.testing.assert_allclose(run["Weight Update Norm"]["0"]["mean"].values, seen["update"][1:], rtol=1e-4)


def test_waiting_for_batches_is_measured(run_path):
    model = mlp()
    with lensboard.Inspector(lensboard.Data(), run_path, tick=2) as watch:
        watch.attach(model)

        def loader():
            for i in range(8):
                time.sleep(0.002)
                yield i

        seen = []
        for i in watch.batches(loader()):
            seen.append(i)
            watch.stepped()
    assert seen == list(range(8))
    shares = lensboard.open(run_path)["Data Wait"]["waiting for data"].values
    assert len(shares) == 4 and (shares > 0).all() and (shares <= 1).all()


def test_nothing_is_left_after_detach(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    before = set(vars(optimizer)), [set(vars(module)) for module in model.modules()]
    with lensboard.Inspector(ALL, run_path) as watch:
        watch.attach(model, optimizer)
        assert hooks_of(model) > 0
        watch.detach(model)
        assert hooks_of(model) == 0
        assert (set(vars(optimizer)), [set(vars(module)) for module in model.modules()]) == before
        train(model, 2, optimizer=optimizer)


def test_what_no_lens_needs_has_no_hook(run_path):
    model = mlp()
    with lensboard.Inspector([lensboard.ParameterNorm(), lensboard.OutputNorm(include=["ReLU"], enabled=False)], run_path) as watch:
        watch.attach(model)
        assert hooks_of(model) == 0
        watch.set_enabled("OutputNorm", True)
        assert hooks_of(model) == 1
        assert len(model[1]._forward_hooks) == 1
        watch.set_enabled("OutputNorm", False)
        assert hooks_of(model) == 0


def test_copies_and_pickles_of_a_watched_model_are_not_watched(run_path, tmp_path):
    model = mlp()
    with lensboard.Inspector(ALL, run_path, tick=1) as watch:
        watch.attach(model)
        twin = copy.deepcopy(model)
        torch.save(model, tmp_path / "model.pt")
        again = pickle.loads(pickle.dumps(model))
        for other in (twin, again):
            other(torch.randn(3, 4)).sum().backward()
        watch.tick()
        whole = {"weights_only": False} if "weights_only" in inspect.signature(torch.load).parameters else {}
        code = f"import torch, sys; m = torch.load({str(tmp_path / 'model.pt')!r}, **{whole}); m(torch.zeros(1, 4)); assert 'lensboard' not in sys.modules"
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": ""})
    assert not len(lensboard.open(run_path)["Output Norm"].layers)


def test_no_activation_outlives_its_step(run_path):
    model = mlp()
    kept = []
    model[1].register_forward_hook(lambda module, inputs, output: kept.append(weakref.ref(output)))
    with lensboard.Inspector(ALL, run_path, tick=2) as watch:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        watch.attach(model, optimizer)
        train(model, 3, watch.push_loss, optimizer)
        gc.collect()
        assert len(kept) == 3
        assert all(reference() is None for reference in kept)


def test_a_model_is_released_with_its_inspector(run_path):
    model = mlp()
    watch = lensboard.Inspector(ALL, run_path)
    watch.attach(model)
    reference = weakref.ref(model)
    watch.close()
    del model, watch
    gc.collect()
    assert reference() is None


def test_ticks_hold_the_losses_of_their_steps(run_path, tmp_path):
    for order, path in (("after", run_path), ("before", tmp_path / "before.lbrun")):
        model = mlp()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
        with lensboard.Inspector([lensboard.LossMetrics()], path, tick="3 steps") as watch:
            watch.attach(model, optimizer)
            for step in range(9):
                model(torch.zeros(1, 4))
                if order == "before":
                    watch.push_loss(float(step), train=True)
                optimizer.step()
                if order == "after":
                    watch.push_loss(float(step), train=True)
        assert lensboard.open(path)["Loss"]["train_loss mean"].values.tolist() == [1, 4, 7], order


def test_training_and_evaluation_are_told_apart(run_path):
    model = mlp()
    with lensboard.Inspector([lensboard.LossMetrics()], run_path) as watch:
        watch.attach(model)
        watch.push_loss(model(torch.randn(2, 4)).sum() * 0 + 1)
        model.eval()
        with torch.no_grad():
            watch.push_loss(model(torch.randn(2, 4)).sum() * 0 + 2)
        watch.push_loss(3.0)
        watch.tick()
    run = lensboard.open(run_path)
    assert run["Loss"]["train_loss mean"].values.tolist() == [1]
    assert run["Loss"]["val_loss mean"].values.tolist() == [2.5]


def test_mistakes_say_what_is_right(run_path, tmp_path):
    with pytest.raises(TypeError, match="did you mean 'log_scale'"):
        lensboard.ParameterNorm(logscale=True)
    with pytest.raises(TypeError, match="expected a lens"):
        lensboard.Inspector(["ParameterNorm"], run_path)
    with pytest.raises(ValueError, match="log_scale"):
        lensboard.Inspector([lensboard.ParameterNorm(log_scale="yes")], run_path)
    with pytest.raises(ValueError, match="20 steps"):
        lensboard.Inspector([], run_path, tick="often")
    (tmp_path / "file").touch()
    with pytest.raises((OSError, RuntimeError), match="file"):
        lensboard.Inspector([], tmp_path / "file" / "run.lbrun")
    watch = lensboard.Inspector([lensboard.ParameterNorm()], run_path)
    with pytest.raises(ValueError, match="no parameters"):
        watch.attach(torch.nn.ReLU())
    with pytest.raises(TypeError, match="torch.nn.Module"):
        watch.attach(7)
    model = mlp()
    watch.attach(model)
    with pytest.raises(ValueError, match="attached already"):
        watch.attach(model)
    with pytest.raises(ValueError, match="OutputNorm"):
        watch.set_enabled("OutputNorm", True)
    with pytest.raises(ValueError, match="one number"):
        watch.push_loss(torch.zeros(3))
    watch.close()
    watch.close()
    with pytest.raises(RuntimeError, match="closed"):
        watch.push_loss(1.0)
    with pytest.raises(AttributeError, match="ParameterNrom"):
        lensboard.ParameterNrom  # noqa: B018


@pytest.mark.parametrize(
    ("misuse", "error", "text"),
    [
        (lambda watch, path: lensboard.Inspector([], path, depth="deep"), TypeError, "depth is a whole number, found 'deep'"),
        (lambda watch, path: lensboard.Inspector([], path, active_every=1.5), TypeError, "active_every is a whole number, found 1.5"),
        (lambda watch, path: lensboard.Inspector([], path, budget="2 %"), TypeError, "budget is a number, found '2 %'"),
        (lambda watch, path: lensboard.Inspector([], path, budget=2), ValueError, "budget is a share"),
        (lambda watch, path: lensboard.Inspector([], path, memory=5), ValueError, 'memory is "5", expected such as "1 GB"'),
        (lambda watch, path: lensboard.Inspector([], path, keep=1.5), TypeError, "keep is a whole number, found 1.5"),
        (lambda watch, path: lensboard.Inspector([], path, name=5), TypeError, "name is text, found 5"),
        (lambda watch, path: lensboard.Inspector([], path, state=""), ValueError, "the path of the state is empty"),
        (lambda watch, path: lensboard.Inspector([], str(path) + "/new/"), OSError, "found a folder"),
        (lambda watch, path: lensboard.Inspector([lensboard.OutputMonitor(name=5)], path), ValueError, "name: found 5"),
        (lambda watch, path: watch.attach(mlp(), name=5), TypeError, "name is text, found 5"),
        (lambda watch, path: watch.push_loss(1j), TypeError, "a loss is a number, found 1j"),
        (lambda watch, path: watch.push_loss(torch.zeros(3)), ValueError, "a loss is one number, found a tensor of 3 values"),
        (lambda watch, path: watch.push_metric("accuracy", "high"), TypeError, "a metric is a number, found 'high'"),
        (lambda watch, path: watch.tick(epoch="first"), TypeError, "epoch is a whole number, found 'first'"),
        (lambda watch, path: watch.set_epoch(None), TypeError, "epoch is a whole number, found None"),
        (lambda watch, path: watch.add_samples(0.5), TypeError, "count is a whole number, found 0.5"),
        (lambda watch, path: watch.set_enabled(5, True), TypeError, "expected a lens"),
        (lambda watch, path: watch.flush("soon"), TypeError, "timeout is a number, found 'soon'"),
        (lambda watch, path: watch.save_state(""), ValueError, "the path of the state is empty"),
        (lambda watch, path: watch.save_state(path.parent), OSError, "is a folder"),
        (lambda watch, path: watch.close("done"), ValueError, '"done" is no status of a run'),
        (lambda watch, path: watch.on_finding(print, "LossSpikes"), ValueError, "LossSpike"),
        (lambda watch, path: lensboard.open(path.parent / "none.lbrun"), OSError, "none.lbrun"),
    ],
)
def test_a_misuse_is_explained(run_path, misuse, error, text):
    with lensboard.Inspector(lensboard.LossMetrics(), run_path) as watch:
        watch.attach(mlp(6), name="first")
        with pytest.raises(error) as raised:
            misuse(watch, run_path.with_name("misused.lbrun"))
    assert text in str(raised.value)
    for raw in ["incompatible", "json.exception", "vector::", "_M_", "std::", "c10::", "Exception raised from", "_lensboard.", "object has no attribute"]:
        assert raw not in str(raised.value)


def test_how_a_run_ends_is_in_it(tmp_path):
    def ended(body):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.lbrun"
        code = f"import lensboard, torch\nwatch = lensboard.Inspector([lensboard.LossMetrics()], {str(path)!r})\n" + body
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        run = lensboard.open(path)
        return done.returncode, run.status, run.message

    assert ended("pass") == (0, "finished", "")
    assert ended("raise ValueError('out of luck')") == (1, "failed", "ValueError: out of luck")
    assert ended("with watch: raise ValueError('within')") == (1, "failed", "ValueError: within")
    assert ended("with watch: raise KeyboardInterrupt")[1] == "stopped"
    assert ended("raise KeyboardInterrupt")[1] == "stopped"
    assert ended("watch.stop(); assert watch.stop_requested") == (0, "stopped", "")


def test_a_fork_records_nothing_and_harms_nothing(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    torch.set_num_threads(1)
    with lensboard.Inspector([lensboard.LossMetrics()], run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        train(model, 2, watch.push_loss, optimizer)
        child = os.fork()
        if child == 0:
            watch.push_loss(9.0, train=True)
            watch.tick()
            watch.save_state(run_path.with_suffix(".pt"))
            watch.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        train(model, 2, watch.push_loss, optimizer)
    torch.set_num_threads(2)
    values = lensboard.open(run_path)["Loss"]["train_loss mean"].values
    assert len(values) == 4 and 9 not in values
    assert not run_path.with_suffix(".pt").exists()


def test_it_goes_on_where_it_stopped(run_path, tmp_path):
    def loop(watch, model, optimizer, steps):
        watch.attach(model, optimizer)
        train(model, steps, watch.push_loss, optimizer)

    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterUpdateGeometry()], run_path, tick=2) as watch:
        loop(watch, model, optimizer, 4)
        watch.save_state(tmp_path / "state.pt")
    with lensboard.Inspector(
        [lensboard.LossMetrics(), lensboard.ParameterUpdateGeometry()], run_path, tick=2, state=tmp_path / "state.pt"
    ) as watch:
        loop(watch, model, optimizer, 4)
    run = lensboard.open(run_path)
    assert run["Loss"]["train_loss mean"].steps.tolist() == [2, 4, 6, 8]
    assert run.ticks["tick"].tolist() == [1, 2, 3, 4]


def test_a_state_goes_on_in_its_own_run_alone(tmp_path):
    def run(name, wide=8, **options):
        model = torch.nn.Linear(4, wide)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        with lensboard.Inspector(lensboard.ParameterNorm(), tmp_path / f"{name}.lbrun", tick=1, **options) as watch:
            watch.attach(model, optimizer)
            for _ in range(3):
                model(torch.ones(2, 4)).sum().backward()
                optimizer.step()
            watch.save_state(tmp_path / f"{name}.pt")
            model(torch.ones(2, 4)).sum().backward()
            optimizer.step()

    def ticks(name):
        return len(lensboard.open(tmp_path / f"{name}.lbrun").ticks["tick"])

    run("a")
    run("b")
    with pytest.raises(RuntimeError, match=r"a\.pt: was saved by another run than .*b\.lbrun"):
        run("b", state=tmp_path / "a.pt")
    with pytest.raises(ValueError, match="bias is 9 here and was 8"):
        run("a", 9, state=tmp_path / "a.pt")
    assert ticks("a") == ticks("b") == 4
    run("a", state=tmp_path / "a.pt")
    assert ticks("a") == 7


def test_a_function_says_which_ticks_are_measured(run_path):
    model = mlp()
    asked = []
    with lensboard.Inspector([lensboard.ParameterNorm()], run_path, is_active=lambda tick: asked.append(tick) or tick in (2, 5)) as watch:
        watch.attach(model, name="one")
        watch.attach(mlp(), name="other")
        for _ in range(6):
            watch.tick()
    assert lensboard.open(run_path).ticks["tick"].tolist() == [2, 5]
    assert asked == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(TypeError, match="is_active is a function"):
        lensboard.Inspector([], run_path, is_active=2)


@pytest.fixture
def interruptible():
    """A shell's background program ignores SIGINT, and its child processes inherit this."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_pause(run_path, interruptible):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with pytest.raises(KeyboardInterrupt):
        with lensboard.Inspector([lensboard.ParameterNorm()], run_path, tick=1) as watch:
            watch.attach(model, optimizer)
            train(model, 2, optimizer=optimizer)
            watch.pause()
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            train(model, 1, optimizer=optimizer)
    run = lensboard.open(run_path)
    assert run.status == "stopped" and run.ticks["tick"].tolist() == [1, 2, 3]  # the third step was trained, too


def test_threads_order_the_loop(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector(ALL, run_path, tick=1) as watch:
        watch.attach(model, optimizer)

        def order():
            for _ in range(20):
                watch.set_enabled("OutputNorm", not watch.lenses["OutputNorm"])
                watch.pause()
                watch.resume()

        threads = [threading.Thread(target=order) for _ in range(2)]
        for thread in threads:
            thread.start()
        losses = train(model, 50, optimizer=optimizer)
        for thread in threads:
            thread.join()
        watch.resume()
    twin = mlp()
    assert losses == train(twin, 50, optimizer=torch.optim.SGD(twin.parameters(), lr=0.05))
    assert len(lensboard.open(run_path).ticks["tick"]) == 50


def test_a_training_that_records_nothing_says_so(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for options, how in [({}, "call tick"), ({"tick": "20 steps"}, "pass the optimizer")]:
        with pytest.warns(RuntimeWarning, match=how):
            with lensboard.Inspector(lensboard.LossMetrics(), run_path, **options) as watch:
                watch.attach(model)
                losses = train(model, 3, watch.push_loss, optimizer)
        run = lensboard.open(watch.path)
        assert run["Loss"]["train_loss mean"].values.tolist() == [pytest.approx(sum(losses) / 3)]


def test_what_is_pending_at_the_end_is_the_last_tick(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=20) as watch:
            watch.attach(model, optimizer)
            train(model, 50, watch.push_loss, optimizer)
    assert lensboard.open(run_path).ticks["step"].tolist() == [20, 40, 50]
    with pytest.raises(ValueError, match="out of luck"):
        with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=20) as watch:
            watch.attach(model, optimizer)
            train(model, 3, watch.push_loss, optimizer)
            raise ValueError("out of luck")
    assert lensboard.open(watch.path).ticks["step"].tolist() == [3]


def test_what_is_attached_belongs_together(run_path, tmp_path):
    model, other = mlp(), mlp()
    optimizer = torch.optim.SGD(other.parameters(), lr=0.05)
    with lensboard.Inspector([], run_path) as watch:
        with pytest.raises(ValueError, match="SGD has no parameter of the model"):
            watch.attach(model, optimizer)
        with pytest.raises(TypeError, match=r"found SGD; it is attach\(model, optimizer\)"):
            watch.attach(optimizer, model)
        watch.attach(model)
        with pytest.raises(ValueError, match="give each its own"):
            watch.attach(other, optimizer)
        with pytest.raises(TypeError, match="found 'x'"):
            watch.push_loss("x")
    with pytest.raises(IsADirectoryError, match="found a folder"):
        lensboard.Inspector([], tmp_path)
    with pytest.raises(AttributeError, match="did you mean 'OutputNorm'"):
        lensboard.OutputNrm  # noqa: B018
