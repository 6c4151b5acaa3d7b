/* What the pictures of one strike share: how phases and switches look, the table of switches, the caption.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/strike_parts.h"

#include <math.h>
#include <string.h>

#define NOTHING 1e-12 /* beside the largest number */

int routh_strike_next_run(const routh_trace *curve, size_t *first, strike_run *run) {
    if (*first + 1 >= curve->count)
        return 0;
    *run = (strike_run){.first = *first, .last = *first + 1, .phase = curve->moment[*first].phase};
    while (run->last + 1 < curve->count && curve->moment[run->last].phase == run->phase)
        run->last++;
    *first = run->last;
    return 1;
}

const char *routh_strike_line_style(routh_phase phase) {
    static const char *const styles[ROUTH_PHASE_COUNT] = {
        [ROUTH_APART] = "stroke=\"none\"",
        [ROUTH_C_STICK] = "stroke=\"" SVG_BLUE "\" stroke-width=\"2.2\"",
        [ROUTH_C_SLIP] = "stroke=\"" SVG_ORANGE "\" stroke-width=\"2.2\"",
        [ROUTH_R_STICK] = "stroke=\"" SVG_BLUE "\" stroke-width=\"2.2\" stroke-dasharray=\"7 2.5\"",
        [ROUTH_R_SLIP] = "stroke=\"" SVG_ORANGE "\" stroke-width=\"2.2\" stroke-dasharray=\"7 2.5\"",
    };
    return styles[phase];
}

static int compresses(routh_phase phase) {
    return phase == ROUTH_C_STICK || phase == ROUTH_C_SLIP;
}

void routh_strike_marker(FILE *file, const routh_outcome3 *strike, size_t index, double x, double y) {
    const routh_phase phase = strike->switches[index].phase;
    const int turns = index > 0 && compresses(strike->switches[index - 1].phase) && !compresses(phase);
    const char *shape = turns && phase != ROUTH_APART ? "M0,-5.2L5.2,0L0,5.2L-5.2,0Z"
                                                      : "M-3.8,0a3.8,3.8 0 1,0 7.6,0a3.8,3.8 0 1,0 -7.6,0Z";
    fprintf(file,
            "<path transform=\"translate(%.2f,%.2f)\" d=\"%s\" fill=\"%s\" stroke=\"#000000\" stroke-width=\"1.1\"/>\n",
            x, y, shape, phase == ROUTH_APART ? "#000000" : "#ffffff");
}

size_t routh_strike_shown(const routh_outcome3 *strike) {
    return strike->switch_count < STRIKE_TABLE_ROWS ? strike->switch_count : STRIKE_TABLE_ROWS;
}

size_t routh_strike_shown_index(const routh_outcome3 *strike, size_t row) {
    return row + 1 == routh_strike_shown(strike) ? strike->switch_count - 1 : row;
}

double routh_strike_clean(double value, double scale) {
    return fabs(value) < NOTHING * scale ? 0 : value;
}

double routh_strike_largest_impulse(const routh_trace *curve) {
    double largest = 0;
    for (size_t i = 0; i < curve->count; i++)
        for (int j = 0; j < 3; j++)
            largest = fmax(largest, fabs(curve->moment[i].p[j]));
    return largest;
}

/* The columns' right-hand edges for numbers, left-hand ones for the rest. */
enum { AT_MARKER = 26, AT_LINE = 38, LINE_LENGTH = 30, AT_PHASE = 76, AT_NUMBER = 196, NUMBER_WIDTH = 71, ROW = 18 };

/* With fewer digits where a power of ten makes it too long for its column. */
static const char *narrow_number(double value, char number[ROUTH_NUMBER_TEXT]) {
    routh_number_text(value, 6, number);
    return routh_svg_text_width(number, 11) < NUMBER_WIDTH - 6 ? number : routh_number_text(value, 3, number);
}

