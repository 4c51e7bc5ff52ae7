"""Records trainings of Lightning."""

import pickle

import lensboard
import pytest
import torch

lightning = pytest.importorskip("lightning.pytorch", reason="lightning is not installed")
from lensboard.lightning import LensboardCallback  # noqa: E402

LENSES = [lensboard.LossMetrics(), lensboard.ParameterGradientGeometry(), lensboard.ParameterUpdateGeometry()]


class Module(lightning.LightningModule):
    def __init__(self, width=8, lr=0.05):
        super().__init__()
        self.save_hyperparameters()
        torch.manual_seed(5)
        self.net = torch.nn.Sequential(torch.nn.Linear(4, width), torch.nn.ReLU(), torch.nn.Linear(width, 2))
        self.losses = []
        self.norms = []

    def training_step(self, batch, index):
        loss = torch.nn.functional.mse_loss(self.net(batch[0]), batch[1])
        self.losses.append(loss.item())
        self.log("train_mse", loss)
        return loss

    def on_before_optimizer_step(self, optimizer):
        self.norms.append(self.net[0].weight.grad.norm().item())

    def validation_step(self, batch, index):
        loss = torch.nn.functional.mse_loss(self.net(batch[0]), batch[1])
        self.log("val_mse", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=self.hparams.lr, momentum=0.9)


def loader(batches=10):
    data = torch.Generator().manual_seed(6)
    samples = torch.utils.data.TensorDataset(torch.randn(16 * batches, 4, generator=data), torch.randn(16 * batches, 2, generator=data))
    return torch.utils.data.DataLoader(samples, 16)


def trainer(folder, callback, epochs=2, **settings):
    quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
    return lightning.Trainer(
        accelerator="cpu", max_epochs=epochs, callbacks=[callback], default_root_dir=folder, log_every_n_steps=1, **{**quiet, **settings}
    )


def callback(path, tick="5 steps", **options):
    return LensboardCallback(LENSES, run=path, tick=tick, budget=0, **options)


def test_a_fit_is_a_run(run_path, tmp_path):
    begun = []
    module, watching = Module(), callback(run_path, config={"note": "first"}, on_begin=begun.append)
    fit = trainer(tmp_path, watching)
    fit.fit(module, loader(), loader(2))
    assert fit.loggers == [] and watching.watch.path == str(run_path) and begun == [watching.watch]
    run = lensboard.open(run_path)
    assert run.status == "finished" and list(run.ticks["step"]) == [5, 10, 15, 20] and list(run.ticks["epoch"]) == [1, 1, 2, 2]
    expected = torch.tensor(module.losses).reshape(4, 5).mean(1).tolist()
    assert run["Loss"]["train_loss mean"].values.tolist() == pytest.approx(expected)
    assert run["Loss"]["val_loss mean"].steps.tolist() == [10, 20]
    assert run["Metrics"]["train_mse mean"].values.tolist() == pytest.approx(expected)
    assert run["Metrics"]["val_mse mean"].steps.tolist() == [10, 20]
    norms = torch.tensor(module.norms).reshape(4, 5).mean(1).tolist()
    assert run["Weight Gradient Norm"]["net.0"]["mean"].values.tolist() == pytest.approx(norms, rel=1e-5)
    hparams = run.hparams
    assert (hparams["width"], hparams["lr"], hparams["note"], hparams["trainer"]["max_epochs"]) == (8, 0.05, "first", 2)
    assert hparams["optimizer"]["kind"] == "SGD" and hparams["optimizer"]["momentum"] == 0.9


def test_a_tick_is_an_epoch(run_path, tmp_path):
    trainer(tmp_path, callback(run_path, "epoch")).fit(Module(), loader(), loader(2))
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [10, 20] and list(run.ticks["epoch"]) == [1, 2]
    assert run["Metrics"]["val_mse mean"].steps.tolist() == [10, 20]


def test_each_validation_is_a_point(run_path, tmp_path):
    trainer(tmp_path, callback(run_path, "8 steps"), epochs=3).fit(Module(), loader(), loader(2))
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [8, 10, 18, 20, 28, 30] and run["Metrics"]["val_mse mean"].steps.tolist() == [10, 20, 30]


def test_watching_changes_no_result(run_path, tmp_path):
    alone, watched = Module(), Module()
    trainer(tmp_path, lightning.Callback()).fit(alone, loader(), loader(2))
    trainer(tmp_path, callback(run_path)).fit(watched, loader(), loader(2))
    assert alone.losses == watched.losses


