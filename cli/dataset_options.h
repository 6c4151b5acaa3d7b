/* The recording that a verb works on, and what the command line says about it: the same for every verb that takes data.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_DATASET_OPTIONS_H
#define ROUTH_CLI_DATASET_OPTIONS_H

#include <routh/routh.h>

#include "options.h"
#include "recording_options.h"

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

#endif
