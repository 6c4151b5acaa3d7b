/* What verbs that take data share: recordings, datasets, shapes, and what parameters depend on.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_DATASET_OPTIONS_H
#define ROUTH_CLI_DATASET_OPTIONS_H

#include <stdio.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "program.h"

/* How a laboratory's recording is meant, and reading it: `routh import` has options for that, and every verb that takes data
 * reads what needs none. */

/* Each as routh_tracks_convention_set takes it; NULL: not given. */
typedef struct recording_options {
    const char *columns, *units, *orientation, *rigid_body, *up, *plane;
    int skip_bad;
} recording_options;

enum { RECORDING_OPTIONS = 7 };
extern const option_entry recording_entries[RECORDING_OPTIONS];
#define RECORDING_GROUP(type, member)                                                                                  \
    {                                                                                                                  \
        "How a recording of motions is meant, where it does not say so", recording_entries, RECORDING_OPTIONS,         \
            offsetof(type, member), NULL                                                                               \
    }

/* Does the command line say anything about it? */
int recording_is_meant(const recording_options *options);

/* The library's options of these, NULL for none, and of what else is stated; `convention` must outlive them. 0, or the exit
 * code after a message. */
int recording_library(const char *verb, const recording_options *options, const routh_import_options *import,
                      routh_tracks_convention *convention, routh_recording_options *library);

/* Why the library refused it, with the options to paste. The exit code. */
int recording_fail(const char *verb, const char *data, const recording_options *options, const routh_context *context,
                   const routh_recording *recording);

/* What was understood, as a table, with the options of `routh import` that would mend it. */
routh_status recording_print(routh_context *context, FILE *file, const routh_recording *read);

/* The options of `routh import` that give these values, for a shell: "--units mm --columns 'x=Pos X'". */
#define RECORDING_FLAGS 512

/* The recording that a verb works on, and what the command line says about it: the same for every verb that takes data. */

typedef struct dataset_options {
    const char *data; /* the file or folder */
    const char *shape, *body, *name, *variable;
    option_number mass, inertia, gyration, rate, gravity, gap;
    int body_may_be_unknown; /* the verb does without mass and inertia */
    int calibrate, reflag;
} dataset_options;

/* The group of a verb whose options have `member`, a dataset_options; the operand is an entry of the verb's own,
 * DATASET_OPERAND. */
enum { DATASET_OPTIONS = 10 };
extern const option_entry dataset_entries[DATASET_OPTIONS];
#define DATASET_GROUP(type, member)                                                                                    \
    { "What DATA does not say, or says wrongly", dataset_entries, DATASET_OPTIONS, offsetof(type, member), NULL }
#define DATASET_OPERAND(type, member, missing)                                                                         \
    {                                                                                                                  \
        "DATA", OPTION_OPERAND, offsetof(type, member.data), NULL,                                                     \
            .about = "a dataset that `routh import` wrote, a MATLAB file with a bounce_array, a CSV table of "         \
                     "impacts, or a recording of motions or a folder of them: text, Motive, Vicon, Qualisys, TRC, "    \
                     "C3D, NumPy, MATLAB, HDF5",                                                                       \
            .otherwise = (missing), .path = PATH_INPUT                                                                 \
    }

/* What the library reported while reading, one line each. */
#define DATASET_NOTES 8
typedef struct dataset_notes {
    int count;
    routh_log_level level[DATASET_NOTES];
    char line[DATASET_NOTES][ROUTH_MESSAGE_SIZE];
} dataset_notes;

/* Are the numbers positive and within their ranges? `from` is the file that says them; NULL: options. 0, or the exit code
 * after a message. */
int check_dataset_numbers(const char *verb, const char *from, const dataset_options *said);

/* Reads the data. 0, or the exit code after a message; release the dataset with routh_dataset_release(NULL, …). Print
 * the notes once all went well: a failure is one line. */
int dataset_read(const char *verb, const dataset_options *options, dataset_notes *notes, routh_dataset *dataset);

/* The same with what is said about a recording of motions, which `read` then holds; it has no tracks if the data are
 * something else. NULL: nothing is said. Release both. */
int dataset_read_meant(const char *verb, const dataset_options *options, const recording_options *meant,
                       dataset_notes *notes, routh_recording *read, routh_dataset *dataset);

/* Only what a recording of motions is understood as. 0, or the exit code after a message. */
int dataset_understand(const char *verb, const dataset_options *options, const recording_options *meant,
                       routh_recording *read);

/* DATA, opened the first time: who asks what it is and who reads it share the stream. */
routh_io dataset_io(const char *data);

/* What routh_recording_recognise says of DATA, asked once. 0, or the exit code after a message. */
int dataset_recognise(const char *verb, const char *data, int *kind);

