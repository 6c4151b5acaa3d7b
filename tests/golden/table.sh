# What is frozen: for each part of the program the lines that golden.sh runs, in a folder that has the files of inputs/.
# `freeze NAME TOLERANCE COMMAND` freezes what the command prints in frozen/PART/NAME; `given COMMAND` prepares it. Every part
# becomes the test golden/PART. No part may take more than 2.5 s of processor time.
#
# Tolerances are relative; the second number is absolute, for what is left where larger numbers cancel.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash

exact=0                 # words, counts, tables that come with the program
closed=1e-10,1e-14      # a few operations in double precision, printed with up to twelve digits
solved=1e-8,1e-12       # linear systems, integrals, random draws, fits that have one answer
searched=1e-6,1e-9      # ends of searches: within 1e-8 of the objective, and so the place to its square root where it is flat
solved_near_0=1e-8,1e-10 # the same, where what is exact is 0: a point, a deviation
learned=1e-4,1e-6       # Gaussian processes of few impacts: the likelihood is flat in what they assume
drawn=1e-6,1e-9         # digests: sums of 500 numbers, of which some coordinates may be rounded the other way elsewhere

drops() { given routh simulate --count 12 --seed 5 --law mirtich --mu .3 --eps .6 --snr 45 --duration .6 -o drops.h5; }
tosses() { # COUNT RATE
    given routh simulate --space --count "$1" --seed 4 --duration .5 --rate "$2" --rounding .004 --mu .18 --noise 1e-4,5e-4 -o tosses.h5
}
one_drop=(--theta .5 --omega 3 --duration .4 --rate 50)
one_impact=(--mass .0364 --inertia 1.35e-5 --rx .02 --ry -.028 --vx .3 --vy -1.2 --omega 4)
laws=(wang-mason mirtich ap-newton ap-poisson ap-poisson-normal drumwright-shell whittaker compliant)

part_help() {
    freeze program.txt $exact routh --help
    freeze identify.txt $exact routh help insertion identify
    freeze man $exact routh help solve --man
    freeze completion $exact digest routh help --completion bash
}

part_laws() {
    freeze laws.txt $exact routh laws
    freeze laws.csv $exact routh laws --format csv
    freeze laws.json $exact routh laws --json
    freeze law.txt $exact routh laws wang-mason
}

part_materials() {
    given routh fit impacts.csv --bootstrap 10 --json -o fit.json
    given routh materials --add fit.json --name "puck on ice" --licence "CC BY 4.0" -o own.json
    freeze materials.txt $exact routh materials
    freeze materials.csv $exact routh materials --format csv
    freeze materials.json $exact digest routh materials --json
    freeze materials.md $exact digest routh materials --markdown
    freeze material.txt $exact routh materials cube-on-board
    freeze of_result.txt $searched routh materials --file fit.json
    freeze added.json $searched cat own.json
}

part_solve() {
    local law
    for law in "${laws[@]}"; do
        freeze "$law.csv" $closed routh solve --law "$law" --mu .3 --eps .6 --input few.csv
    done
    freeze wang-mason.json $closed routh solve --law wang-mason --mu .3 --eps .6 --input few.csv --json
}

part_ellipse() {
    local with_area=(--law smith --law whittaker) # regions of others are lines: their corners are left to rounding
    freeze all.json $closed without_polygons routh ellipse "${one_impact[@]}" --mu .18 --eps .53
    freeze row.json $closed without_polygons routh ellipse --input few.csv --row 3 --mu .3 --eps .6
    freeze regions.json $drawn digest routh ellipse "${one_impact[@]}" "${with_area[@]}" --mu .18 --eps .53
    freeze regions.csv $drawn digest routh ellipse "${one_impact[@]}" "${with_area[@]}" --mu .18 --eps .53 --format csv
    freeze regions.svg $drawn digest routh ellipse "${one_impact[@]}" "${with_area[@]}" --mu .18 --eps .53 --format svg
}

