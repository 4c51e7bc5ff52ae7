"""Runs that other tools write, and the values that the tools' own readers find in them.

Run as a program, it writes copies of such runs to tests/data/owners, and the table of the manual: owners.py [TOOL…]
"""

from __future__ import annotations

import importlib.metadata
import json
import math
import os
import platform
import re
import shutil
import socket
import sqlite3
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Points = dict[str, list[tuple[int, float]]]  # steps and values by the name of the series
Runs = dict[str, Points]  # by path below the folder of the tool

HUGE_NAME = "layers/" + "/".join(["encoder"] * 40) + "/norm"
NAMES = ["loss", "train/loss", "val/acc@5", "μ/σ² – größe", "a b", "损失", HUGE_NAME]
ODD = [math.nan, math.inf, -math.inf, -0.0, 5e-324, 1.7976931348623157e308, 0.1]


def value(name: str, step: int) -> float:
    """Returns an arbitrary value that needs all digits of a double, or at times an odd one."""
    number = abs(hash_of(name) * 7919 + step * 104729) % 1000003
    return ODD[number % len(ODD)] if number % 11 == 0 else math.sin(number) / 3


def hash_of(name: str) -> int:
    return sum((i + 1) * ord(c) for i, c in enumerate(name))


def float32(points: Points) -> Points:
    import numpy

    with numpy.errstate(over="ignore"):
        return {name: [(step, float(numpy.float32(number))) for step, number in values] for name, values in points.items()}


@dataclass
class Tool:
    name: str  # in the manual
    packages: tuple[str, ...]
    contents: str  # kinds of runs, for the manual
    write: Callable[[Path], Runs | None]  # may return the logged values
    read: Callable[[Path], Runs] | None = None  # by the tool's own reader; None if it has none

    def versions(self) -> str:
        return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in self.packages)

    def folder(self) -> str:
        return re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def missing(self) -> str:
        """Returns the first package that is not installed; empty if none is missing."""
        installed = {str(found.metadata["Name"]).replace("-", "_").lower() for found in importlib.metadata.distributions()}
        return next((name for name in self.packages if name.replace("-", "_").lower() not in installed), "")

    def runs(self, folder: Path) -> Runs:
        """Writes runs below the folder. Returns their values by the tool's own reader, or else as they were logged."""
        logged = self.write(folder)
        read = self.read(folder) if self.read else None
        if read is not None and logged is not None:
            for path, points in logged.items():
                assert set(points) == set(read[path]), f"{self.name} {path}: {set(points) ^ set(read[path])}"
        return read if read is not None else logged or {}


# TensorBoard


def write_tensorboard(folder: Path) -> None:
    from torch.utils.tensorboard import SummaryWriter

    write_events(folder / "torch", SummaryWriter)


def write_tensorboardx(folder: Path) -> None:
    from tensorboardX import SummaryWriter

    write_events(folder / "x", SummaryWriter)


def write_events(folder: Path, writer: Any) -> None:
    def log(name: str, steps: Any, names: list[str] = NAMES, **options: Any) -> None:
        with writer(str(folder / name), **options) as out:
            for step in steps:
                for each in names:
                    out.add_scalar(each, value(each, step), step)

    log("names", range(20))
    log("one", [7], ["loss"])
    log("negative", [-3, -2, 0, 5, 5, 5, 2**40], ["loss"])
    log("backwards", [0, 10, 20, 5, 6, 30, 1], ["loss", "other"])
    log("resumed", range(30), ["loss"])
    time.sleep(1.1)
    log("resumed", range(20, 50), ["loss"], purge_step=20)
    time.sleep(1.1)
    log("continued", range(10), ["loss"])
    time.sleep(1.1)
    log("continued", range(10, 20), ["loss"])
    out = writer(str(folder / "growing"))
    for step in range(5):
        out.add_scalar("loss", value("loss", step), step)
    out.flush()
    time.sleep(1)  # tensorboardX writes on another thread


def read_events(folder: Path) -> Runs:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    runs: Runs = {}
    for path in sorted({file.parent for file in folder.rglob("*tfevents*")}):
        events = EventAccumulator(str(path), size_guidance={"scalars": 0, "tensors": 0})
        events.Reload()
        runs[str(path.relative_to(folder))] = {
            tag: sorted(((e.step, e.value) for e in events.Scalars(tag)), key=lambda point: point[0]) for tag in events.Tags()["scalars"]
        }
    return runs


