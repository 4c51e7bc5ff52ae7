"""Draws the test half of trainings.json by chance: causes, crossed with data, models and optimizers.

    python tests/zoo/draw.py draw SEED        replaces the test half by candidates
    ZOO_FOLDER=FOLDER zoo test > /dev/null    trains them; nobody may read the findings before the labels
    python tests/zoo/draw.py label FOLDER     keeps the candidates that losses prove to be sick or healthy

A rate, momentum, schedule, dropout or decay is a cause if the validation loss ends above 1.5 times the least of a twin with usual settings, or if
nothing finite remains. Twins and other usual trainings are healthy if they end within 15 % of their least validation loss. Other causes are certain
by construction.
"""

from __future__ import annotations

import copy
import json
import math
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Entry = dict[str, Any]
Dice = random.Random

TABLE = Path(__file__).with_name("trainings.json")
TWIN = "twin of "
HALVES = ("sick", "healthy")
RATES: dict[str, Entry] = {"sgd": {"lr": 0.02, "momentum": 0.9}, "adam": {"lr": 0.002}, "adamw": {"lr": 0.002}, "rmsprop": {"lr": 0.001}}
DATA: dict[str, Entry] = {"blobs": {"classes": [3, 4, 5, 6], "noise": [0.8, 1.2, 1.6]}, "lines": {"noise": [1, 2, 3]}, "pictures": {"noise": [1.5, 2, 2.5]}}
WIDTHS = [[64], [48, 48], [64, 32], [128, 64], [64, 64, 32]]


def one_of(dice: Dice, choices: Entry) -> Entry:
    return {key: dice.choice(value) if isinstance(value, list) else value for key, value in choices.items()}


def usual(dice: Dice, data: list[str] | None = None, optimizers: list[str] | None = None) -> Entry:
    """Returns a usual training of the built-in models."""
    kind, act, by = dice.choice(data or list(DATA)), dice.choice(["relu", "tanh", "gelu", "silu"]), dice.choice(optimizers or list(RATES))
    drawn = {"kind": kind, "samples": dice.choice([1500, 2000, 2500]), "seed": dice.randint(100, 999), **one_of(dice, DATA[kind])}
    has_filters = kind == "pictures" and dice.random() < 0.5
    filters = {"kind": "cnn", "channels": dice.choice([[8, 8], [8, 16]]), "hidden": [32]}
    model = filters if has_filters else {"kind": "mlp", "hidden": dice.choice(WIDTHS), "activation": act}
    settings = {"model": model, "optimizer": {"kind": by, **RATES[by]}, "epochs": dice.choice([8, 12, 15]), "seed": dice.randint(1, 99)}
    if kind == "lines":
        settings["loss"] = {"kind": dice.choice(["mse", "l1", "smooth_l1"])}
    return {"name": f"{kind}, {'cnn' if has_filters else act}, {by}", "data": drawn, "set": settings}


def own(dice: Dice, depth: int = 0, data: list[str] | None = None, acts: list[str] | None = None, **faults: Any) -> Entry:
    """Returns a training of a network of zoo_model.h with \\p faults."""
    entry, act = usual(dice, data), dice.choice(acts or ["relu", "tanh"])
    kind, _, by = entry["name"].split(", ")
    del entry["set"]["model"]
    inputs, outputs = {"blobs": (20, entry["data"].get("classes")), "lines": (20, 1), "pictures": (64, 4)}[kind]
    widths = [inputs, *([32] * depth or dice.choice(WIDTHS)), outputs]
    return entry | {"name": f"{kind}, {act}, {by}", "model": {"widths": widths, "activation": act, **faults}}


def of_layer(dice: Dice, key: str, acts: list[str], names: list[str], also_before: bool = False) -> Entry:
    entry = own(dice, acts=acts)
    at = entry["model"][key] = dice.randrange(key == "frozen", len(entry["model"]["widths"]) - 2 + (key == "frozen"))
    return entry | {"layers": [f"{name}{i}" for name in names for i in range(0 if also_before else at, at + 1)]}


def altered(entry: Entry, settings: Entry | None = None, **data: Any) -> Entry:
    """Changes settings and data of \\p entry. A section without a kind is merged."""
    for section, values in (settings or {}).items():
        merges = isinstance(values, dict) and "kind" not in values
        entry["set"][section] = {**entry["set"].get(section, {}), **values} if merges else values
    entry["data"] |= data
    return entry