/* Writes it to a file. 0, or the exit code after a message. */
int dataset_store(const char *verb, const char *path, const routh_dataset *dataset);

/* Nothing is stated of tosses: what the file says holds, then the library's defaults. */
routh_import3_options tosses_unstated(void);

/* Reads tosses in whatever form: a dataset, CSV as `routh toss` has it, or a recording of motions in space; `up` is that of
 * routh_recording_options. 0, or the exit code after a message. Print the notes once all went well. */
int tosses_read(const char *verb, const char *data, char up, const routh_import3_options *import, dataset_notes *notes,
                routh_dataset3 *dataset);

/* The same with what is said about motions; NULL: nothing is. */
int tosses_read_meant(const char *verb, const char *data, const recording_options *meant, const char *variable, char up,
                      const routh_import3_options *import, dataset_notes *notes, routh_recording *read,
                      routh_dataset3 *dataset);

/* Writes them to a file. 0, or the exit code after a message. */
int tosses_store(const char *verb, const char *path, const routh_dataset3 *dataset);

/* Makes the context keep its notes there. */
void dataset_keep_notes(routh_context *context, dataset_notes *notes);

/* Finds the impacts in a dataset of trajectories alone, as `routh segment` does; leaves others as they are. 0, or the exit
 * code after a message. */
int dataset_segment(const char *verb, dataset_notes *notes, routh_dataset *dataset);

/* The warnings among them, on standard error. */
void dataset_note(const char *verb, const dataset_notes *notes);

/* The option that a finding suggests, " (--gyration)"; "" for none. */
const char *dataset_hint(const routh_finding *finding);

/* What the check of the dataset found wrong, on standard error, for a verb that reads it in this frame: the frame
 * itself is left out where it is the one that the impacts ask for. For when all went well. */
void dataset_warn(const char *verb, const routh_findings *check, const routh_frame_evidence *evidence,
                  routh_frame frame);

/* Checks the dataset, and warns likewise. */
void dataset_check(const char *verb, const routh_dataset *dataset, routh_frame frame);

/* Why none of the impacts can be used, as a failure: its exit code. */
int dataset_fail_unusable(const char *verb, const char *name, const routh_dataset *dataset);

/* Noise of each measured channel, as options have it. */

/* What a value looks like. */
#define NOISE_VALUE "Y,THETA,VX,VY,OMEGA"

/* Five numbers with commas between. 0, or the exit code after a message; `otherwise` ends it: what may be given instead,
 * or "". */
int parse_noise(const char *verb, const char *text, const char *otherwise, routh_noise *noise);

/* Corrections that a verb makes to its recording before it works on it: --calibrate and --reflag, the same for every
 * verb. */

/* The group of a verb whose options have `member`, a dataset_options. */
enum { CORRECTION_OPTIONS = 2 };
extern const option_entry correction_entries[CORRECTION_OPTIONS];
#define CORRECTION_GROUP(type, member)                                                                                 \
    { "Corrections of DATA", correction_entries, CORRECTION_OPTIONS, offsetof(type, member), NULL }

/* Corrects the dataset as the options ask, read in the frame of that name (NULL: auto). Trajectories are segmented again
 * with `segmentation` (NULL: the defaults). 0, or the exit code after a message. */
int dataset_correct(const char *verb, const dataset_options *options, const char *frame,
                    const routh_segment_options *segmentation, routh_dataset *dataset, routh_correction *done);

/* A recording in the hands of a verb. */
typedef struct dataset_input {
    routh_dataset dataset;
    dataset_notes notes;
    routh_correction done;
} dataset_input;

/* Reads it, finds its impacts and corrects it. 0, or the exit code after a message; release it in either case. */
int dataset_input_read(const char *verb, const dataset_options *options, const char *frame, dataset_input *in);

/* Notes what was read and done, where all went well, and releases it. */
void dataset_input_release(const char *verb, bool went_well, dataset_input *in);

/* What was done, on standard error, for when all went well. */
void correction_note(const char *verb, const routh_correction *done);

/* What the program says where few or no impacts of a recording can be used. */

/* Prints reasons in the order of loss and what would help, with the options ready to paste, on standard error; nothing if no
 * help is needed. The dataset was segmented with these options (NULL: the defaults). */
void print_diagnosis(const char *verb, const routh_dataset *dataset, const routh_segment_options *options);

/* The same where nothing can be used and there is one line for all: reasons in the order of loss, and what helps most.
 * Returns the text. */
enum { DIAGNOSIS_TEXT = 1024 };
const char *diagnosis_text(const routh_dataset *dataset, char text[DIAGNOSIS_TEXT]);

/* A body's shape, mass and the like from words and from JSON. */

/* "ellipse:0.035,0.025", "outline:part.svg". 0, or the exit code after a message; `from` says where the text comes from.
 * `notes` may be NULL. */