static void table_row(FILE *file, const routh_outcome3 *strike, size_t index, double x, double y) {
    const routh_moment *moment = &strike->switches[index];
    char name[24], number[ROUTH_NUMBER_TEXT];
    const int skipped = index + 1 == strike->switch_count && strike->switch_total > routh_strike_shown(strike);
    /* the last keeps its place in the whole sequence */
    snprintf(name, sizeof name, "%zu", skipped ? strike->switch_total : index + 1);
    routh_svg_text(file, x + 14, y, 11, SVG_END, "font-weight=\"bold\"", name);
    routh_strike_marker(file, strike, index, x + AT_MARKER, y - 4);
    fprintf(file, "<path d=\"M%.2f,%.2fh%d\" %s/>\n", x + AT_LINE, y - 4, LINE_LENGTH,
            routh_strike_line_style(moment->phase));
    routh_svg_text(file, x + AT_PHASE, y, 11, SVG_START, "", routh_name(&routh_phases, moment->phase));
    const double scale = fmax(fabs(strike->p[2]), fmax(fabs(strike->p[0]), fabs(strike->p[1])));
    for (int i = 0; i < 3; i++)
        routh_svg_text(file, x + AT_NUMBER + NUMBER_WIDTH * i, y, 11, SVG_END, "",
                       narrow_number(routh_strike_clean(moment->p[i], scale), number));
}

double routh_strike_table_height(const routh_outcome3 *strike) {
    return 10 + ROW * (double)(routh_strike_shown(strike) + 1);
}

void routh_strike_switch_table(FILE *file, const routh_outcome3 *strike, double x, double y) {
    static const char *const titles[] = {"*P*_u", "*P*_w", "*P*_n (N s)"};
    routh_svg_text(file, x + AT_PHASE, y + 10, 10, SVG_START, SVG_FAINT_TEXT, "begins at");
    for (int i = 0; i < 3; i++)
        routh_svg_formula(file, x + AT_NUMBER + NUMBER_WIDTH * i, y + 10, 10, SVG_END, SVG_FAINT_TEXT, titles[i]);
    y += 10;
    for (size_t row = 0; row < routh_strike_shown(strike); row++) {
        y += ROW;
        if (row + 1 == routh_strike_shown(strike) && strike->switch_total > routh_strike_shown(strike)) {
            routh_svg_text(file, x + AT_PHASE, y, 11, SVG_START, SVG_FAINT_TEXT, "…");
            y += ROW;
        }
        table_row(file, strike, routh_strike_shown_index(strike, row), x, y);
    }
}

static void list_numbers(char *line, size_t size, const double *values, size_t count) {
    const double scale = fmax(fabs(values[0]), fmax(fabs(values[count - 1]), fabs(values[count / 2])));
    for (size_t i = 0; i < count; i++) {
        char number[ROUTH_NUMBER_TEXT];
        const size_t used = strlen(line);
        snprintf(line + used, size - used, "%s%s", i == 0 ? "(" : ", ",
                 routh_number_text(routh_strike_clean(values[i], scale), 4, number));
    }
    const size_t used = strlen(line);
    snprintf(line + used, size - used, ")");
}

void routh_strike_caption(FILE *file, const routh_trace *curve, double y, double width) {
    enum { SIZE = 12 };
    const routh_contact3 *contact = &curve->contact;
    const double w[] = {contact->w[0][0], contact->w[0][1], contact->w[0][2],
                        contact->w[1][1], contact->w[1][2], contact->w[2][2]};
    char first[16 * ROUTH_NUMBER_TEXT] = "*v* = ", second[16 * ROUTH_NUMBER_TEXT] = "*W* = ",
                    number[4][ROUTH_NUMBER_TEXT];
    list_numbers(first, sizeof first, contact->v, 3);
    size_t used = strlen(first);
    snprintf(first + used, sizeof first - used, " m/s,  *μ* = %s,  *e* = %s,  *η*² = %s,  energy kept %s %%",
             routh_number_text(curve->pair.mu, 4, number[0]), routh_number_text(curve->pair.eps, 4, number[1]),
             routh_number_text(curve->pair.eta2, 4, number[2]),
             routh_fixed_text(100 * curve->outcome.contact_energy_ratio, 1, number[3]));
    list_numbers(second, sizeof second, w, 6);
    used = strlen(second);
    snprintf(second + used, sizeof second - used,
             " 1/kg: uu, uw, un, ww, wn, nn.  Blue sticks, orange slips, dashed: restitution");
    const double longest = fmax(routh_svg_formula_width(first, SIZE), routh_svg_formula_width(second, SIZE));
    const double size = fmin(SIZE, SIZE * (width - 2 * STRIKE_MARGIN) / longest);
    routh_svg_formula(file, STRIKE_MARGIN, y, size, SVG_START, "", first);
    routh_svg_formula(file, STRIKE_MARGIN, y + STRIKE_CAPTION_ROW, size, SVG_START, "", second);
}
