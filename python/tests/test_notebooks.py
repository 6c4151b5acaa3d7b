"""The notebooks of the documentation run, and what their sentences say is what their numbers say.

SPDX-License-Identifier: BSD-3-Clause
"""
import functools
import importlib.machinery
import importlib.util
import re
import sys
import tempfile
import time
from pathlib import Path

import pytest
from effort import less, sliced

pytest.importorskip("matplotlib")
pytest.importorskip("pandas")

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.py"))
LESS = {  # what takes seconds, and what stands in its place unless all is tried
    "own_drops": [],
    "compare_laws": [("count = 1_000_000", "count = 100_000"), ("mine], resamples=20", "mine], resamples=2"),
                     ("resamples=50, draws=4, k_max=30", "resamples=5, draws=2, k_max=5")],
    "my_simulator": [('{"settings": 60}', '{"settings": 10, "impacts": 4}')],
    "docs/python.md": [("resamples=50)", "resamples=5, draws=2, k_max=10)"), ("law], resamples=20", "law], resamples=2")],
    "README.md": [],
}
RUN = ["own_drops", *sliced(["compare_laws", "my_simulator"], 2)]


@functools.lru_cache(maxsize=None)
def renderer():
    loader = importlib.machinery.SourceFileLoader("notebook", str(ROOT / "scripts" / "notebook"))
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader("notebook", loader))
    sys.modules["notebook"] = made
    loader.exec_module(made)
    return made


@functools.lru_cache(maxsize=None)
def ran(name):
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.py")
        path.write_text(less((ROOT / "docs" / "notebooks" / path.name).read_text(encoding="utf-8"), LESS[name]), encoding="utf-8")
        cells, names = renderer().run(path)
    return cells, names, time.process_time() - began


def printed(cells):
    return "\n".join(cell.printed for cell in cells)


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["compare_laws", "my_simulator", "own_drops"]


@pytest.mark.parametrize("name", RUN)
def test_page(name):
    """It runs, has figures with labels, and becomes a page that needs nothing else."""
    cells, _, seconds = ran(name)
    print(f"{name}: {seconds:.1f} s")
    figures = [figure for cell in cells for figure in cell.figures]
    assert len(figures) >= 2
    for _, raw, words in figures:
        assert "(" in words and len(raw) > 1000, "axes have labels with units"
    page = renderer().page(cells, renderer().title_of(cells), name)
    assert page.count("<img ") == len(figures)
    assert not re.findall(r"""(?:src|href)=["'](?!data:|https?:)""", page), "no other file is needed"
    assert "<script" not in page and "prefers-color-scheme: dark" in page
    assert "Traceback" not in page and "&lt;matplotlib" not in page and " object at 0x" not in page


def own_drops(cells, names):
    assert names["data"].count == 160 and names["check"].frame == "mirror-n"
    assert names["insisted"].bound_mean > 10 * names["mirrored"].bound_mean
    mirtich = names["mirtich"]
    assert mirtich.mu.interval[0] <= names["TRUE_MU"] <= mirtich.mu.interval[1]
    assert mirtich.eps.interval[0] <= names["TRUE_EPS"] <= mirtich.eps.interval[1]
    assert len(names["close"]) >= 2 and "Mirtich" in names["close"], "laws that cannot be told apart"
    close = [law for law in names["mirrored"].laws if law.law.title in names["close"]]
    assert all(abs(law.mu.value - mirtich.mu.value) < .01 for law in close)
    assert "upper end: none" in printed(cells) and names["stuck"].laws["mirtich"].mu.interval[0] < 1.5
    low, high = names["eps"].interval
    assert high - low < .02, "restitution is known all the same"
    assert names["widths"][0] > 1.5 * names["widths"][-1]


def compare_laws(cells, names):
    assert names["ratios"][names["most"]] > names["ratios"][names["least"]]
    assert len(names["wang_mason"]) > .9 * names["count"] and .05 < names["differ"] < .95
    assert names["ranked"][0] == "wang-mason", "the law that made the drops"
    assert names["bound"] < names["errors"]["wang-mason"]
    assert names["ratio"] > 2 and list(names["mine"].parameters) == ["eps"]


def my_simulator(cells, names):
    fine, coarse = names["shown"], names["part"]
    assert abs(fine.mu - .3) < .005, "the friction that was typed in"
    assert abs(fine.eps_mean - names["head_on"]) < .05
    assert abs(coarse.eps_mean - fine.eps_mean) < .05, "hardly changes"
    assert coarse.eps_scatter > 1.5 * fine.eps_scatter and coarse.mu < .9 * fine.mu
    assert coarse.law[coarse.best].error > 3 * fine.law[fine.best].error, "no law explains that"
    assert names["wanted"].setting["friction"] == pytest.approx(fine.mu, abs=1e-3)
    assert names["proof"] is not None or "routh-engine-bullet" in printed(cells)


@pytest.mark.parametrize("name", RUN)
def test_sentences(name):
    """What a notebook says is so."""
    cells, names, _ = ran(name)
    {"own_drops": own_drops, "compare_laws": compare_laws, "my_simulator": my_simulator}[name](cells, names)


@pytest.mark.parametrize("path", ["docs/python.md", "README.md"])
def test_examples_of_pages(path, tmp_path, monkeypatch):
    """The blocks of Python on a page run, one after the other."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", less((ROOT / path).read_text(encoding="utf-8"), LESS[path]), re.M | re.S)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, path, "exec"), names)
    if path == "README.md":
        assert Path("ellipse.png").stat().st_size > 10000
    else:
        assert Path("report", "report.html").exists() and names["study"].best.law.title == "Wang–Mason"
        assert names["where"] == ("drops.csv", 2, "vy", "fast")
        low, high = names["study"].laws["mirtich"].mu.interval
        assert .17 <= low < high < .19


def test_errors_name_the_line(tmp_path):
    """A cell that fails says where."""
    path = tmp_path / "bad.py"
    path.write_text("# %% [markdown]\n# # Bad\n\n# %%\nfine = 1\n\n# %%\nfine\nwrong\n", encoding="utf-8")
    with pytest.raises(NameError) as caught:
        renderer().run(path)
    last = caught.traceback[-1]
    assert (Path(str(last.path)), last.lineno + 1) == (path, 9)


def test_markdown_and_colours():
    made = renderer()
    assert made.markdown("# A `b`\n\n- one\n  two\n- **x** < y") == \
        "<h1>A <code>b</code></h1>\n<ul><li>one two</li><li><strong>x</strong> &lt; y</li></ul>"
    assert made.coloured('def f(x):\n    return "a<b"  # c') == \
        ('<span class="keyword">def</span> f(x):\n    <span class="keyword">return</span> '
         '<span class="string">"a&lt;b"</span>  <span class="comment"># c</span>')