part_import() {
    given routh simulate "${one_drop[@]}" -o drop.csv
    given routh simulate --space --spin 3,7,2 --duration .4 -o toss.csv
    freeze impacts.txt $closed routh import impacts.csv -o impacts.h5
    freeze impacts.json $closed routh import impacts.csv --json -o impacts.h5
    freeze drop.txt $closed routh import drop.csv --shape ellipse:.035,.025 --mass .0364 -o drop.h5
    freeze dry-run.txt $solved_near_0 routh import toss.csv --shape disc:.05 --dry-run -o no.h5
    freeze toss.txt $solved_near_0 routh import --space toss.csv --shape cube:.1 -o toss.h5
    freeze toss.json $solved_near_0 routh import --space toss.csv --shape cube:.1 --json -o toss.h5
}

part_check() {
    drops
    freeze impacts.txt $solved routh check impacts.csv
    freeze drops.txt $solved routh check drops.h5
    freeze drops.json $solved routh check drops.h5 --json
    freeze calibrated.txt $solved routh check drops.h5 --calibrate --reflag
}

part_segment() {
    given routh simulate --shape square:.06 --count 3 --seed 3 --noise 1e-4,1e-3,1e-2,1e-2,.1 -o square.h5
    freeze square.txt $solved routh segment square.h5 --picture square.svg -o impacts.h5
    freeze square.json $solved routh segment square.h5 --json -o impacts.h5
    freeze square.svg $drawn digest cat square.svg
}

part_fit() {
    freeze fit.txt $searched routh fit impacts.csv --bootstrap 20
    freeze fit.csv $searched routh fit impacts.csv --bootstrap 20 --format csv
    freeze fit.json $searched routh fit impacts.csv --bootstrap 20 --json
    freeze many.csv $searched routh fit impacts.csv --law wang-mason --k 8 --draws 3 --format csv
    freeze norms.json $searched routh fit impacts.csv --law mirtich --norms --cost velocity --bootstrap 5 --json
    freeze individual.csv $searched first 13 routh fit impacts.csv --law wang-mason --law compliant --individual
    freeze covariate.txt $searched routh fit impacts.csv --law mirtich --covariate eps:vn:1 --bootstrap 5
    freeze covariate.json $searched routh fit impacts.csv --law mirtich --covariate eps:temperature:1 --bootstrap 5 --json
    freeze covariate.svg $drawn digest routh fit impacts.csv --law mirtich --covariate eps:vn:1 --bootstrap 5 --format svg
    freeze explore.txt $searched routh fit impacts.csv --explore --bootstrap 5
}

part_study() {
    freeze study.txt $searched routh study --count 60 --k 10 --draws 2 --bootstrap 5 --no-reference -o out
    freeze results.json $searched cat out/results.json
    freeze table-1.csv $searched cat out/table-1.csv
    freeze table-2.csv $searched cat out/table-2.csv
    freeze convergence.csv $searched cat out/convergence.csv
    freeze densities.csv $drawn digest cat out/densities.csv
    freeze impacts.csv $drawn digest cat out/impacts.csv
    freeze individual.csv $drawn digest cat out/individual.csv
    freeze surface.csv $drawn digest cat out/surface.csv
    freeze report.html $drawn digest without_polygons page out/report.html
}

part_study_options() {
    local two=(--law wang-mason --law mirtich --k 8 --draws 2 --bootstrap 5)
    given keep mirrored.csv awk -F, -v OFS=, 'NR > 1 { $3 = -$3 } 1' impacts.csv
    given routh study mirrored.csv "${two[@]}" --frame both -o first
    freeze both.json $searched cat first/results.json
    freeze reference.csv $searched cat first/reference.csv
    given routh study --count 40 --generate mirtich "${two[@]}" --no-reference --use first/results.json --split 2 -o second
    freeze used.json $searched cat second/results.json
    given routh study impacts.csv "${two[@]}" --no-reference --covariate eps:vn:1 --explore -o third
    freeze covariates.csv $searched cat third/covariates.csv
    freeze explored.csv $searched cat third/explored.csv
}

part_study_learning() {
    given routh study impacts.csv --law mirtich --k 8 --draws 1 --bootstrap 3 --no-reference --learn --learn-sizes 10 --learn-draws 1 -o out
    freeze results.json $learned digest cat out/results.json
    freeze learning-curves.csv $learned cat out/learning-curves.csv
}

