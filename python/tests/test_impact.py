"""Planar impacts: closed forms, many against one by one, and input that nobody should give.

SPDX-License-Identifier: BSD-3-Clause
"""
import math
import pickle

import numpy
import pytest
import routh
from axes import Axes

IMPACT = {"mass": .1, "inertia": 1e-4, "rx": .01, "ry": -.05, "vx": 1., "vy": -1., "omega": 0.}


def impacts(count, seed=1):
    draw = numpy.random.default_rng(seed)
    made = {"mass": draw.uniform(.05, 1, count), "inertia": draw.uniform(1e-5, 1e-3, count),
            "rx": draw.uniform(-.03, .03, count), "ry": draw.uniform(-.05, -.01, count), "vx": draw.uniform(-1, 1, count),
            "vy": draw.uniform(-3, -2, count), "omega": draw.uniform(-5, 5, count)}
    return made


def test_a_head_on_bounce_has_its_closed_form():
    for eps in (0, .3, 1):
        outcome = routh.solve("wang-mason", [.2, 1e-4, 0, -.05, 0, -3, 0], mu=.3, eps=eps)
        assert outcome.pn == pytest.approx(.2 * 3 * (1 + eps))
        assert outcome.vy == pytest.approx(3 * eps)
        assert outcome.pt == 0


@pytest.mark.parametrize("law", list(routh.laws))
def test_many_are_each_one(law):
    given = impacts(50)
    many = routh.solve(law, given)
    for i in range(0, 50, 7):
        one = routh.solve(law, {name: column[i] for name, column in given.items()})
        assert one == many[i]


def test_every_form_gives_the_same():
    given = impacts(20)
    table = numpy.column_stack(list(given.values()))
    structured = numpy.array([tuple(row) for row in table], dtype=[(name, "f8") for name in given])
    wide = numpy.zeros((20, 14))
    wide[:, ::2] = table
    first = routh.solve("mirtich", given, mu=.2, eps=.5)
    read_only = table.copy()
    read_only.flags.writeable = False
    forms = (table, table.tolist(), structured, wide[:, ::2], numpy.asfortranarray(table), read_only, table.astype(">f8"))
    for form in forms:
        other = routh.solve("mirtich", form, mu=.2, eps=.5)
        for name in ("pt", "pn", "vt", "vn", "vx", "omega", "mode"):
            assert numpy.array_equal(getattr(first, name), getattr(other, name))


def test_contact_space_gives_the_same_impulses():
    given = impacts(20)
    contacts = routh.contact(given)
    assert numpy.array_equal(routh.solve("smith", given).pt, routh.solve("smith", contacts).pt)
    assert routh.solve("smith", contacts).vx is None


def test_threads_and_out_do_not_change_a_bit():
    given = routh.contact(impacts(5000))
    out = routh.Outcomes.empty(5000)
    assert routh.solve("wang-mason", given, out=out, threads=1) is out
    assert numpy.array_equal(out.pn, routh.solve("wang-mason", given, threads=2).pn)


def test_parameters_row_by_row():
    given = {**impacts(10), "mu": numpy.linspace(0, .9, 10)}
    many = routh.solve("wang-mason", given, eps=.5, mu=99)  # the column wins
    assert many.pt[0] == 0
    by_argument = routh.solve("wang-mason", impacts(10), eps=.5, mu=numpy.linspace(0, .9, 10))
    assert numpy.array_equal(many.pt, by_argument.pt)


def test_an_impact_without_an_answer():
    given = impacts(5)
    given["vy"][3] = 2
    with pytest.raises(routh.Error) as caught:
        routh.solve("wang-mason", given)
    assert caught.value.row == 4 and "impact 3: " in str(caught.value)
    contacts = routh.contact(impacts(5))
    contacts["vn"][2] = 1
    with pytest.raises(routh.Error, match="impact 2"):
        routh.solve("wang-mason", contacts)
    many = routh.solve("wang-mason", contacts, unsolved="nan")
    assert many.modes[2] == "unsolved" and numpy.isnan(many.pt[2]) and numpy.isfinite(many.pt[[0, 1, 3, 4]]).all()


def test_bodies_without_a_contact_are_nan_where_asked():
    given = impacts(5)
    given["vy"][3], given["mass"][1] = 2, -1
    many = routh.solve("mirtich", given, unsolved="nan")
    assert [i for i, mode in enumerate(many.modes) if mode == "unsolved"] == [1, 3]
    assert numpy.isnan(many.vx[[1, 3]]).all() and numpy.isfinite(many.vx[[0, 2, 4]]).all()


