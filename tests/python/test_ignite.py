"""Records trainings of pytorch-ignite."""

import lensboard
import pytest
import torch
from conftest import mlp

pytest.importorskip("ignite", reason="pytorch-ignite is not installed")
from ignite.engine import Engine, Events, create_supervised_evaluator
from ignite.handlers import Checkpoint, DiskSaver
from ignite.metrics import MeanSquaredError
from lensboard.ignite import LensboardHandler

LENSES = [lensboard.LossMetrics(), lensboard.ParameterGradientGeometry()]


class Training:
    def __init__(self, path, tick="5 steps", fails_at=0, **options):
        self.model = mlp()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)
        data = torch.Generator().manual_seed(6)
        self.batches = [(torch.randn(16, 4, generator=data), torch.randn(16, 2, generator=data)) for _ in range(10)]
        self.losses = []
        self.fails_at = fails_at
        self.engine = Engine(self.step)
        evaluator = create_supervised_evaluator(self.model, {"mse": MeanSquaredError()})
        self.engine.add_event_handler(Events.EPOCH_COMPLETED, lambda: evaluator.run(self.batches[:2]))
        self.handler = LensboardHandler(self.model, self.optimizer, LENSES, run=path, tick=tick, budget=0, **options)
        self.handler.attach(self.engine, {"val": evaluator})

    def step(self, engine, batch):
        if engine.state.iteration == self.fails_at:
            raise ValueError("a bad batch")
        self.model.train()
        self.optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(self.model(batch[0]), batch[1])
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        return {"loss": loss, "largest": 2.0}

    def run(self, epochs=2):
        self.engine.run(self.batches, max_epochs=epochs)
        return self


def test_a_training_is_a_run(run_path):
    training = Training(run_path, config={"note": "first"}).run()
    run = lensboard.open(run_path)
    assert run.status == "finished" and list(run.ticks["step"]) == [5, 10, 15, 20] and list(run.ticks["epoch"]) == [1, 1, 2, 2]
    assert run["Loss"]["train_loss mean"].values.tolist() == pytest.approx(torch.tensor(training.losses).reshape(4, 5).mean(1).tolist())
    assert run["Metrics"]["val_mse mean"].steps.tolist() == [10, 20] and len(run["Metrics"]["largest mean"]) == 4
    assert run.hparams["optimizer"]["lr"] == 0.05 and run.hparams["max_epochs"] == 2 and run.hparams["note"] == "first"


def test_a_tick_is_an_epoch(run_path):
    Training(run_path, "epoch").run()
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [10, 20] and run["Metrics"]["val_mse mean"].steps.tolist() == [10, 20]


def test_each_validation_is_a_point(run_path):
    Training(run_path, "100 steps").run(epochs=3)
    assert lensboard.open(run_path)["Metrics"]["val_mse mean"].steps.tolist() == [10, 20, 30]


def test_a_checkpoint_continues_the_run(tmp_path):
    one, other = tmp_path / "one.lbrun", tmp_path / "other.lbrun"
    whole = Training(one).run()
    begun = Training(other).run(epochs=1)
    saved = {"model": begun.model, "optimizer": begun.optimizer, "trainer": begun.engine, "lensboard": begun.handler}
    Checkpoint(saved, DiskSaver(str(tmp_path), create_dir=False, require_empty=False), filename_pattern="begun.pt")(begun.engine)
    continued = Training(tmp_path / "unused.lbrun")
    loaded = {"model": continued.model, "optimizer": continued.optimizer, "trainer": continued.engine, "lensboard": continued.handler}
    Checkpoint.load_objects(loaded, torch.load(tmp_path / "begun.pt", weights_only=True))
    continued.run()
    assert sorted(path.name for path in tmp_path.glob("*.lbrun")) == ["one.lbrun", "other.lbrun"]
    assert begun.losses + continued.losses == whole.losses
    expected, found = lensboard.open(one), lensboard.open(other)
    for tag, label in (("Loss", "train_loss mean"), ("Metrics", "val_mse mean")):
        assert found[tag][label].values.tolist() == pytest.approx(expected[tag][label].values.tolist())
        assert found[tag][label].steps.tolist() == expected[tag][label].steps.tolist()


def test_an_exception_fails_the_run_and_is_raised(run_path):
    with pytest.raises(ValueError, match="a bad batch"):
        Training(run_path, fails_at=7).run()
    run = lensboard.open(run_path)
    assert run.status == "failed" and run.message == "ValueError: a bad batch"


def test_another_handler_may_catch_the_exception(run_path):
    training, caught = Training(run_path, fails_at=7), []
    training.engine.add_event_handler(Events.EXCEPTION_RAISED, lambda engine, error: caught.append(str(error)))
    training.run()
    assert caught == ["a bad batch"] and lensboard.open(run_path).status == "failed"


def test_a_stop_order_ends_the_training(run_path):
    training = Training(run_path)
    training.engine.add_event_handler(Events.ITERATION_STARTED(once=7), lambda: training.handler.watch.stop())
    training.run()
    assert len(training.losses) == 7 and lensboard.open(run_path).status == "stopped"