part_study_tosses() {
    tosses 14 250
    freeze study.txt $searched routh study tosses.h5 --bootstrap 3 -o out
    freeze results.json $searched cat out/results.json
    freeze impacts.csv $drawn digest cat out/impacts.csv
    freeze errors.svg $drawn digest cat out/errors.svg
}

part_study_rebounds() {
    freeze study.txt $searched routh study rebounds.csv --radius .0025 --speed 3.9 -o out
    freeze results.json $searched cat out/results.json
}

part_learn() {
    local kind
    freeze wrench.txt $learned routh learn impacts.csv --train 12 --model wrench -o wrench.h5
    freeze wrench.json $learned routh learn impacts.csv --train 12 --model wrench --json
    for kind in residual parameters baseline; do
        freeze $kind.json $learned routh learn impacts.csv --train 12 --model $kind --json
    done
    freeze covariate.json $learned routh learn impacts.csv --train 12 --model residual --covariate eps:vn:1 --json
    freeze prior.json $learned routh learn impacts.csv --train 12 --model wrench --prior wrench.h5 --json
    freeze generated.txt $learned routh learn --count 40 --train 10 --model rigid
    freeze model.txt $learned routh laws wrench.h5
}

part_predict() {
    local kind
    for kind in rigid rigid-2d wrench residual residual-wrench parameters; do
        given routh learn impacts.csv --train 12 --model $kind -o $kind.h5
        freeze $kind.csv $learned routh predict $kind.h5 --input few.csv
    done
    freeze wrench.json $learned routh predict wrench.h5 --input few.csv --project --json
    freeze one.json $learned routh predict wrench.h5 "${one_impact[@]}" --json
    freeze law.csv $learned routh solve --law wrench.h5 --input few.csv
}

part_strike() {
    freeze contacts.csv $solved routh strike --input contacts.csv
    freeze contacts.json $solved routh strike --input contacts.csv --json
    freeze rigid.csv $solved routh strike --input contacts.csv --rigid
    freeze scene.json $solved routh strike --scene scene.json --curve curve.csv --points 20
    freeze curve.csv $solved cat curve.csv
    freeze scene.svg $drawn digest routh strike --scene scene.json --points 20 --format svg
    freeze in_turn.json $solved routh strike --scene scene.json --rigid --json
}

part_papers() {
    local case
    freeze list.txt $exact routh paper
    for case in ball pencil masse; do
        freeze $case.txt $solved routh paper $case
        freeze $case.json $solved routh paper $case --json
        freeze $case.svg $drawn digest routh paper $case --format svg
    done
    freeze effect.csv $solved routh paper ball --figure effect --points 4 --format csv
    freeze tangential.svg $drawn digest routh paper pencil --mu .5 --nu .4 --figure tangential --format svg
    freeze sweep.txt $solved routh paper masse --sweep 3
    freeze as-published.csv $searched routh paper limits impacts.csv --draws 2 --k 10 --format csv
    freeze noise.txt $solved routh paper noise --count 5 --repetitions 2
    freeze noise.json $solved digest routh paper noise --count 5 --repetitions 2 --json
}

part_toss() {
    tosses 14 250
    given keep toss.json routh toss tosses.h5 --bootstrap 3 --json -o toss.csv --svg toss.svg
    freeze toss.json $searched cat toss.json
    freeze toss.csv $drawn digest cat toss.csv
    freeze toss.svg $drawn digest cat toss.svg
    freeze calibrated.txt $searched routh toss tosses.h5 --bootstrap 3 --calibration toss.json
}

part_toss_law() {
    tosses 14 250
    freeze modified.txt $searched routh toss tosses.h5 --bootstrap 2 --law rigid+eps-power
}

part_rollouts() {
    given routh simulate --space --count 10 --seed 4 --duration .3 --rate 100 --rounding .004 --mu .18 --noise 1e-4,5e-4 \
        --position 0,0,.12:.14 -o tosses.h5
    freeze rollouts.txt $searched routh toss tosses.h5 --rollouts --evaluations 30 --no-ablations --folder out
    freeze results.json $searched cat out/results.json
    freeze tosses.csv $searched cat out/tosses.csv
    freeze errors.svg $drawn digest cat out/errors.svg
    freeze report.html $drawn digest page out/report.html
}