def test_files_need_bodies_and_all_numbers(tmp_path):
    with pytest.raises(routh.Error, match="bodies"):
        routh.solve("mirtich", routh.contact(impacts(3))).write(tmp_path / "x.csv")
    with pytest.raises(routh.Error, match="csv"):
        routh.solve("mirtich", impacts(3)).write(tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())


def wrong_impacts():
    good = impacts(4)
    return [
        (None, TypeError), ("text", TypeError), (3., ValueError), ([1, 2], ValueError), (numpy.zeros((2, 2, 7)), ValueError),
        (numpy.array([["a"] * 7]), TypeError), (numpy.array([[object()] * 7]), TypeError), (numpy.zeros((4, 7), complex), TypeError),
        ({"mass": [1.]}, ValueError), ({**good, "rx": [0.] * 3}, ValueError), ({**good, "rx": numpy.zeros((4, 1))}, ValueError),
        ({**good, "rx": ["x"] * 4}, TypeError), ({**good, "mass": numpy.full(4, numpy.nan)}, routh.Error),
        ({**good, "mass": -good["mass"]}, routh.Error), (numpy.full((3, 7), numpy.inf), routh.Error),
        (numpy.array(good, object), TypeError), (routh.Outcomes.empty(4), (TypeError, ValueError)),
    ]


@pytest.mark.parametrize("case", range(len(wrong_impacts())))
def test_wrong_impacts(case):
    given, wanted = wrong_impacts()[case]
    with pytest.raises(wanted):
        routh.solve("wang-mason", given)


@pytest.mark.parametrize("options, wanted", [
    ({"mu": "a lot"}, TypeError), ({"mu": -1}, routh.Error), ({"mu": math.nan}, routh.Error), ({"mu": [.1] * 3}, ValueError),
    ({"nu": .1}, TypeError), ({"unsolved": "maybe"}, ValueError), ({"threads": -1}, ValueError), ({"threads": 1.5}, TypeError),
    ({"threads": 10**9}, ValueError), ({"out": 3}, (TypeError, AttributeError)), ({"out": routh.Outcomes.empty(3)}, TypeError),
])
def test_wrong_options(options, wanted):
    with pytest.raises(wanted):
        routh.solve("wang-mason", impacts(4), **options)


def test_wrong_out_arrays():
    many = routh.Outcomes.empty(4, body=True)
    for name, part in (("pt", numpy.empty(8)[::2]), ("pn", numpy.empty(4, "f4")), ("mode", numpy.empty(4)), ("vt", [0.] * 4)):
        import dataclasses

        with pytest.raises((TypeError, ValueError), match=f"out.{name}"):
            routh.solve("wang-mason", impacts(4), out=dataclasses.replace(many, **{name: part}))
    many.pt.flags.writeable = False
    with pytest.raises(ValueError, match="out.pt"):
        routh.solve("wang-mason", impacts(4), out=many)


def test_out_without_some_arrays():
    import dataclasses

    out = dataclasses.replace(routh.Outcomes.empty(4, body=True), **dict.fromkeys(("pt", "mode", "couple")))
    full = routh.solve("mirtich", impacts(4))
    routh.solve("mirtich", impacts(4), out=out)
    assert numpy.array_equal(out.vy, full.vy) and numpy.array_equal(out.pn, full.pn)


def test_no_impacts_at_all():
    assert len(routh.solve("wang-mason", numpy.empty((0, 7)))) == 0
    assert len(routh.solve("wang-mason", numpy.empty((0, 5)))) == 0


def test_unknown_laws_and_names():
    with pytest.raises(routh.Error, match="wang-mason"):
        routh.solve("wang-masson", IMPACT)
    with pytest.raises(ValueError, match="null"):
        routh.solve("wang\0mason", IMPACT)
    with pytest.raises(TypeError):
        routh.solve(3, IMPACT)


def test_ellipse_lies_where_algebra_says():
    contact = routh.contact(IMPACT)
    w = numpy.array([[contact.wtt, contact.wtn], [contact.wtn, contact.wnn]])
    v = numpy.array([contact.vt, contact.vn])
    study = routh.ellipse(IMPACT, mu=.2, eps=.5)
    centre = -numpy.linalg.solve(w, v)
    assert (study.ellipse.centre.pt, study.ellipse.centre.pn) == pytest.approx(tuple(centre))
    axes = numpy.sqrt(v @ numpy.linalg.solve(w, v) / numpy.linalg.eigvalsh(w))
    assert (study.ellipse.major, study.ellipse.minor) == pytest.approx(tuple(axes))
    for row in study.laws:
        alone = routh.solve(row.law, IMPACT, **dict(zip(row.law.parameters, row.parameters)))
        assert (row.outcome.pt, row.outcome.pn, row.outcome.mode) == (alone.pt, alone.pn, alone.mode)
    axes = Axes()
    assert study.plot(axes) is axes and "N s" in axes.labels["xlabel"]


