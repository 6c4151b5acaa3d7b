"""How many things are behind a pointer of a structure. The headers say it in words; this is the same for the program.

A length is an expression of the structure's fields, of `up`, the structure that it is part of, and of `owner`, where the function
that filled it leaves what no field says. "1": one, or none where the
pointer is NULL. None: Python does not show it, as it is the caller's own or part of the machinery. A field without an entry is
as long as the field of the same name with `_count` says. python/tests/test_layout.py holds that no pointer is missing.

SPDX-License-Identifier: BSD-3-Clause
"""


def _all(length, names):
    return dict.fromkeys(names.split(), length)


LENGTHS = {
    # base, file
    "routh_names": _all(None, "entry"),
    "routh_findings": _all("count", "finding"),
    "routh_io": _all(None, "buffer"),
    "routh_table": {"name": "columns", "column": None, "line": "rows"},
    "routh_table_columns": _all(None, "required optional"),
    # geometry
    "routh_face": _all("count", "corner"),
    "routh_polyhedron_facts": {"vertex": "vertices, 3"},
    "routh_shape3": _all("count", "vertex inset"),
    "routh_part": {"shape": "1"},
    "routh_object": _all("count", "part"),
    "routh_assembly": _all("count", "displacement"),
    # impact
    "routh_batch": _all("count", "wtt wtn wnn vt vn pt pn vt_after vn_after contact_energy_ratio couple mode flags"),
    "routh_polygon": _all("count", "point"),
    "routh_region": _all("count", "polygon"),
    "routh_trace": _all("count", "moment"),
    "routh_outcome3": {"switches": "switch_count"},
    "routh_collision": {"switches": "switch_count", "rigid": "1"},
    "routh_scene_trace": {"moment": "count", "body": "count, body_count", "contact": "count, contact_count"},
    # data
    "routh_trajectory": _all("count", "time x y theta vx vy omega"),
    "routh_extra": {"value": "up.count"},
    "routh_dataset": {"record": "count"},
    "routh_import_options": {"body": "1"},
    "routh_trajectory3": _all("count", "position orientation spin time"),
    "routh_dataset3": {"record": "count", "shape": "1", "stored_shape": None},
    "routh_import3_options": {"shape": "1"},
    "routh_insertion_truth": _all("count", "displacement"),
    "routh_insertion": _all("count", "sample"),
    "routh_rebounds": _all("count", "rebound"),
    # motion, segment, rollout
    "routh_world3": {"shape": "1", "part": None},
    "routh_segment3_options": {"calibration": "1"},
    "routh_rollout": _all("count", "state apart"),
    "routh_rollout_options": _all(None, "from"),
    "routh_spread3": _all("count", "instant"),
    "routh_ball_path": _all("count", "piece"),
    "routh_wrench": {"table": None},
    "routh_insertion_path": _all("count", "stage"),
    "routh_insertion_generator": {"path": "1"},
    # engines
    "routh_materials": _all("count", "material"),
    "routh_engine_body": {"shape": "1"},
    "routh_export": {"material": "1"},
    "routh_engine_setting": {"engine": "1"},
    "routh_proof": {"engine": "1"},
    "routh_export_draws": _all("count", "set setting"),
    "routh_export_job": {"engine": "1"},
    "routh_proof_trial": {"impact": "up.impact_count"},
    "routh_behaviour": _all("count", "impact"),
    "routh_behaviour_series": _all("count", "at"),
    "routh_behaviour_run": {"engine": "1", "body": "1", "setting": "1"},
    # insertion
    "routh_insertion_answer": {"x": "up.count", "error": "up.count", "load": "owner.pairs"},
    "routh_insertion_estimate": {"x": "count", "error": "count", "covariance": "count + 2, count + 2",
                                 "instant": "sample_count", "answer": "answers"},
    "routh_lcurve_point": {"x": "up.unknowns"},
    "routh_lcurve": _all("count", "point"),
    "routh_observability": {"correlation": "count + 1, count + 1", "class_of": "count + 1, count + 1",
                            "sensitivity": "count, 2", "singular": "count", "direction": "count, count",
                            "posterior": "count", "seen": "count"},
    # learned models
    "routh_model_options": {"pose": None, "covariates": "covariate_count", "prior": None},
    "routh_model_facts": {"prior": None},
    # studies
    "routh_study_options": {"laws": "law_count", "learning": "1", "uncalibrated": None, "covariates": "covariate_count",
                            "transfer": None, "calibration": "1"},
    "routh_learning_options": {"sizes": "size_count", "prior": None, "covariates": "covariate_count", "covariate": None},
    "routh_contestant": {"curve": "up.size_count"},
    "routh_learning": {"size": "size_count", "contestant": "count"},
    "routh_law_study": {"surface": "up.surface_size, up.surface_size", "impact": "up.count"},
    "routh_example": {"region": "up.law_count"},
    "routh_frame_study": {"sample": "count", "held_out": "count", "irb": "count", "best_post_hoc": "count",
                          "density": "law_count + 2, 128", "surface_mu": "surface_size", "surface_eps": "surface_size",
                          "learning": "1", "dependence": "1", "inputs": "1", "exploration": "1",
                          "example": "example_count"},
    "routh_split_options": {"laws": "law_count"},
    "routh_split": _all("count", "number"),
    "routh_motion_curve": _all("count", "time x y arc"),
    "routh_study": {"dataset": None, "motion": "1", "frame": "frame_count"},
    "routh_dependence_options": {"covariates": "covariate_count", "laws": "law_count"},
    "routh_explore_step": _all("count", "candidate"),
    "routh_fit_study": {"dataset": None, "sample": "count", "laws": "law_count", "covariates": "covariate_count",
                        "dependence": "1", "exploration": "1", "fit": "law_count"},
    "routh_training": {"dataset": None, "sample": "count", "pose": "count", "dependence": "1", "model": None, "prior": None,
                       "train": "train_count", "rest": "rest_count"},
    "routh_study3_options": _all(None, "segmentation results"),
    "routh_study3": {"dataset": None, "sample": "count", "cases": "count"},
    "routh_spread_study": {"fold": None, "spread": None},
    "routh_rollout_study_options": _all(None, "single"),
    "routh_rollout_study": {"dataset": None, "rollout": "count", "spread": "1"},
    "routh_insertion_case": {"measured": "insertion.count, 6", "truth": "fit.count", "pose": "insertion.count",
                             "first": "insertion.count + 1", "contact": "first[-1] if first is not None else 0"},
    "routh_insertion_together": {"assembly": "1", "without": "up.count"},
    "routh_insertion_study": {"assembly": "1", "extended": None, "item": "count", "together": "1"},
    "routh_insertion_candidate": {"error": "owner.unknowns"},
    "routh_insertion_plan": {"assembly": "1", "candidate": "count", "least": "owner.unknowns", "instant": "instants"},
    "routh_impact_study_options": {"laws": "law_count"},
    "routh_impact_study": _all("count", "laws"),
    "routh_impact3_study": _all("count", "friction poisson"),
    "routh_shot_study": {"row": "steps, steps"},
    "routh_rebound_options": {"laws": "law_count"},
    "routh_law_rebounds": _all("up.rebounds_count", "predicted predicted_held_out"),
    "routh_rebound_study": {"rebounds": None},
    "routh_inertia_options": {"shape": "1"},
    "routh_inertia_estimate": {"lever": "count", "turn": "count", "deviation": "count", "misfit": "count",
                               "impulse": "count, 2"},
    "routh_inertia_history": _all("count", "row"),
    "routh_track": _all("count", "time position orientation angle"),
    "routh_tracks": _all("count", "track"),
    "routh_correction_options": {"segmentation": "1"},
    "routh_recording_options": {"convention": "1"},
    "routh_recording": {"contradiction": "1"},
    "routh_check_answer": _all(None, "dataset systematics"),
    "routh_inertia_study": {"dataset": None, "record": "count"},
}
