"""Runs that other tools write now, compared with the values that were logged and with the tools' own readers."""

import json
import math
import pickle
import subprocess
from pathlib import Path

import lensboard
import owners
import pytest

CONFIG = {"lr": 0.1, "model/width": 64}


def points(run):
    """Steps and values by name; the name of a series is its tag, or tag and layer."""
    names = {(tag, layer): f"{tag}/{layer}" if layer else tag for tag, layer, _ in run.series()}
    return {names[tag, layer]: list(zip(series.steps.tolist(), series.values.tolist(), strict=True)) for tag, layer, series in run.series()}


def same(value, other):
    return value == other or (math.isnan(value) and math.isnan(other))


def test_wandb(tmp_path, monkeypatch):
    wandb = pytest.importorskip("wandb", reason="wandb is not installed")
    monkeypatch.setenv("WANDB_SILENT", "true")
    written = wandb.init(mode="offline", dir=tmp_path, project="p", name="first", config={"lr": 0.1, "model": {"width": 64}})
    logged = {}
    for step in range(200):
        row = {"loss": math.nan if step == 3 else 1 / (step + 1), "train": {"acc": step / 200}}
        written.log(row)
        logged.setdefault("loss", []).append((step, row["loss"]))
        logged.setdefault("train/acc", []).append((step, row["train"]["acc"]))
    written.finish()
    (folder,) = (tmp_path / "wandb").glob("offline-run-*")
    run = lensboard.open(folder)
    read = points(run)
    assert set(read) == set(logged) and run.status == "finished" and run.hparams == CONFIG
    for name, values in logged.items():
        assert len(read[name]) == len(values)
        bad = [(p, q) for p, q in zip(read[name], values, strict=True) if p[0] != q[0] or not same(p[1], q[1])]
        assert not bad, bad[:5]


def test_mlflow(tmp_path):
    mlflow = pytest.importorskip("mlflow", reason="mlflow is not installed")
    pytest.importorskip("sqlalchemy", reason="sqlalchemy is not installed")
    client = mlflow.MlflowClient(f"sqlite:///{tmp_path}/mlflow.db")
    written = client.create_run(client.create_experiment("e"), run_name="first").info.run_id
    for step in range(50):
        client.log_metric(written, "loss", math.nan if step == 3 else 1 / (step + 1), step=step)
    for value in (1.0, 2.0):
        client.log_metric(written, "again", value, step=7)
    for name, value in CONFIG.items():
        client.log_param(written, name, value)
    client.set_terminated(written)
    run = lensboard.open(tmp_path / "mlflow.db")
    read = points(run)
    assert run.status == "finished" and run.hparams == CONFIG and set(read) == {"loss", "again"}
    for name, values in read.items():
        history = client.get_metric_history(written, name)
        assert len(history) == len(values)
        assert all(each.step == step and same(each.value, value) for each, (step, value) in zip(history, values, strict=True))


def test_sacred(tmp_path):
    sacred = pytest.importorskip("sacred", reason="Sacred is not installed")
    from sacred.observers import FileStorageObserver

    sacred.SETTINGS.CAPTURE_MODE = "no"
    experiment = sacred.Experiment("first", save_git_info=False)
    experiment.observers.append(FileStorageObserver(tmp_path))
    experiment.add_config(lr=0.1)

    @experiment.main
    def train(_run):
        for step in range(50):
            _run.log_scalar("train/loss", math.nan if step == 3 else 1 / (step + 1), step * 10)

    experiment.run()
    run = lensboard.open(tmp_path / "1")
    assert run.status == "finished" and run.hparams["lr"] == 0.1
    (values,) = points(run).values()
    assert len(values) == 50
    assert all(step == i * 10 and same(value, math.nan if i == 3 else 1 / (i + 1)) for i, (step, value) in enumerate(values))


def test_dvclive(tmp_path):
    dvclive = pytest.importorskip("dvclive", reason="DVCLive is not installed")
    with dvclive.Live(str(tmp_path / "live"), save_dvc_exp=False, dvcyaml=None, report=None) as live:
        live.log_params({"lr": 0.1, "model": {"width": 64}})
        for step in range(50):
            live.log_metric("train/loss", math.nan if step == 3 else 1 / (step + 1))
            live.next_step()
    run = lensboard.open(tmp_path / "live")
    assert run.hparams == CONFIG
    (values,) = points(run).values()
    assert len(values) == 50
    assert all(step == i and same(value, math.nan if i == 3 else 1 / (i + 1)) for i, (step, value) in enumerate(values))


