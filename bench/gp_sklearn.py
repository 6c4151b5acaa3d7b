#!/usr/bin/env python3
"""The peer of bench_gp.c: scikit-learn's GaussianProcessRegressor on the same samples, on one thread.

usage: gp_sklearn.py FOLDER

FOLDER holds samples_N.csv for each N (inputs, then the output), points.csv, and for training draw_0.csv, draw_1.csv, …
Prints lines "what N value": seconds of CPU time, the median of several runs, and log likelihoods of standardised outputs.
Writes predictions_N.csv: mean and standard deviation of a measurement at each of the points.

SPDX-License-Identifier: BSD-3-Clause
"""
import os
import sys
import time
import warnings

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

SIZES = (450, 1718)
SIGNAL, NOISE, LENGTH = 1.0, 0.3, 2.0  # where the training starts; deviations, as in routh_gp_parameters_default


def kernel(inputs):
    return ConstantKernel(SIGNAL**2, (1e-4, 1e4)) * RBF(np.full(inputs, LENGTH), (1e-2, 1e3)) + WhiteKernel(
        NOISE**2, (1e-8, 1e2)
    )


def regressor(inputs, optimizer=None):
    return GaussianProcessRegressor(kernel=kernel(inputs), alpha=0, optimizer=optimizer)


def read(path):
    table = np.loadtxt(path, delimiter=",")
    mean, scale = table.mean(axis=0), table.std(axis=0)
    standardised = (table - mean) / scale
    return standardised[:, :-1], standardised[:, -1], mean, scale


def median_time(runs, function):
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        function()
        seconds.append(time.process_time() - start)
    return np.median(seconds)


def say(what, size, value):
    print(what, size, repr(float(value)), flush=True)


def evaluate_and_predict(folder, size):
    x, y, mean, scale = read(f"{folder}/samples_{size}.csv")
    gp = regressor(x.shape[1]).fit(x, y)
    theta = gp.kernel_.theta
    runs = 15 if size < 1000 else 7
    say("value", size, gp.log_marginal_likelihood(theta))
    say("likelihood", size, median_time(runs, lambda: gp.log_marginal_likelihood(theta, True, clone_kernel=False)))
    points = (np.loadtxt(f"{folder}/points.csv", delimiter=",") - mean[:-1]) / scale[:-1]
    say("mean", size, median_time(runs, lambda: gp.predict(points)) / len(points))
    say("deviation", size, median_time(runs, lambda: gp.predict(points, return_std=True)) / len(points))
    predicted, deviation = gp.predict(points, return_std=True)
    table = np.c_[mean[-1] + scale[-1] * predicted, scale[-1] * deviation]
    np.savetxt(f"{folder}/predictions_{size}.csv", table, delimiter=",", fmt="%.17g")


def train(folder):
    draw = 0
    while os.path.exists(f"{folder}/draw_{draw}.csv"):
        x, y, _, _ = read(f"{folder}/draw_{draw}.csv")
        gp = regressor(x.shape[1], "fmin_l_bfgs_b")
        say("training", draw, median_time(1, lambda: gp.fit(x, y)))
        say("optimum", draw, gp.log_marginal_likelihood_value_)
        draw += 1


def main():
    warnings.filterwarnings("ignore")  # that a length scale is at its bound
    folder = sys.argv[1]
    for size in SIZES:
        evaluate_and_predict(folder, size)
    train(folder)


main()
