/* Progress, and whether to stop: by the caller's hook, or for the threads of a crew by what it answered.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/crew.h"

/* Between two calls of the hook within a stage, s: nobody sees more, and Ctrl-C is still heard at once. */
static const double usual_pause = 0.01;

/* Is the next call of the hook due? Always where there is no clock, and where it was set back. */
static bool is_due(const routh_pulse *pulse) {
    const double pause = pulse->pause > 0 ? pulse->pause : usual_pause, since = routh_seconds() - pulse->when;
    return pulse->pause < 0 || !(since >= 0 && since < pause);
}

static routh_status call_hook(routh_context *context) {
    routh_pulse *pulse = &context->pulse;
    const bool stop = context->progress(pulse->what, pulse->fraction, context->user);
    pulse->when = routh_seconds();
    return stop ? routh_fail(context, ROUTH_CANCELLED, "stopped at %.0f %% of: %s", 100 * pulse->fraction, pulse->what)
                : ROUTH_OK;
}

bool routh_crew_is_stopped(routh_crew *c) {
    int stopped;
#pragma omp atomic read
    stopped = c->stop;
    return stopped;
}

void routh_crew_stop(routh_crew *c) {
#pragma omp atomic write
    c->stop = 1;
}

/* A caller that is a thread of another crew asks that one in its turn. */
static routh_status ask_crew(routh_context *own) {
    routh_crew *c = own->pulse.crew;
    if (own->pulse.asks && !routh_crew_is_stopped(c) && routh_ask(c->caller) != ROUTH_OK)
        routh_crew_stop(c);
    return routh_crew_is_stopped(c) ? routh_fail(own, ROUTH_CANCELLED, "%s", routh_status_message(ROUTH_CANCELLED))
                                    : ROUTH_OK;
}

routh_status routh_ask(routh_context *context) {
    if (!context)
        return ROUTH_OK;
    if (context->pulse.crew)
        return ask_crew(context);
    if (context->pulse.caller)
        return routh_ask(context->pulse.caller);
    if (!context->progress || !is_due(&context->pulse))
        return ROUTH_OK;
    if (!context->pulse.what[0])
        snprintf(context->pulse.what, sizeof context->pulse.what, "working");
    return call_hook(context);
}

routh_status routh_progress(routh_context *context, const char *what, double fraction) {
    if (!context || !context->progress)
        return routh_ask(context);
    routh_pulse *pulse = &context->pulse;
    const bool begins = strncmp(pulse->what, what, sizeof pulse->what - 1) != 0;
    pulse->fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    if (begins)
        snprintf(pulse->what, sizeof pulse->what, "%s", what);
    const bool ends = pulse->fraction == 0 || pulse->fraction == 1;
    return begins || ends || is_due(pulse) ? call_hook(context) : ROUTH_OK;
}

routh_status routh_crew_report(routh_context *own, const char *what, double fraction) {
    routh_crew *c = own ? own->pulse.crew : NULL;
    if (!c)
        return routh_progress(own, what, fraction);
    if (own->pulse.asks && !routh_crew_is_stopped(c) && routh_crew_report(c->caller, what, fraction) != ROUTH_OK)
        routh_crew_stop(c);
    return ask_crew(own);
}
