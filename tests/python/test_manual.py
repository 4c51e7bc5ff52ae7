"""Compares README.md, the manual and the pages for developers with the program, its schema and the sources."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
MANUAL = TOP / "resources" / "manual"
USERS = [TOP / "README.md", TOP / "resources/own-loop/README.md", *sorted(MANUAL.glob("*.md"))]
DEVELOPERS = [TOP / "ARCHITECTURE.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "resources/design").rglob("*.md"))]
PAGES = pytest.mark.parametrize("page", USERS + DEVELOPERS, ids=lambda page: str(page.relative_to(TOP)))


def anchors(page):
    """Returns the anchors that GitHub makes of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@PAGES
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


@PAGES
def test_named_files_exist(page):
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"(?<![\w./<])(?:core|widgets|app|tests|packaging|resources)/[\w./-]*\w", text):
        found = [path, path + ".h", path + ".cpp", "packaging/include/" + path]
        assert any((TOP / each).exists() for each in found), path


def program(*arguments):
    if "LENSBOARD_PROGRAM" not in os.environ:
        pytest.skip("the program is not built")
    command = [os.environ["LENSBOARD_PROGRAM"], *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def options(*command):
    """Returns the options of a command, as its --help prints them."""
    shown = program(*command, "--help")
    assert shown.returncode == 0, shown.stderr
    return set(re.findall(r"(?<![\w-])--?\w[\w-]*", shown.stdout))


def commands():
    return re.findall(r"^  (\w+)  ", program("--help").stdout.partition("Subcommands:")[2], re.MULTILINE)


def called(page):
    """Returns each call of lensboard in a page's code as its words. Lines of code that are indented more continue the call before them."""
    text = page.read_text(encoding="utf-8")
    indented = re.findall(r"^    \S.*(?:\n {16,}.*)*", text, re.MULTILINE)
    for code in indented + re.findall(r"`([^`\n]+)`", text):
        # Remarks beside a call begin after two spaces and a #, or after three spaces.
        line = " ".join(re.sub(r"\s{2,}#.*|\s{3,}[a-z].*", "", part.strip()) for part in code.splitlines())
        if call := re.match(r"(?:nohup |\$|\S*/)?lensboard (.*)", line):
            yield re.split(r" [&>;] ", call[1])[0].split()


@PAGES
def test_commands_and_options_exist(page):
    known = {name: options(name) for name in commands()} | {"": options()}
    for words in called(page):
        command = words[0] if words[0] in known else ""
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join(words)):
            assert option in known[command], " ".join(words)


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


EXPERIMENT = {"format": 1, "dataset": {"kind": "spirals"}, "model": {"kind": "mlp"}, "optimizer": {"kind": "adam"}, "epochs": 1}


def test_experiments_are_valid(tmp_path):
    checked = 0
    for page in USERS:
        for block in blocks(page, "json"):
            shown = json.loads(block if block.startswith("{") else "{" + block + "}")
            experiment = shown if "format" in shown else EXPERIMENT | shown
            path = tmp_path / "experiment.json"
            path.write_text(json.dumps(experiment), encoding="utf-8")
            # Checks the experiment and trains nothing.
            result = program("sweep", path, "--set", "seed=1", "--print-commands", "--trust-model", "--out", tmp_path)
            assert result.returncode == 0 or "liblenses.so" in result.stderr, result.stderr
            checked += 1
    assert checked >= 3


def table(page, section, first):
    """Returns the rows of the table in a section whose first column has this heading."""
    text = re.split(rf"^#+ {re.escape(section)}$", (MANUAL / page).read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE)[1]
    rows = re.search(rf"^\| {re.escape(first)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[1].splitlines()]


SCHEMA = json.loads((TOP / "resources/experiment.schema.json").read_text(encoding="utf-8"))["properties"]


def kinds(schema):
    """Returns the kinds of a section of the schema, each with its settings."""
    found = {}
    for kind in schema["oneOf"]:
        kind = kind.get("allOf", [kind])[0]
        found[kind["properties"]["kind"]["const"]] = set(kind["properties"]) - {"kind"}
    return found


def names(rows):
    return [name.strip("` ") for row in rows for name in row[0].split(",")]


@pytest.mark.parametrize(
    ("section", "first", "schema"),
    [
        ("Data", "data set", "dataset"),
        ("Models", "model", "model"),
        ("Lenses", "lens", "lenses"),
        ("Optimizers, losses and learning rates", "optimizer", "optimizer"),
        ("Optimizers, losses and learning rates", "loss", "loss"),
        ("Optimizers, losses and learning rates", "scheduler", "scheduler"),
        ("Optimizers, losses and learning rates", "clip_gradient", "clip_gradient"),
    ],
)
def test_tables_have_all_kinds(section, first, schema):
    rows = table("experiments.md", section, first)
    section = SCHEMA[schema]
    known = kinds(section.get("items", section))
    assert sorted(names(rows)) == sorted(set(known) - {"plugin"})
    for row in rows:
        for setting in re.findall(r"`(\w+)`", row[1 if first == "data set" else -1].partition(" except ")[0]):
            allowed = set.union(*(known[name.strip("` ")] for name in row[0].split(",")))
            assert setting in allowed | set(known), f"{row[0]}: {setting}"


def test_table_of_data_has_their_models(tmp_path):
    datasets = {kind["properties"]["kind"]["const"]: kind["required"] for kind in SCHEMA["dataset"]["oneOf"]}
    for name, _, models in table("experiments.md", "Data", "data set"):
        for model in ("mlp", "cnn", "resnet", "transformer", "spiking"):
            dataset = dict.fromkeys(datasets[name], "x") | {"kind": name}
            path = tmp_path / "experiment.json"
            path.write_text(json.dumps(EXPERIMENT | {"dataset": dataset, "model": {"kind": model}}), encoding="utf-8")
            result = program("sweep", path, "--set", "seed=1", "--print-commands", "--out", tmp_path)
            assert (result.returncode == 0) == (model in models), f"{name} {model}: {result.stderr}"


def test_lenses_have_inplace_and_parity_as_the_manual_says():
    nine = [name for [name, *_] in table("experiments.md", "Lenses", "lens")][:9]
    known = kinds(SCHEMA["lenses"]["items"])
    assert {name for name in known if "inplace" in known[name]} == {*nine, "OutputSaturation", "WeightUpdateRatio", "AdamMoments"}
    assert {name for name in known if "parity" in known[name]} == set(nine) - {"ParameterNorm", "ParameterCondition"}
    assert all("enabled" in settings for settings in known.values())


def test_table_of_rules_has_all_rules():
    rules = {rule["properties"]["kind"]["const"] for rule in SCHEMA["health"]["properties"]["rules"]["items"]["oneOf"]}
    assert sorted(names(table("command-line.md", "What is wrong with a training", "rule"))) == sorted(rules)
    assert f"by {len(rules)} rules" in (TOP / "README.md").read_text(encoding="utf-8")


def test_every_rule_has_limits():
    rules = {rule["properties"]["kind"]["const"] for rule in SCHEMA["health"]["properties"]["rules"]["items"]["oneOf"]}
    assert sorted(names(table("reading.md", "Limits of the rules", "rule"))) == sorted(rules)