part_judge() {
    drops
    freeze judge.txt $searched routh judge drops.h5 --bootstrap 5 --folder out
    freeze judge.csv $searched digest routh judge drops.h5 --bootstrap 5 --format csv
    freeze judge.json $searched cat out/results.json
    freeze behaviour.svg $drawn digest cat out/behaviour.svg
    freeze report.html $drawn digest page out/report.html
    tosses 10 250
    freeze space.txt $searched routh judge --space tosses.h5
}

part_export() {
    local to of=(--mu .3 --eps .5 --shape cube:.1 --mass .3)
    for to in mjcf sdf urdf drake bullet usd json; do
        freeze snippet.$to $solved routh export "${of[@]}" --to $to --model model.$to
        [ $to = json ] || freeze model.$to $solved cat model.$to
    done
    freeze textbook.mjcf $solved routh export "${of[@]}" --to mjcf --textbook
    freeze material.sdf $solved routh export --material cube-on-board --to sdf
    freeze samples.csv $solved routh export --material cube-on-board --to mjcf --samples 3
    given routh fit impacts.csv --bootstrap 20 --json -o fit.json
    freeze result.json 1e-6,1e-8 routh export fit.json --to json # a deviation of about 0
}

part_simulate() {
    freeze drop.txt $solved routh simulate "${one_drop[@]}" --svg drop.svg --html drop.html -o drop.csv
    freeze drop.csv $solved cat drop.csv
    freeze drop.svg $drawn digest cat drop.svg
    freeze drop.html $drawn digest page drop.html
    freeze drop.json $solved routh simulate "${one_drop[@]}" --slope 5 --wall .2 --force-file force.csv --json
    freeze steps.json $solved routh simulate --shape square:.1 --integrator steps --step .002 --duration .4 --json
    freeze drops.txt $solved routh simulate --count 5 --seed 2 --law ap-poisson --mu .2 --eps .6 --snr 20 -o drops.h5
}

part_simulate_space() {
    local toss=(--space --shape box:.12,.08,.05 --mass .3 --spin 3,7,2 --duration .4 --rate 50)
    freeze toss.txt $solved routh simulate "${toss[@]}" --svg toss.svg --html toss.html -o toss.csv
    freeze toss.csv $solved cat toss.csv
    freeze toss.svg $drawn digest cat toss.svg
    freeze toss.html $drawn digest page toss.html
    freeze toss.json $solved routh simulate "${toss[@]}" --json
    freeze springs.json $solved routh simulate --space --law compliant --several springs --euler .1,.2,.3 --duration .3 --json
    freeze modified.txt $solved routh simulate --space --law rigid+eps-power+mu-stribeck --mu_speed .4 --eps_power .1 --duration .2
    freeze tosses.txt $solved routh simulate --space --count 4 --seed 2 --scatter .1,.1,.05 --noise 2e-4,1e-3 -o tosses.h5
}

part_inertia() {
    drops
    freeze inertia.txt $solved routh inertia drops.h5 --svg inertia.svg -o contacts.csv
    freeze inertia.json $solved routh inertia drops.h5 --json
    freeze contacts.csv $drawn digest cat contacts.csv
    freeze inertia.svg $drawn digest cat inertia.svg
}

part_inertia_online() {
    drops
    freeze online.txt $solved digest routh inertia drops.h5 --online -o online.csv
    freeze online.csv $drawn digest cat online.csv
    freeze sliding.json $solved routh inertia drops.h5 --regression sliding --estimator least-squares --json
}

part_coverage() {
    given routh simulate --count 3 --seed 3 --duration .6 --snr 45 -o few.h5
    local worlds=(--world plain --world shuffled --draws 2)
    freeze coverage.txt $searched routh coverage few.h5 "${worlds[@]}" -o worlds.csv
    freeze worlds.csv $searched cat worlds.csv
    freeze coverage.json $searched routh coverage few.h5 "${worlds[@]}" --json
}