int parse_shape(const char *verb, const char *from, const char *text, dataset_notes *notes, routh_shape *shape);

/* The forms that there are, for help. */
#define SHAPE_FORMS                                                                                                      \
    "ellipse:A,B (semi-axes), disc:RADIUS, square:SIDE, polygon:X,Y;X,Y;… (m, counter-clockwise around the centre of " \
    "mass) or outline:FILE[,mm][,hull][,centre=X;Y] (CSV with x and y, SVG or DXF; hull: of what is not convex; "        \
    "centre: of mass, in the file's coordinates, otherwise that of uniform density)"

/* What --body's file says, in the form of options; `shape` stays all zero where it says nothing. `name` needs
 * ROUTH_NAME_SIZE bytes. */
int read_body_file(const char *verb, const char *path, dataset_options *options, routh_shape *shape, char *name);

/* A body's shape in space, or an outline in the plane, from a file named in an option. */

/* What follows "mesh:" or "outline:": FILE[,UNIT][,hull][,WORD=X;Y…]. */
typedef struct shape_file {
    char path[4096];
    double unit; /* m; 0: none is given */
    int hull;
    double point[3]; /* NaN: none is given */
} shape_file;

/* `word` is what names the point, of `numbers` coordinates. 0, or the exit code after a message. The file counts as an input
 * from then on. */
int parse_shape_file(const char *verb, const char *from, const char *text, const char *word, int numbers,
                     shape_file *file);

/* What the library refused of it, with the words that would mend it. */
int fail_shape_file(const char *verb, const char *from, const char *text, const routh_context *context);

/* Numbers with commas, or another mark, between them; −1 for anything else, or another count. */
int parse_shape_numbers(const char *text, char mark, double *number, int count);

/* "cube:0.1", which sets the width alone, "box:0.12,0.08,0.05", "ellipsoid:0.05,0.04,0.03" or "mesh:part.stl,mm". */
#define SHAPE3_FORMS                                                                                                   \
    "cube:EDGE, box:A,B,C (edges along the body's axes), ellipsoid:A,B,C[,CORNERS] (semi-axes; a polyhedron with 162 " \
    "corners on it, or the next number of 12, 42, 92, … that is no smaller than CORNERS) or "                        \
    "mesh:FILE[,mm][,hull][,tracked=X;Y;Z] (STL or OBJ, m unless "                                                     \
    "a unit is named; hull: of what is not convex; tracked: the recorded point, in the file's coordinates, otherwise " \
    "the centroid)"
int parse_shape3(const char *verb, const char *from, const char *text, double *width, routh_shape3 *shape);

/* Is that the word of a body in space, which the plane has not? NULL is none. */
int names_shape3(const char *text);

/* --covariate and --explore: parameters that depend on something. */

typedef struct covariate_options {
    option_list list;
    int explore;
} covariate_options;

enum { COVARIATE_OPTIONS = 2 };
extern const option_entry covariate_entries[COVARIATE_OPTIONS];
#define COVARIATE_GROUP(type, member)                                                                                  \
    { "Parameters that depend on something", covariate_entries, COVARIATE_OPTIONS, offsetof(type, member), NULL }

/* "eps:x:3" and so on. 0, or the exit code after a message. */
int covariates_parse(const char *verb, const covariate_options *options,
                     routh_covariate covariates[ROUTH_MOST_COVARIATES], size_t *count);

/* The same for a learned model, "x" or "eps:x:3", of which only the quantity counts for the model. *of_law: how many also
 * name a parameter. */
int covariates_parse_for_model(const char *verb, const option_list *list,
                               routh_covariate covariates[ROUTH_MOST_COVARIATES], size_t *of_law);

/* Generated drops in place of a recording, for verbs that work without data. */

typedef struct drops_options {
    const char *law; /* behind the drops; NULL: wang-mason */
    size_t count;    /* of impacts; 0: 2000 */
} drops_options;

/* Their group, for a verb whose options have `member`, a drops_options. */
enum { DROPS_OPTIONS = 2 };
extern const option_entry drops_entries[DROPS_OPTIONS];
#define DROPS_GROUP(type, member)                                                                                      \
    { "Generated drops, without DATA", drops_entries, DROPS_OPTIONS, offsetof(type, member), NULL }

/* What was generated; the dataset does not say so. */
typedef struct drops_truth {
    int generated;
    named_law named;
    routh_dataset_generator recording; /* its law and parameters are the truth */
} drops_truth;

/* The recording with its impacts found, or generated drops where there is none. 0, or the exit code after a message;
 * release the dataset, and the truth with named_law_release(&truth->named), in either case. */
int dataset_read_or_generate(const char *verb, const dataset_options *data, const drops_options *drops, size_t seed,
                             dataset_notes *notes, routh_dataset *dataset, drops_truth *truth);

#endif