def test_bound_is_that_of_a_search():
    """The nearest admissible impulse, found by looking at many."""
    impact, measured = routh.Impact(**IMPACT), numpy.array([.9, 1.4, 3.])
    study = routh.ellipse(impact)
    points = numpy.concatenate([polygon.point for polygon in study.admissible.polygon])
    inside = numpy.random.default_rng(1).dirichlet(numpy.full(3, .5), 4000)
    corners = numpy.random.default_rng(2).integers(len(points), size=(4000, 3))
    pt = (inside * points["pt"][corners]).sum(axis=1)
    pn = (inside * points["pn"][corners]).sum(axis=1)
    least = min(routh.impact_error(impact, routh.impact_after(impact, *pair), measured) for pair in zip(pt, pn))
    bound = routh.bound(impact, measured)
    assert bound.error <= least + 1e-12 and bound.error == pytest.approx(least, rel=.03)


def test_stick_friction_sticks_above_and_slides_below():
    found = routh.stick_friction("wang-mason", IMPACT, eps=.5)
    assert "sticking" in routh.solve("wang-mason", IMPACT, mu=found.mu + 1e-9, eps=.5).mode
    assert routh.solve("wang-mason", IMPACT, mu=found.mu - 1e-6, eps=.5).mode == "sliding"


def test_arrays_outlive_their_result():
    polygon = routh.ellipse(IMPACT).laws["mirtich"].region.polygon[0].point
    again = routh.ellipse(IMPACT).laws["mirtich"].region.polygon[0].point
    for _ in range(50):
        routh.ellipse(IMPACT, laws=["smith"])
    assert numpy.array_equal(polygon, again)
    with pytest.raises(ValueError):
        polygon["pt"] = 0


def test_results_are_pickled():
    study = routh.ellipse(IMPACT, mu=.3)
    other = pickle.loads(pickle.dumps(study))
    assert repr(other) == repr(study) and other.laws["mirtich"].outcome.pt == study.laws["mirtich"].outcome.pt
    assert other.laws["mirtich"].law is routh.laws["mirtich"]
    with pytest.raises(routh.Error, match="pickled"):
        other.write("x.json")
    many = routh.solve("smith", impacts(5))
    other = pickle.loads(pickle.dumps(many))
    assert numpy.array_equal(other.pt, many.pt) and other.modes == many.modes
    with pytest.raises(routh.Error, match="bodies"):
        other.write("x.csv")
    for made in (routh.contact(IMPACT), routh.solve("smith", IMPACT), routh.bound(IMPACT, [1, 1, 0]),
                 routh.stick_friction("smith", IMPACT), routh.Impact(**IMPACT)):
        assert repr(pickle.loads(pickle.dumps(made))) == repr(made)


@pytest.mark.parametrize("call", [
    lambda: routh.ellipse(impacts(3)), lambda: routh.ellipse(routh.contact(IMPACT)),
    lambda: routh.ellipse(IMPACT, mu="x"),
    lambda: routh.ellipse(IMPACT, laws=[3]), lambda: routh.ellipse(IMPACT, laws=3),
    lambda: routh.ellipse(IMPACT, frobnicate=1),
    lambda: routh.bound(IMPACT, [1, 2]), lambda: routh.bound(IMPACT, "abc"),
    lambda: routh.bound(IMPACT, [1, 2, 3], metric="x"),
    lambda: routh.bound(IMPACT, [1, 2, 3], metric=1), lambda: routh.Impact(1, 2, 3),
    lambda: routh.Impact(**{**IMPACT, "vx": "1"}),
    lambda: routh.impact_error(IMPACT, [1, 2, 3], None), lambda: routh.stick_friction("smith", impacts(2)),
    lambda: routh.ellipse({**IMPACT, "vy": 3}), lambda: routh.ellipse({**IMPACT, "mass": math.nan}),
    lambda: routh.ellipse(IMPACT, mu=-1), lambda: routh.contact({**IMPACT, "vy": 3}),
    lambda: routh.bound(IMPACT, [math.nan] * 3),
    lambda: routh.ellipse(IMPACT).write("no.such"), lambda: routh.ellipse(IMPACT).write("/no/such/folder/x.json"),
    lambda: routh.ellipse(IMPACT).write("a\0.json"), lambda: routh.ellipse(IMPACT).write(3),
])
def test_wrong_calls(call):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        call()
