"""Compares with monitorch's values for fixed weights and data, from Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("mode", ["parity", "faultless"])
def test_golden(tmp_path, mode):
    golden = os.environ.get("LENSBOARD_GOLDEN", HERE.parent / "data" / "golden")
    kernels = {"ATEN_CPU_CAPABILITY": "avx2", "OPENBLAS_CORETYPE": "Haswell", "DNNL_MAX_CPU_ISA": "AVX2"}
    done = subprocess.run(
        [sys.executable, HERE / "golden_replay.py", golden, tmp_path, mode], env={**os.environ, **kernels}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