def test_a_checkpoint_continues_the_run(run_path, tmp_path):
    one, other = tmp_path / "one.lbrun", tmp_path / "other.lbrun"
    trainer(tmp_path, callback(one)).fit(Module(), loader(), loader(2))
    begun = trainer(tmp_path, callback(other), epochs=1)
    begun.fit(Module(), loader(), loader(2))
    begun.save_checkpoint(tmp_path / "begun.ckpt")
    trainer(tmp_path, callback(tmp_path / "unused.lbrun")).fit(Module(), loader(), loader(2), ckpt_path=tmp_path / "begun.ckpt")
    assert sorted(path.name for path in tmp_path.glob("*.lbrun")) == ["one.lbrun", "other.lbrun"]
    whole, continued = lensboard.open(one), lensboard.open(other)
    assert list(continued.ticks["step"]) == list(whole.ticks["step"]) and list(continued.ticks["epoch"]) == [1, 1, 2, 2]
    for tag, layer, series in whole.series():
        if "Correlation" in tag:
            continue  # the state has no gradients to compare with
        again = next(each for its_tag, its_layer, each in continued.series() if (its_tag, its_layer, each.name) == (tag, layer, series.name))
        assert again.values.tolist() == pytest.approx(series.values.tolist(), nan_ok=True), (tag, layer, series.name)


def test_a_checkpoint_whose_run_is_gone_begins_a_new_one(run_path, tmp_path):
    begun = trainer(tmp_path, callback(run_path), epochs=1)
    begun.fit(Module(), loader())
    begun.save_checkpoint(tmp_path / "begun.ckpt")
    run_path.unlink()
    with pytest.warns(RuntimeWarning, match="cannot be continued, so this is a new run"):
        trainer(tmp_path, callback(tmp_path / "new.lbrun")).fit(Module(), loader(), ckpt_path=tmp_path / "begun.ckpt")
    assert list(lensboard.open(tmp_path / "new.lbrun").ticks["step"]) == [5, 10]


def test_a_callback_is_copied_without_its_run(run_path, tmp_path):
    watching = callback(run_path)
    trainer(tmp_path, watching, epochs=1).fit(Module(), loader())
    copied = pickle.loads(pickle.dumps(watching))
    assert watching.watch and copied.watch is None
    trainer(tmp_path, copied, epochs=1).fit(Module(), loader())
    assert sorted(path.name for path in tmp_path.glob("*.lbrun")) == ["run-2.lbrun", "run.lbrun"]


def test_an_exception_fails_the_run(run_path, tmp_path):
    class Failing(Module):
        def training_step(self, batch, index):
            if index == 7:
                raise ValueError("a bad batch")
            return super().training_step(batch, index)

    with pytest.raises(ValueError, match="a bad batch"):
        trainer(tmp_path, callback(run_path)).fit(Failing(), loader())
    run = lensboard.open(run_path)
    assert run.status == "failed" and run.message == "ValueError: a bad batch"


def test_a_stop_order_ends_the_training(run_path, tmp_path):
    class Stopping(lightning.Callback):
        def on_train_batch_end(self, trainer, module, outputs, batch, index):
            if trainer.global_step == 7:
                watching.watch.stop()

    watching, module = callback(run_path), Module()
    fit = trainer(tmp_path, watching)
    fit.callbacks.insert(0, Stopping())
    fit.fit(module, loader())
    assert len(module.losses) in (7, 8) and lensboard.open(run_path).status == "stopped"


def test_several_optimizers_by_hand(run_path, tmp_path):
    class Manual(Module):
        automatic_optimization = False

        def training_step(self, batch, index):
            for optimizer in self.optimizers():
                loss = torch.nn.functional.mse_loss(self.net(batch[0]), batch[1])
                optimizer.zero_grad()
                self.manual_backward(loss)
                optimizer.step()
            return {"loss": loss}

        def configure_optimizers(self):
            return [torch.optim.SGD(self.net[0].parameters(), lr=0.05), torch.optim.Adam(self.net[2].parameters(), lr=0.01)]

    trainer(tmp_path, callback(run_path), epochs=1).fit(Manual(), loader())
    run = lensboard.open(run_path)
    assert [each["kind"] for each in run.hparams["optimizer"]] == ["SGD", "Adam"]
    assert len(run["Weight Gradient Norm"]["net.2"]["mean"]) > 0


def test_the_other_package(run_path, tmp_path):
    """Modules and trainers of pytorch_lightning, a copy of the same classes."""
    other = pytest.importorskip("pytorch_lightning")

    class Net(other.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = torch.nn.Linear(4, 2)

        def training_step(self, batch, index):
            return torch.nn.functional.mse_loss(self.net(batch[0]), batch[1])

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    fit = other.Trainer(
        accelerator="cpu", max_epochs=1, callbacks=[callback(run_path)], logger=False, enable_checkpointing=False, enable_progress_bar=False
    )
    fit.fit(Net(), loader())
    run = lensboard.open(run_path)
    assert list(run.ticks["step"]) == [5, 10] and run["Loss"]["train_loss mean"].steps.tolist() == [5, 10]
