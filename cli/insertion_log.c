/* How a laboratory's log is meant: options of every part of `routh insertion` that reads recordings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>
#include <stdio.h>

#include "fail_input.h"
#include "insertion.h"

#define WORD(name, value, text, usual)                                                                                 \
    { #name, OPTION_TEXT, offsetof(insertion_log, name), value, .about = (text), .otherwise = (usual) }

const option_entry insertion_log_entries[INSERTION_LOG_OPTIONS] = {
    WORD(columns, "MAP", "what the file calls its columns: px=x,py=y,…", "time, px, … as in docs/insertion.md"),
    WORD(units, "UNITS", "units of the file, such as mm,Nmm,ms", "m,rad,s,N,Nm"),
    {"quaternion", OPTION_TEXT, offsetof(insertion_log, quaternion), "ORDER", .about = "order of quaternions",
     .choices = "wxyz xyzw", .otherwise = "wxyz"},
    {"wrench-on", OPTION_TEXT, offsetof(insertion_log, wrench_on), "OBJECT",
     .about = "the object that the wrench acts on; 1 is the one that is held", .choices = "1 2", .otherwise = "1"},
    {"wrench-frame", OPTION_TEXT, offsetof(insertion_log, wrench_frame), "FRAME",
     .about = "whose axes and origin the wrench has", .choices = "plate hand world", .otherwise = "plate"},
    WORD(sensor, "POSE", "fixed pose of the sensor in that frame: seven numbers with commas between",
         "that of the frame"),
    {"velocity-window", OPTION_TEXT, offsetof(insertion_log, velocity_window), "T",
     .about = "velocities from poses, over T seconds, even if they are recorded",
     .otherwise = "0.1, if they are not recorded"},
};

int insertion_convention(const char *verb, const insertion_log *log, routh_insertion_convention *convention) {
    const struct {
        const char *field, *text;
    } given[] = {{"columns", log->columns},
                 {"units", log->units},
                 {"quaternion", log->quaternion},
                 {"wrench_on", log->wrench_on},
                 {"wrench_frame", log->wrench_frame},
                 {"sensor", log->sensor},
                 {"velocity_window", log->velocity_window}};
    routh_context context = routh_context_default();
    *convention = (routh_insertion_convention){0};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].text &&
            routh_insertion_convention_set(&context, given[i].field, given[i].text, convention) != ROUTH_OK)
            return fail_input(verb, &context);
    return 0;
}

/* "wrench_on=2 units=mm" → "--wrench-on 2 --units mm". */
static void options_of(const char *suggestion, char *text, size_t size) {
    size_t used = 0;
    for (bool begins = true, value = false; *suggestion && used + 4 < size; suggestion++) {
        if (begins)
            used += (size_t)snprintf(text + used, size - used, "--");
        begins = *suggestion == ' ';
        value = !begins && (value || *suggestion == '=');
        text[used++] = *suggestion == '=' ? ' ' : *suggestion == '_' && !value ? '-' : *suggestion;
    }
    text[used] = '\0';
}

int insertion_verdict(const char *verb, const routh_insertion_check *check) {
    char text[2 * sizeof check->suggestion];
    if (check->fits)
        return 0;
    options_of(check->suggestion, text, sizeof text);
    if (*text)
        warn(verb, "the recording does not fit the parts; it does with %s", text);
    else
        warn(verb, "the recording does not fit the parts");
    return 1;
}