part_insertion() {
    freeze simulate.txt $solved routh paper guides --test 2a --seed 3 --rate 25 -o in
    given routh paper guides --test 2a --seed 3 --rate 25 --format csv -o csv
    freeze 2a.csv $solved first 5 cat csv/2a.csv
    freeze 2a.json $solved cat csv/2a.json
    freeze assembly.json $solved digest cat in/assembly.json
    freeze observe.txt $solved routh insertion observe in/2a.h5 --rate 4
    freeze observe.json $drawn digest routh insertion observe in/2a.h5 --rate 4 --json
    freeze lcurve.txt $searched routh insertion lcurve in/2a.h5 --rate 2 --gammas 3
    freeze lcurve.csv $searched routh insertion lcurve in/2a.h5 --rate 2 --gammas 3 --format csv
    given routh paper guides --test 2a --reference --rate 50 -o reference
    freeze offset.txt $solved routh insertion offset reference/2a-reference.h5
    freeze offset.json $solved routh insertion offset reference/2a-reference.h5 --json
    freeze import.txt $solved routh insertion import csv/2a.csv -o again.h5
}

part_insertion_identify() {
    given routh paper guides --test 2a --seed 3 --rate 25 -o in
    freeze identify.txt $searched routh insertion identify in/2a.h5 --rate 2 -o out
    freeze results.json $drawn digest cat out/results.json
    local table
    for table in answers displacements instants sensitivities singular-values; do
        freeze $table.csv $searched cat out/2a-$table.csv
    done
    freeze correlation.csv $drawn digest cat out/2a-correlation.csv
    freeze wrench.csv $drawn digest cat out/2a-wrench.csv
    freeze report.html $drawn digest page out/report.html
}

part_insertion_plan() {
    freeze plan.txt $searched routh insertion plan wedge.json --rate 100 --sweeps 0 --draws 1 --screening 1 --speed 1e-2 \
        --start-turn .002 --give 1e-3,8e-4,8e-4,5e-3,0,0 -o out
    freeze plan.json $searched cat out/plan.json
    freeze plan.csv $searched first 20 cat out/plan.csv
}

part_python() {
    freeze calls.txt $searched calls
}

# Files that version 0.2 wrote, read by today's program; frozen with version 0.2.
part_version_0_2() {
    local file few=(--k 8 --draws 1 --bootstrap 3 --no-reference)
    files_of 0.2
    for file in drops segmented table; do
        freeze $file.csv $searched first 9 routh fit $file.h5 --law mirtich --individual
        freeze $file.txt $searched first 12 routh check $file.h5
    done
    freeze column.txt $searched routh fit table.h5 --law mirtich --covariate eps:temperature:1 --bootstrap 5
    freeze forced.txt $searched routh inertia forced.h5
    for file in cube box; do
        freeze $file.txt $searched routh toss $file.h5 -o $file.csv
        freeze $file.csv $searched cat $file.csv
    done
    freeze drop.txt $closed routh import drop.csv --shape ellipse:.035,.025 --mass .0364 -o drop.h5
    freeze toss.txt $solved_near_0 routh import --space toss.csv -o toss.h5
    for file in wrench parameters prior; do
        freeze $file.txt $learned routh laws $file.h5
    done
    for file in wrench parameters prior; do
        freeze $file.csv $learned routh predict $file.h5 --input few.csv
    done
    freeze residual.csv $learned first 6 routh predict residual.h5 --input impacts.csv
    freeze used.txt $searched routh study table.h5 --use study.json --law mirtich "${few[@]}" -o used
    freeze calibration.txt $searched routh toss cube.h5 --bootstrap 3 --calibration toss.json
    for file in study fit toss rollouts rebounds materials; do
        freeze materials-$file.csv $closed routh materials --file $file.json --format csv
        freeze export-$file.mjcf $solved routh export $file.json --shape cube:.1 --mass .3 --to mjcf
    done
    freeze struck.txt $closed both routh strike --scene struck.json
    freeze insertion.txt $searched routh insertion observe insertion.h5 --rate 10
    freeze insertion-csv.txt $searched routh insertion observe insertion.csv --rate 10
    given routh paper guides --test 1a --rate 25 -o parts
    freeze planned.txt $searched routh insertion simulate --assembly parts/assembly.json --path plan.json --rate 50 -o planned
}
