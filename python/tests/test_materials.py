"""Pairs of surfaces: what is known, tables of one's own, draws."""
import math
import pickle

import numpy
import pytest

import routh


def test_draws_have_the_stated_moments():
    own = routh.Materials.of([{"name": "puck on ice", "law": "rigid", "mu": (.3, .02), "eps": (.5, .03), "source": "me"}])
    sets = own["Puck-on-Ice"].draws(4000, seed=3)
    assert sets.keys() == {"mu", "eps"}
    assert sets["mu"].mean() == pytest.approx(.3, abs=4 * .02 / 4000**.5) and sets["mu"].std() == pytest.approx(.02, rel=.06)
    assert sets["eps"].std() == pytest.approx(.03, rel=.06) and abs(numpy.corrcoef(sets["mu"], sets["eps"])[0, 1]) < .06
    assert (own["puck on ice"].draws(10, seed=3)["mu"] == sets["mu"][:10]).all()


def test_known_table():
    table = routh.materials()
    cube = table["cube on board"]
    assert cube.mu.interval[0] < cube.mu.value < cube.mu.interval[1] and cube.impacts > 100
    assert table["cube-on-board/rigid"].law == "rigid" and len(table.select(law="mirtich")) == 2
    assert [one.name for one in table.select("cube on board")] == ["cube on board"] * len(table.select("cube on board"))
    assert all(isinstance(text, str) for text in cube.findings) and math.isnan(cube.mu_slide.value)
    with pytest.raises(AttributeError, match="parameters"):
        cube.colour
    for wrong in ("no such pair", "cube on board/no such law"):
        with pytest.raises(KeyError):
            table[wrong]
    with pytest.raises(IndexError):
        table[1000]


def test_tables_round_trip(tmp_path):
    own = routh.Materials.of([{"name": "a", "mu": .3, "eps": .5}, {"name": "b", "mu": (.3, .1), "eps": .5, "law": "rigid"}])
    own.write(tmp_path / "own.json")
    assert routh.materials(tmp_path / "own.json").to_json() == own.to_json()
    assert routh.materials(own) is own and len(own.add(own, name="c", law="rigid")) == 3
    again = pickle.loads(pickle.dumps(own))
    assert again["b"].mu.error == .1
    with pytest.raises(routh.Error, match="pickled"):
        again.write(tmp_path / "x.json")


@pytest.mark.parametrize("wrong", [[{"mu": .3}], [{"name": "a"}, {"name": "a"}], [{"name": "x" * 100}], [{"name": "a", "colour": 1}],
                                   [{"name": "a", "mu": "high"}], [5], [{"name": "a\0b"}], [{"name": "a", "restitution": "galilei"}]])
def test_bad_rows(wrong):
    with pytest.raises((TypeError, ValueError, routh.Error, AttributeError)):
        routh.Materials.of(wrong)


def test_bad_sources(tmp_path):
    (tmp_path / "bad.json").write_text('{"materials": [{"name": "a", "parameters": {"eps": {"value": 7}}}]}')
    for wrong in (tmp_path / "none.json", tmp_path / "bad.json", tmp_path):
        with pytest.raises(routh.Error):
            routh.materials(wrong)
    for wrong in (5, object(), "a\0b"):
        with pytest.raises((TypeError, ValueError)):
            routh.materials(wrong)
    cube = routh.materials()["cube on board"]
    for count, seed in ((0, 1), (-1, 1), (10**9, 1), (1.5, 1), ("x", 1), (3, -1), (3, None)):
        with pytest.raises((TypeError, ValueError)):
            cube.draws(count, seed)
