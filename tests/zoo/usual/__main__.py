"""Runs usual healthy trainings with settings drawn by chance, and counts the findings of `lensboard check`.

    python tests/zoo/usual make DIR --seed 7 --each 2 [--only gan,vae]
    python tests/zoo/usual check DIR

needs torch, scikit-learn, transformers, peft, lightning, tensorboard, gymnasium and stable-baselines3. LENSBOARD_PROGRAM names the program.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import traceback
import warnings
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
warnings.filterwarnings("ignore")


def make(folder: Path, seed: str, each: int, only: list[str]) -> None:
    import torch

    torch.set_num_threads(1)
    import frameworks
    import loops
    from common import Dice, seed_all

    for training in loops.ALL + frameworks.ALL:
        for number in range(each) if not only or training.__name__ in only else ():
            target = folder / f"{training.__name__}-{number + 1}"
            if target.exists():
                continue
            target.mkdir(parents=True)
            dice, began = Dice(f"{seed} {target.name}"), time.monotonic()
            seed_all(dice.randrange(2**31))
            try:
                training(dice, target)
            except Exception:
                traceback.print_exc()
            print(f"{target.name}: {time.monotonic() - began:.1f} s", flush=True)


LOGS = ("*.lbrun", "*.csv", "*.jsonl", "progress.json", "trainer_state.json", "events.out.tfevents.*")


def check(folder: Path) -> int:
    """Prints one line per training and returns 1 if the limits are exceeded."""
    program = os.environ.get("LENSBOARD_PROGRAM", "lensboard")
    problems = warned = trainings = 0
    for target in sorted(folder.iterdir()):
        logs = [str(log) for pattern in LOGS for log in target.rglob(pattern)]
        told = subprocess.run([program, "check", "--json", *logs], capture_output=True, text=True)
        if not logs or not told.stdout:
            print(f"{target.name}: not judged: {told.stderr.strip()}")
            continue
        judged = json.loads(told.stdout)
        runs = judged if isinstance(judged, list) else [judged]
        findings = [each for run in runs for each in run["findings"] if each["severity"] != "note"]
        trainings += 1
        problems += any(each["severity"] == "problem" for each in findings)
        warned += any(each["severity"] == "warning" for each in findings)
        kinds = ", ".join(f"{run['kind']} ({run['kind_reason']})" for run in runs)
        print(f"{target.name}: {kinds}" + "".join(f"\n    {each['severity']} {each['rule']} {each['layers'][:3]} {each['values']}" for each in findings))
    print(f"{trainings} trainings, {problems} with a problem, {warned} with a warning")
    return problems > 0 or 30 * warned > trainings


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["make", "check"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    if given.command == "check":
        sys.exit(check(given.folder))
    make(given.folder, given.seed, given.each, [each for each in given.only.split(",") if each])
