/* What each status means in words, and which version this is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include <routh/base.h>

const char *routh_status_message(routh_status status) {
    switch (status) {
#define STATUS_CASE(code, message)                                                                                     \
    case code:                                                                                                         \
        return message;
        ROUTH_STATUS_TABLE(STATUS_CASE)
#undef STATUS_CASE
    case ROUTH_STATUS_COUNT:
        break;
    }
    return "unknown status";
}

const char *routh_version(void) {
    return ROUTH_VERSION;
}

const char *routh_interface(void) {
    return ROUTH_INTERFACE;
}

routh_status routh_interface_check(const char *interface) {
    return interface && strcmp(interface, ROUTH_INTERFACE) == 0 ? ROUTH_OK : ROUTH_BAD_ARGUMENT;
}