def twinned(entry: Entry, settings: Entry) -> Entry:
    """Returns \\p entry with other settings, and its twin without them."""
    return {"twin": copy.deepcopy(entry), **altered(entry, settings)}


def rate(dice: Dice, factors: list[float]) -> Entry:
    entry, factor = usual(dice), dice.choice(factors)
    return twinned(entry, {"optimizer": {"lr": float(f"{factor * entry['set']['optimizer']['lr']:.3g}")}}) | {"name": f"{factor:g} times, {entry['name']}"}


CLASSES = ["blobs", "pictures"]
ROWS = ["blobs", "lines"]
#: Titles, with the key of the cause and a maker.
SICK: list[tuple[str, str, Callable[[Dice], Entry]]] = [
    ("rate too high", "rate too high", lambda dice: rate(dice, [10, 30, 100, 300])),
    ("rate too high again", "rate too high", lambda dice: rate(dice, [10, 30, 100, 300])),
    ("rate too low", "rate too low", lambda dice: rate(dice, [0.1, 0.03, 0.01, 0.001])),
    ("rate too low again", "rate too low", lambda dice: rate(dice, [0.1, 0.03, 0.01, 0.001])),
    ("momentum of 0.999", "rate too high", lambda dice: twinned(usual(dice, optimizers=["sgd"]), {"optimizer": {"momentum": 0.999}})),
    ("rate that ends early", "rate that ends early",
     lambda dice: twinned(usual(dice), {"scheduler": {"kind": "step", "every": 1, "factor": dice.choice([0.01, 0.02])}})),
    ("dropout", "too much dropout", lambda dice: twinned(usual(dice, ROWS), {"model": {"dropout": dice.choice([0.85, 0.9, 0.95])}})),
    ("decay", "weight decay", lambda dice: twinned(usual(dice, optimizers=["sgd"]), {"optimizer": {"weight_decay": dice.choice([0.5, 1.0])}})),
    ("deep sigmoid net", "vanishing gradients", lambda dice: own(dice, 13, acts=["sigmoid"])),
    ("deep net of small weights", "vanishing gradients", lambda dice: own(dice, dice.choice([7, 9]), init="tiny")),
    ("ReLUs dead by bias", "dead ReLUs", lambda dice: of_layer(dice, "dead", ["relu"], ["fc", "act"])),
    ("flat by bias", "flat activations", lambda dice: of_layer(dice, "dead", ["tanh", "sigmoid"], ["fc", "act"])),
    ("huge weights", "huge weights", lambda dice: own(dice, init="huge")),
    ("zero weights", "zero weights", lambda dice: own(dice, init="zero")),
    ("equal weights", "symmetric weights", lambda dice: own(dice, init="constant")),
    ("scaled inputs", "inputs not normalised", lambda dice: altered(usual(dice), scale=dice.choice([300, 1000, 0.01, 0.001]))),
    ("shifted inputs", "inputs not normalised", lambda dice: altered(usual(dice), offset=dice.choice([30, 150]))),
    ("large targets", "targets not normalised",
     lambda dice: altered(usual(dice, ["lines"]), {"dataset": {"normalise_target": False}}, target_scale=dice.choice([1e3, 1e4, 1e5]))),
    ("shuffled labels", "shuffled labels", lambda dice: altered(usual(dice, CLASSES), {"epochs": 30}, shuffled=True, samples=1500)),
    ("tiny training set", "too few samples",
     lambda dice: altered(usual(dice, ["blobs"]), {"epochs": 150, "batch_size": 16}, samples=dice.choice([90, 150]), noise=3.5)),
    ("frozen", "frozen layer", lambda dice: of_layer(dice, "frozen", ["relu", "tanh"], ["fc"])),
    ("cut off", "layer cut off", lambda dice: of_layer(dice, "detached", ["relu", "tanh"], ["fc"], also_before=True)),
    ("NaN in rows", "not finite", lambda dice: usual(dice) | {"loop": {"nan_rows": dice.choice([1, 2, 3])}}),
    ("overflow from rows", "not finite", lambda dice: altered(usual(dice), overflow_rows=dice.choice([1, 4]))),
    ("logarithm of zero", "not finite", lambda dice: altered(own(dice, data=CLASSES, acts=["relu"], log=True), {"loss": {"kind": "nll"}})),
    ("float16 that overflows", "not finite", lambda dice: altered(own(dice, acts=["relu"], half=True), scale=30000)),
    ("batch norm of two", "batch norm of small batches",
     lambda dice: altered(usual(dice, ROWS), {"model": {"norm": "batch"}, "batch_size": 2, "epochs": 8}, samples=500)),
    ("stale statistics", "running statistics",
     lambda dice: altered(own(dice, batch_norm_momentum=dice.choice([5e-5, 1e-4])), scale=6, offset=dice.choice([0, 3])) | {"layers": ["norm"]}),
    ("corrupt rows", "corrupt batches", lambda dice: altered(usual(dice), {"epochs": 8}, huge_rows=dice.choice([3, 4, 6]), samples=3000)),
    ("probabilities as logits", "probabilities as logits", lambda dice: own(dice, data=CLASSES, softmax=True)),
    ("clipped to nothing", "clipping", lambda dice: altered(usual(dice), {"clip_gradient": {"kind": "norm", "limit": 0.0001}})),
    ("rare classes", "rare classes",
     lambda dice: altered(usual(dice, ["blobs"]), {"epochs": 8, "optimizer": {"kind": "adam", "lr": 0.0001}}, classes=dice.choice([2, 3]), noise=3, rare=0.05)),
    ("not shuffled", "classes in order",
     lambda dice: altered(usual(dice, ["blobs"]), {"epochs": 8}, sorted=True, noise=2, samples=5000) | {"loop": {"shuffle": False}}),
]  # fmt: skip
EACH, HEALTHY = 3, 24
HABITS: list[Entry] = [{}, {}, {"batch_size": 16, "epochs": 8}, {"scheduler": {"kind": "cosine", "warmup_steps": 40}},
                       {"clip_gradient": {"kind": "norm", "limit": 5.0}}]  # fmt: skip