def test_optuna_journal(tmp_path):
    optuna = pytest.importorskip("optuna", reason="Optuna is not installed")
    pytest.importorskip("optuna.storages.journal", reason="Optuna has no journal")
    file = tmp_path / "optuna_journal.log"
    storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(file)))
    study = optuna.create_study(storage=storage, study_name="s", sampler=optuna.samplers.RandomSampler(seed=1))

    def train(trial):
        lr = trial.suggest_float("lr", 1e-3, 1, log=True)
        for step in range(10):
            trial.report(math.inf if step == 3 else lr / (step + 1), step)
        if trial.number == 2:
            raise optuna.TrialPruned
        return lr

    study.optimize(train, n_trials=4)
    for trial in optuna.load_study(study_name="s", storage=storage).trials:
        run = lensboard.open(file / f"s trial {trial.number}")
        read = points(run)
        assert run.hparams == trial.params and run.status == ("stopped" if trial.number == 2 else "finished")
        assert dict(read["intermediate_value"]) == trial.intermediate_values
        assert [value for _, value in read.get("objective", [])] == (trial.values or [])


def test_keras_pickle(tmp_path):
    numpy = pytest.importorskip("numpy", reason="NumPy is not installed")
    history = {"loss": [0.5, math.nan], "val_loss": [numpy.float32(0.1), numpy.float32(0.2)], "lr": [numpy.float64(1e-3)] * 2}
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        file = tmp_path / f"history{protocol}.pkl"
        file.write_bytes(pickle.dumps(history, protocol=protocol))
        read = {series.name: series.values.tolist() for _, _, series in lensboard.open(file).series()}
        assert set(read) == set(history)
        for name, values in history.items():
            assert all(same(float(a), b) for a, b in zip(values, read[name], strict=True))


def exported(program: str, path: Path, folder: Path) -> owners.Points:
    """Returns the steps and values of a run by the names of its series, as the program exports them."""
    lines = folder / "exported.jsonl"
    lines.unlink(missing_ok=True)
    said = subprocess.run([program, "export", str(path), "--jsonl", str(lines)], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    points: owners.Points = {}
    for line in lines.read_text().splitlines():
        row = json.loads(line)
        for name, value in row.items():
            if name not in ("step", "tick", "epoch", "samples", "wall_time", "text"):
                points.setdefault(name.removesuffix(" (line)"), []).append((row["step"], value))
    return points


def differences(read: owners.Points, right: owners.Points) -> list[str]:
    """Returns the differences of two runs. The order of values of one step counts."""
    found = [f"{name}: {'missing' if name in right else 'not of the owner'}" for name in sorted(set(read) ^ set(right))]
    for name in set(read) & set(right):
        ours, theirs = read[name], [tuple(point) for point in right[name]]
        if len(ours) != len(theirs):
            found.append(f"{name}: {len(ours)} values instead of {len(theirs)}: {ours[:6]} {theirs[:6]}")
        found += [
            f"{name}: {ours[i]} instead of {theirs[i]}"
            for i in range(min(len(ours), len(theirs)))
            if ours[i][0] != theirs[i][0] or not same(ours[i][1], theirs[i][1])
        ][:3]
    return found


@pytest.mark.parametrize("tool", owners.TOOLS, ids=lambda tool: tool.folder())
def test_values_are_those_of_the_owner_now(tool, tmp_path, program_path):
    if missing := tool.missing():
        pytest.skip(f"{missing} is not installed")
    folder = tmp_path / "runs"
    folder.mkdir()
    runs = tool.runs(folder)
    assert runs and any(runs.values())
    assert {path: found for path, points in runs.items() if points and (found := differences(exported(program_path, folder / path, tmp_path), points))} == {}


COPIES = json.loads(owners.VALUES.read_text())


@pytest.mark.parametrize("tool", owners.TOOLS, ids=lambda tool: tool.folder())
def test_values_are_those_that_the_owner_found(tool, tmp_path, program_path):
    for path, points in COPIES[tool.name]["runs"].items():
        if points:
            assert differences(exported(program_path, owners.COPIES / tool.folder() / path, tmp_path), points) == []


def test_the_manual_has_the_comparisons():
    assert owners.table(COPIES) in owners.MANUAL.read_text()
