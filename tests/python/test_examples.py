"""Runs the Python examples of README.md and the manual."""

import examples
import pytest


@pytest.mark.parametrize("name", examples.SOURCES)
def test_examples_run(name, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("lensboard.Inspector.show", lambda watch: None)
    names = {"__name__": name}
    exec(compile(examples.modules()[name], f"{name}.py", "exec"), names)
    names["watch"].close()
    assert (tmp_path / "my.lbrun").exists()