def draw(seed: str) -> None:
    dice, table = Dice(seed), json.loads(TABLE.read_text())
    sick, healthy = [], []
    for title, cause, make in SICK:
        for i in range(EACH):
            entry = {"half": "test", "cause": cause, **make(dice)}
            entry["name"] = f"{title}, {entry['name']} ({i + 1})"
            if twin := entry.pop("twin", None):
                healthy.append({"half": "test", **twin, "name": TWIN + entry["name"]})
            sick.append(entry)
    for i in range(HEALTHY):
        habit = dice.choice(HABITS)
        entry = altered(usual(dice), habit)
        healthy.append({"half": "test", **entry, "name": ", ".join([f"usual {i + 1}", entry["name"], *habit])})
    write(table, dict(zip(HALVES, (sick, healthy))))


def write(table: Entry, drawn: dict[str, list[Entry]]) -> None:
    """Replaces the test half of the file, and keeps its other lines as they are."""
    parts = [TABLE.read_text().split('  "sick": [')[0].rstrip()]
    for kind in HALVES:
        entries = [each for each in table[kind] if each["half"] != "test"] + drawn[kind]
        parts.append(f'  "{kind}": [\n' + ",\n".join("    " + json.dumps(each) for each in entries) + "\n  ]" + ("," if kind == "sick" else "\n}\n"))
    TABLE.write_text("\n".join(parts))


def label(folder: str) -> None:
    import lensboard

    table = json.loads(TABLE.read_text())
    drawn = {kind: [each for each in table[kind] if each["half"] == "test"] for kind in HALVES}
    ends: dict[str, tuple[float, float]] = {}  # the last and the least validation loss
    for entry in drawn["sick"] + drawn["healthy"]:
        run = lensboard.open(str(Path(folder) / re.sub("[^0-9A-Za-z]", "-", entry["name"]) / "run.lbrun"))
        values = [float(each) for each in run["Loss"]["val_loss mean"].values] if "val_loss mean" in run["Loss"] else []
        finite = [each for each in values if math.isfinite(each)]
        ends[entry["name"]] = (values[-1] if finite and math.isfinite(values[-1]) else math.inf, min(finite, default=math.inf))
    kept = {
        "sick": [each for each in drawn["sick"] if (twin := TWIN + each["name"]) not in ends or ends[each["name"]][0] > 1.5 * ends[twin][1]],
        "healthy": [each for each in drawn["healthy"] if ends[each["name"]][0] <= 1.15 * ends[each["name"]][1]],
    }
    for kind in HALVES:
        print(f"{kind}: {len(kept[kind])} of {len(drawn[kind])} candidates")
    write(table, kept)


if __name__ == "__main__":
    {"draw": draw, "label": label}[sys.argv[1]](sys.argv[2])