# Weights & Biases


def write_wandb(folder: Path) -> None:
    os.environ |= {"WANDB_SILENT": "true", "WANDB_MODE": "offline"}
    import wandb

    def begin(name: str, **options: Any) -> Any:
        os.makedirs(folder / name, exist_ok=True)
        settings = wandb.Settings(
            x_disable_meta=True, x_save_requirements=False, disable_code=True, disable_git=True, console="off", program="train.py", host="host", username="user"
        )
        return wandb.init(mode="offline", dir=folder / name, project="p", name=name, reinit="finish_previous", settings=settings, **options)

    run = begin("names")
    for step in range(20):
        run.log(
            {name: value(name, step) for name in NAMES}
            | {"nested": {"a": {"b": step / 3}}, "text": "word", "whole": step, "big": 2**60 + step, "is": step % 2 == 0}
        )
    run.finish()
    run = begin("steps")
    for step in [0, 5, 5, 3, 10, 10, 2**40]:
        run.log({"loss": value("loss", step), f"only{step}": 1.0}, step=step)
    run.finish()
    run = begin("metrics")
    run.define_metric("epoch")
    run.define_metric("val/*", step_metric="epoch")
    for step in range(12):
        run.log({"train/loss": value("t", step), "epoch": step // 4} | ({"val/loss": value("v", step)} if step % 4 == 3 else {}))
    run.finish()
    run = begin("one")
    run.log({"loss": 0.5})
    run.finish()
    for part in range(2):
        run = begin("resumed", id="again", resume="allow")
        for step in range(part * 10, part * 10 + 12):
            run.log({"loss": value("loss", step)}, step=step)
        run.finish()
        time.sleep(1.1)
    run = begin("parts")
    for step in range(6):
        run.log({"a": step}, commit=False)
        run.log({"b": step}, commit=step % 2 == 0)
    run.log({"histogram": wandb.Histogram([1, 2, 3])})
    run.summary["best"] = 3
    run.finish(exit_code=1)
    for path in folder.rglob("*"):
        if path.is_symlink() or (path.is_file() and path.suffix != ".wandb"):
            path.unlink()


def read_wandb(folder: Path) -> Runs:
    from wandb.proto import wandb_internal_pb2

    runs: Runs = {}
    for path in sorted(folder.rglob("*.wandb")):
        points: Points = {}
        for data in wandb_records(path):
            record = wandb_internal_pb2.Record()
            record.ParseFromString(data)
            if record.WhichOneof("record_type") != "history":
                continue
            row = {"/".join(item.nested_key) or item.key: json.loads(item.value_json) for item in record.history.item}
            step = row.get("_step", record.history.step.num)
            flat: dict[str, Any] = {}
            flatten(row, "", flat)
            for name, number in flat.items():
                if name.startswith("_") or any(name.startswith(other.removesuffix("_type")) for other in flat if other.endswith("/_type")):
                    continue
                number = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}.get(number, number) if isinstance(number, str) else number
                if isinstance(number, bool | int | float):
                    points.setdefault(name, []).append((step, float(number)))
        runs[str(path.relative_to(folder))] = points
    return runs


def flatten(row: dict[str, Any], prefix: str, flat: dict[str, Any]) -> None:
    for name, item in row.items():
        if isinstance(item, dict):
            flatten(item, f"{prefix}{name}/", flat)
        else:
            flat[prefix + name] = item


def wandb_records(path: Path) -> Any:
    """Yields the records of a log: fragments in blocks of 32 KiB. New versions of wandb have the messages of these records, but no reader of the log."""
    data = path.read_bytes()
    at, record = 7, b""
    while at + 7 <= len(data):
        if (left := 32768 - at % 32768) < 7:
            at += left
            continue
        _, length, kind = struct.unpack_from("<IHB", data, at)
        record = (record if kind in (3, 4) else b"") + data[at + 7 : at + 7 + length]
        at += 7 + length
        if kind in (1, 4):
            yield record


# MLflow


def write_mlflow(folder: Path) -> None:
    log_to_mlflow(f"sqlite:///{folder}/mlflow.db")


def log_to_mlflow(uri: str) -> None:
    from mlflow import MlflowClient
    from mlflow.entities import Metric

    client = MlflowClient(uri)
    names = ["loss", "train/loss", "val acc", "a_b-c.d", "deep/" * 20 + "norm"]
    experiment = client.create_experiment("größe")
    for name, steps in {"names": range(20), "one": [3], "repeated": [0, 0, 0, 5, 5], "backwards": [10, 3, 7, 3], "negative": [-5, 0, 2**40]}.items():
        run = client.create_run(experiment, run_name=f"{name} é", tags={"mlflow.parentRunId": "x"} if name == "one" else {}).info.run_id
        now = 1_700_000_000_000
        for each in names if name == "names" else names[:1]:
            for i, step in enumerate(steps):
                client.log_batch(run, [Metric(each, value(each, step) if name != "repeated" else i + 0.5, now + i, step)])
        if name != "backwards":
            client.set_terminated(run)


def read_mlflow(folder: Path) -> Runs:
    return read_mlflow_at(f"sqlite:///{folder}/mlflow.db", lambda info: f"mlflow.db/{info.run_name}")


def read_mlflow_at(uri: str, path: Callable[[Any], str]) -> Runs:
    from mlflow import MlflowClient

    client = MlflowClient(uri)
    runs: Runs = {}
    for experiment in client.search_experiments():
        for run in client.search_runs([experiment.experiment_id]):
            runs[path(run.info)] = {
                name: sorted(((m.step, m.value) for m in client.get_metric_history(run.info.run_id, name)), key=lambda point: point[0]) for name in run.data.metrics
            }
    return runs


# Optuna


def write_optuna(folder: Path) -> None:
    write_studies(f"sqlite:///{folder}/optuna.db")


def write_optuna_journal(folder: Path) -> None:
    write_studies(journal(folder))


def journal(folder: Path) -> Any:
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    return JournalStorage(JournalFileBackend(str(folder / "journal.log")))


def write_studies(storage: Any) -> None:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(storage=storage, study_name="größe", sampler=optuna.samplers.RandomSampler(seed=1))

    def train(trial: Any) -> float:
        lr = trial.suggest_float("lr", 1e-3, 1, log=True)
        trial.suggest_categorical("kind", ["a", "b"])
        for step in [0, 1, 2, 7, 3, 3]:
            trial.report([lr, math.nan, math.inf, -math.inf][trial.number % 4] if step == 2 else lr / (step + 1), step)
        if trial.number == 2:
            raise optuna.TrialPruned
        if trial.number == 3:
            return math.nan
        return lr if trial.number else math.inf

    study.optimize(train, n_trials=5)
    both = optuna.create_study(storage=storage, study_name="two", directions=["minimize", "maximize"], sampler=optuna.samplers.RandomSampler(seed=1))
    both.optimize(lambda trial: (trial.suggest_int("n", 1, 9), 2.5), n_trials=2)
    both.ask()


def read_optuna(folder: Path) -> Runs:
    return read_studies(f"sqlite:///{folder}/optuna.db", "optuna.db")


def read_optuna_journal(folder: Path) -> Runs:
    return read_studies(journal(folder), "journal.log")


def read_studies(storage: Any, file: str) -> Runs:
    import optuna

    runs: Runs = {}
    for name in optuna.get_all_study_names(storage):
        for trial in optuna.load_study(study_name=name, storage=storage).trials:
            points: Points = {}
            if trial.intermediate_values:
                points["intermediate_value"] = sorted(trial.intermediate_values.items())
            last = trial.last_step or 0
            for i, number in enumerate(trial.values or []):
                points["objective" if len(trial.values) == 1 else f"objective_{i}"] = [(last, number)]
            runs[f"{file}/{name} trial {trial.number}"] = points
    return runs


# Stable-Baselines3


def write_sb3(folder: Path) -> Runs:
    from stable_baselines3.common.logger import configure

    logged: Runs = {}
    for name in ("progress.csv", "progress.json"):
        logger = configure(str(folder), [name.split(".")[1]])
        points: Points = {}
        for i in range(12):
            row = {"time/total_timesteps": 64 * (i + 1), "rollout/ep_rew_mean": value("r", i), "train/loss": value("l", i)}
            if i % 3 == 2:
                row["eval/mean_reward"] = i / 3
            for key, number in row.items():
                logger.record(key, number)
                if key != "time/total_timesteps":
                    points.setdefault(key, []).append((row["time/total_timesteps"], float(number)))
            logger.dump(step=row["time/total_timesteps"])
        logger.close()
        logged[name] = points
    return logged


# Lightning


def write_lightning(folder: Path) -> Runs:
    from lightning.pytorch.loggers import CSVLogger

    logged: Runs = {}
    for name, rows in {"usual": 12, "one": 1}.items():
        logger = CSVLogger(folder, name=name, version=0, flush_logs_every_n_steps=5)
        points: Points = {}
        for step in range(rows):
            row = {"train_loss": value("t", step), "epoch": step // 4} | ({"val_loss": value("v", step), "val/acc": step / 7} if step % 4 == 3 else {})
            logger.log_metrics(row, step)
            for key, number in row.items():
                if key != "epoch":
                    points.setdefault(key, []).append((step, number))
        logger.save()
        logged[f"{name}/version_0/metrics.csv"] = points
    return logged


# Keras


def write_keras(folder: Path) -> Runs:
    os.environ["KERAS_BACKEND"] = "torch"
    import keras
    import numpy

    inputs, targets = numpy.random.default_rng(1).normal(size=(64, 4)), numpy.zeros((64, 1))

    def fit(epochs: int, append: bool) -> Any:
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse", metrics=["mae"])
        table = keras.callbacks.CSVLogger(str(folder / "training.log"), append=append)
        return model.fit(inputs, targets, validation_split=0.25, epochs=epochs, verbose=0, callbacks=[table] if epochs > 1 else [])

    history = fit(5, False).history
    points = {name: list(enumerate(map(float, numbers))) for name, numbers in history.items()}
    from_one = {name: [(epoch + 1, number) for epoch, number in values] for name, values in points.items()}  # a history has no epochs
    (folder / "history.json").write_text(json.dumps({name: [float(number) for number in numbers] for name, numbers in history.items()}))
    once = fit(1, False).history
    (folder / "once.json").write_text(json.dumps({name: [float(number) for number in numbers] for name, numbers in once.items()}))
    return {"history.json": from_one, "training.log": points, "once.json": {name: [(1, float(numbers[0]))] for name, numbers in once.items()}}


# transformers


def write_transformers(folder: Path) -> None:
    from transformers import TrainerState

    for name, steps in {"usual": range(10, 200, 10), "one": [1]}.items():
        state = TrainerState(epoch=1.0, global_step=steps[-1], max_steps=200)
        for step in steps:
            state.log_history.append(
                {
                    "loss": value("l", step) if step != 30 else math.nan,
                    "grad_norm": value("g", step),
                    "learning_rate": 1e-4 / step,
                    "epoch": step / 100,
                    "step": step,
                }
            )
            if step % 50 == 0:
                state.log_history.append({"eval_loss": value("e", step), "eval_runtime": 0.5, "epoch": step / 100, "step": step})
        state.log_history.append({"train_runtime": 12.5, "train_loss": 0.25, "total_flos": 1e15, "epoch": 1.0, "step": steps[-1]})
        (folder / name).mkdir(parents=True)
        state.save_to_json(str(folder / name / "trainer_state.json"))


def read_transformers(folder: Path) -> Runs:
    from transformers import TrainerState

    runs: Runs = {}
    for file in sorted(folder.rglob("*.json")):
        points = runs.setdefault(str(file.relative_to(folder)), {})
        for row in TrainerState.load_from_json(str(file)).log_history:
            for name, number in row.items():
                if name not in ("epoch", "step"):
                    points.setdefault(name, []).append((row["step"], float(number)))
    return runs


# Boosting


def write_lightgbm(folder: Path) -> Runs:
    import lightgbm
    import numpy

    inputs, targets = boosting_data()
    results: dict[str, Any] = {}
    data = lightgbm.Dataset(inputs, targets)
    other = lightgbm.Dataset(numpy.roll(inputs, 1, 0), targets, reference=data)
    lightgbm.train(
        {"objective": "binary", "metric": ["binary_logloss", "auc"], "verbose": -1},
        data,
        15,
        valid_sets=[data, other],
        valid_names=["train", "größe"],
        callbacks=[lightgbm.record_evaluation(results)],
    )
    return save_evals(folder, results)


def write_xgboost(folder: Path) -> Runs:
    import xgboost

    inputs, targets = boosting_data()
    results: dict[str, Any] = {}
    data = xgboost.DMatrix(inputs, targets)
    xgboost.train(
        {"objective": "binary:logistic", "eval_metric": ["logloss", "auc"]},
        data,
        15,
        evals=[(data, "train"), (data, "validation_0")],
        evals_result=results,
        verbose_eval=False,
    )
    return save_evals(folder, results)


def boosting_data() -> Any:
    import numpy

    random = numpy.random.default_rng(1)
    inputs = random.normal(size=(300, 4))
    return inputs, (inputs[:, 0] + random.normal(size=300) > 0).astype(int)


def save_evals(folder: Path, results: dict[str, Any]) -> Runs:
    (folder / "evals_result.json").write_text(json.dumps(results))
    return {
        "evals_result.json": {f"{data}/{metric}": list(enumerate(map(float, numbers))) for data, metrics in results.items() for metric, numbers in metrics.items()}
    }


def write_catboost(folder: Path) -> Runs:
    import catboost

    inputs, targets = boosting_data()
    model = catboost.CatBoostClassifier(iterations=12, train_dir=str(folder / "catboost_info"), custom_metric=["AUC"], verbose=False)
    model.fit(inputs, targets, eval_set=[(inputs[:100], targets[:100])])
    points: Points = {}
    for data, metrics in model.get_evals_result().items():
        for metric, numbers in metrics.items():  # the file has ten digits
            points[f"{'test' if data == 'validation' else data}/{metric}"] = [(step, float(f"{number:.10g}")) for step, number in enumerate(numbers)]
    for row in json.loads((folder / "catboost_info" / "catboost_training.json").read_text())["iterations"]:
        for name in ("passed_time", "remaining_time"):
            points.setdefault(name, []).append((row["iteration"], row[name]))
    return {"catboost_info/catboost_training.json": points}


# Sacred, DVCLive


def write_sacred(folder: Path) -> Runs:
    import sacred
    from sacred.observers import FileStorageObserver

    sacred.SETTINGS.CAPTURE_MODE = "no"
    logged: Runs = {}
    for run, steps in enumerate([range(20), [5], [3, 1, 2, 2]], 1):
        experiment = sacred.Experiment("größe", save_git_info=False)
        experiment.observers.append(FileStorageObserver(folder))
        points: Points = {name: [(step, value(name, i)) for i, step in enumerate(steps)] for name in (("train/loss", "μ") if len(steps) > 4 else ("loss",))}

        @experiment.main
        def train(_run: Any, points: Points = points) -> None:
            for name, values in points.items():
                for step, number in values:
                    _run.log_scalar(name, number, step)

        experiment.run()
        logged[str(run)] = points
    return {run: {name: sorted(values, key=lambda point: point[0]) for name, values in points.items()} for run, points in logged.items()}


def write_dvclive(folder: Path) -> Runs:
    from dvclive import Live

    logged: Runs = {}
    for name, steps in {"usual": range(15), "given": [0, 10, 20, 5], "one": [0]}.items():
        points: Points = {}
        with Live(str(folder / name), save_dvc_exp=False, dvcyaml=None, report=None) as live:
            for step in steps:
                live.step = step
                for metric in ("loss", "train/loss"):
                    live.log_metric(metric, value(metric, step), timestamp=name == "given")
                    points.setdefault(metric, []).append((step, value(metric, step)))
                live.make_summary()
        logged[name] = {metric: sorted(values, key=lambda point: point[0]) for metric, values in points.items()}
    return logged


# Trackio


def write_trackio(folder: Path) -> Runs:
    os.environ["TRACKIO_DIR"] = str(folder)
    os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
    from trackio.sqlite_storage import SQLiteStorage

    logged: Runs = {}
    for name in ("first", "größe"):
        rows = [{"loss": value("l", step), "train": {"acc": step / 7}, "text": "word"} for step in range(10)]
        SQLiteStorage.bulk_log("project", name, rows, steps=list(range(0, 20, 2)))
        logged[f"project.db/{name}"] = {
            "loss": [(2 * i, row["loss"]) for i, row in enumerate(rows)],
            "train/acc": [(2 * i, row["train"]["acc"]) for i, row in enumerate(rows)],
        }
    return logged


TOOLS = [
    Tool(
        "TensorBoard (PyTorch)",
        ("tensorboard", "torch"),
        "names, NaN and ∞, restarts, steps that go back, several runs, a growing run",
        write_tensorboard,
        read_events,
    ),
    Tool("TensorBoard (tensorboardX)", ("tensorboard", "tensorboardX"), "as above", write_tensorboardx, read_events),
    Tool("Weights & Biases", ("wandb",), "names, nested keys, given steps, define_metric, a resumed run, a failed run", write_wandb, read_wandb),
    Tool("MLflow", ("mlflow-skinny",), "names, NaN and ∞, repeated steps, steps that go back, several runs", write_mlflow, read_mlflow),
    Tool("Optuna database", ("optuna",), "trials of two studies, pruned, failed and running trials, two objectives", write_optuna, read_optuna),
    Tool("Optuna journal", ("optuna",), "as above", write_optuna_journal, read_optuna_journal),
    Tool("Stable-Baselines3", ("stable-baselines3",), "CSV and JSON, values in some rows only", write_sb3),
    Tool("Lightning CSVLogger", ("lightning",), "validation in some rows, a single row", write_lightning),
    Tool("Keras", ("keras",), "CSVLogger, History, a single epoch", write_keras),
    Tool("transformers", ("transformers",), "trainer_state.json, NaN, evaluation, a single row", write_transformers, read_transformers),
    Tool("LightGBM", ("lightgbm",), "evals_result", write_lightgbm),
    Tool("XGBoost", ("xgboost-cpu",), "evals_result", write_xgboost),
    Tool("CatBoost", ("catboost",), "learning and validation set", write_catboost),
    Tool("Sacred", ("sacred",), "names, NaN and ∞, steps that go back", write_sacred),
    Tool("DVCLive", ("dvclive",), "names, NaN and ∞, steps that go back, times", write_dvclive),
    Tool("Trackio", ("trackio",), "nested keys, two runs", write_trackio),
]


COPIES = Path(__file__).parents[1] / "data" / "owners"
VALUES = COPIES / "owners.json"
MANUAL = Path(__file__).parents[2] / "resources" / "manual" / "runs.md"
HEAD = "| tool | written and read by | runs | values |\n|---|---|---|---|\n"


def table(copies: dict[str, Any]) -> str:
    """Returns the manual's table of the comparisons."""
    lines = []
    for tool in TOOLS:
        versions, runs = copies[tool.name]["versions"], copies[tool.name]["runs"]
        values = sum(len(points) for run in runs.values() for points in run.values())
        lines.append(f"| {tool.name} | {versions}{'' if tool.read else ', logged values'} | {len(runs)}: {tool.contents} | {values:,} |\n")
    return HEAD + "".join(lines)


def shrink(database: Path) -> None:
    """Removes tables without a meaning for runs, and names of folders."""
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        for table in tables:
            if database.name == "mlflow.db" and table not in ("experiments", "experiment_tags", "runs", "metrics", "latest_metrics", "params", "tags"):
                connection.execute(f'DROP TABLE "{table}"')
        if database.name == "mlflow.db":
            connection.execute("UPDATE experiments SET artifact_location = ''")
            connection.execute("UPDATE runs SET artifact_uri = ''")
    connection.close()
    with sqlite3.connect(database, isolation_level=None) as connection:
        connection.execute("PRAGMA page_size = 1024")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    connection.close()


def write_copies(names: list[str]) -> None:
    """Writes copies of runs, with versions of the tools and their values, and the manual's table."""
    socket.gethostname = platform.node = lambda: "host"
    copies = json.loads(VALUES.read_text()) if VALUES.exists() else {}
    for tool in TOOLS:
        if names and tool.name not in names:
            continue
        place = COPIES / tool.folder()
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        runs = tool.runs(place)
        for file in place.rglob("*"):
            if file.suffix == ".db":
                shrink(file)
            elif file.name == "run.json":
                run = json.loads(file.read_text())
                run["experiment"] |= {"base_dir": "", "sources": [], "mainfile": "train.py"}
                run["host"] = {"hostname": "host"}
                file.write_text(json.dumps(run, indent=1))
            elif file.is_file() and (
                file.parent.name in ("_sources", "tmp")
                or file.name in ("cout.txt", "model.bin", "learn_error.tsv", "test_error.tsv", "time_left.tsv", "hparams.yaml")
            ):
                file.unlink()
        copies[tool.name] = {"versions": tool.versions(), "runs": runs}
        print(tool.name, {path: sum(map(len, points.values())) for path, points in runs.items()})
    VALUES.write_text(json.dumps(copies, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    if len(copies) == len(TOOLS):
        text = MANUAL.read_text()
        begin = text.index(HEAD)
        MANUAL.write_text(text[:begin] + table(copies) + text[text.index("\n\n", begin) + 1 :])


if __name__ == "__main__":
    write_copies(sys.argv[1:])
