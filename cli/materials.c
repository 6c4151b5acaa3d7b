/* routh materials: pairs of surfaces and what is known about them, and a table of one's own.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include <routh/routh.h>

#include "export.h"
#include "impact_options.h"
#include "program.h"

typedef struct materials_options {
    const char *pair, *file, *add, *output;
    const char *name, *body, *ground, *source, *licence, *command, *note;
    option_list laws;
    int markdown;
    format_options format;
} materials_options;

/* Is the law among those asked for? */
static bool is_wanted(const option_list *laws, const routh_material *material) {
    for (size_t i = 0; i < laws->count; i++)
        if (strcasecmp(laws->text[i], material->law) == 0)
            return true;
    return laws->count == 0;
}

/* What was asked for: all, those of a name, or one. */
static int choose(const char *verb, const materials_options *options, const routh_materials *all,
                  routh_materials *chosen) {
    routh_context context = routh_context_default();
    const routh_material *found = options->pair ? routh_materials_find(&context, all, options->pair) : NULL;
    if (options->pair && !found)
        return fail(verb, "%s%s `routh materials%s%s` lists all", context.message,
                    context.message[strlen(context.message) - 1] == '?' ? "" : ";", options->file ? " --file " : "",
                    options->file ? options->file : "");
    const bool whole_name = found && !strchr(options->pair, '/') && strcasecmp(found->law, options->pair) != 0;
    for (size_t i = 0; i < all->count; i++) {
        const routh_material *one = &all->material[i];
        if ((found && one != found && !(whole_name && strcasecmp(one->name, found->name) == 0)) ||
            !is_wanted(&options->laws, one))
            continue;
        if (routh_materials_add(&context, chosen, one) != ROUTH_OK)
            return fail_input(verb, &context);
    }
    if (chosen->count == 0)
        return fail(verb, "--law %s: no material has it", options->laws.count ? options->laws.text[0] : "");
    return 0;
}

static routh_status print_each(routh_context *context, FILE *file, const routh_materials *chosen) {
    routh_status status = ROUTH_OK;
    for (size_t i = 0; i < chosen->count && status == ROUTH_OK; i++) {
        if (i > 0)
            fputc('\n', file);
        status = routh_material_write(context, &chosen->material[i], routh_io_file(file, ".txt"));
    }
    return status;
}

static int print_chosen(const char *verb, const materials_options *options, output_format format,
                        const routh_materials *chosen) {
    output_file out;
    if (output_open(&out, verb, options->output) != 0)
        return EXIT_BAD_USE;
    routh_status status;
    if (format == FORMAT_JSON)
        status = routh_materials_write(&out.context, chosen, routh_io_file(out.file, NULL));
    else if (options->pair && format == FORMAT_TEXT && !options->markdown)
        status = print_each(&out.context, out.file, chosen);
    else
        status = routh_materials_table_write(
            &out.context, chosen, routh_io_file(out.file, options->markdown ? ".md" : format_endings[format]));
    if (status == ROUTH_OK && format == FORMAT_TEXT && !options->pair && !options->markdown)
        fputs("`routh materials NAME` prints it, and says where a row comes from.\n", out.file);
    return output_end(&out, status);
}

/* Adding ---------------------------------------------------------------------------------------------------*/

static int set_text(const char *verb, const char *option, const char *given, char *text, size_t size) {
    if (!given)
        return 0;
    if (strlen(given) >= size)
        return fail(verb, "--%s: %zu bytes; at most %zu fit", option, strlen(given), size - 1);
    routh_show_text(text, size, given, strlen(given));
    return 0;
}

static int describe(const char *verb, const materials_options *o, routh_material *m) {
    const struct {
        const char *option, *given;
        char *text;
        size_t size;
    } texts[] = {{"name", o->name, m->name, sizeof m->name},
                 {"body", o->body, m->body, sizeof m->body},
                 {"ground", o->ground, m->ground, sizeof m->ground},
                 {"source", o->source, m->source, sizeof m->source},
                 {"licence", o->licence, m->licence, sizeof m->licence},
                 {"command", o->command, m->command, sizeof m->command},
                 {"note", o->note, m->note, sizeof m->note}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        TRY(set_text(verb, texts[i].option, texts[i].given, texts[i].text, texts[i].size));
    return 0;
}

static int add_rows(const char *verb, const materials_options *options, routh_materials *table) {
    routh_context context = routh_context_default();
    routh_materials more;
    int answer = read_materials(verb, options->add, &more);
    if (answer != 0)
        return answer;
    size_t added = 0;
    for (size_t i = 0; i < more.count && answer == 0; i++) {
        if (!is_wanted(&options->laws, &more.material[i]))
            continue;
        answer = describe(verb, options, &more.material[i]);
        if (answer == 0 && routh_materials_add(&context, table, &more.material[i]) != ROUTH_OK)
            answer = fail_input_of(verb, options->add, &context);
        added++;
    }
    routh_materials_release(&context, &more);
    return answer == 0 && added == 0 ? fail(verb, "%s: no row has --law %s", options->add, options->laws.text[0])
                                     : answer;
}

static int run_add(const char *verb, const materials_options *options) {
    OWNED(routh_materials) table = {0};
    struct stat is;
    if (options->pair || options->markdown || options->format.json || options->format.format.word)
        return fail(verb, "--add writes a table: leave out %s", options->pair ? options->pair : "the format");
    if (!options->output)
        return fail(verb, "--add needs --output, the table to write");
    if (!options->file && stat(options->output, &is) == 0 && S_ISREG(is.st_mode))
        return fail(
            verb,
            "%s is there already, and --add without --file would replace all its rows; to add to it give --file %s "
            "and another --output",
            options->output, options->output);
    if (options->file)
        TRY(read_materials(verb, options->file, &table));
    TRY(add_rows(verb, options, &table));
    output_file out;
    TRY(OUTPUT_WRITE(out, verb, options->output,
                     routh_materials_write(&out.context, &table, routh_io_file(out.file, NULL))));
    note(verb, "%s has %zu material%s", options->output, table.count, table.count == 1 ? "" : "s");
    return 0;
}

static int run(const char *verb, void *given) {
    const materials_options *options = given;
    const unsigned legal = 1u << FORMAT_TEXT | 1u << FORMAT_CSV | 1u << FORMAT_JSON;
    output_format format = FORMAT_TEXT;
    routh_context context = routh_context_default();
    routh_materials all = {0}, chosen = {0};
    if (options->add)
        return run_add(verb, options);
    const char *idle = first_given(verb_materials.groups, options, "name body ground source licence command note");
    if (idle)
        return fail(verb, "--%s describes what --add adds", idle);
    if (options->markdown && (options->format.json || options->format.format.word))
        return fail(verb, "--markdown, --json or --format, not two of them");
    int answer =
        options->markdown ? 0 : choose_format(verb, &options->format, options->output, legal, FORMAT_TEXT, &format);
    if (answer == 0)
        answer = read_materials(verb, options->file, &all);
    if (answer == 0)
        answer = choose(verb, options, &all, &chosen);
    if (answer == 0)
        answer = print_chosen(verb, options, format, &chosen);
    routh_materials_release(&context, &chosen);
    routh_materials_release(&context, &all);
    return answer;
}

#define AT(member) offsetof(materials_options, member)

static const option_entry entries[] = {
    {"NAME", OPTION_OPERAND, AT(pair), NULL,
     .about =
         "one pair: its name, its law, or name/law; with everything that is known, and what the data did not determine",
     .otherwise = "all"},
    {"file", OPTION_TEXT, AT(file), "TABLE",
     .about = "a table of your own, or results.json (or its folder) of `routh study`, `routh fit` or `routh toss`, of "
              "which every law "
              "is a row",
     .otherwise = "the pairs that come with the program", .path = PATH_INPUT},
    {"law", OPTION_LIST, AT(laws), "NAME", .about = "rows with this law only; repeat it for more", .otherwise = "all"},
    {"markdown", OPTION_FLAG, AT(markdown), NULL, .about = "as a table in Markdown, with sources"},
    OPTION_OUTPUT(materials_options, output),
    FORMAT_OPTION_ENTRIES(materials_options, format, "text csv json", "text"),
};

static const option_entry adding[] = {
    {"add", OPTION_TEXT, AT(add), "RESULT",
     .about =
         "results.json, or another table: its rows are added to those of --file, and the table is written to --output",
     .path = PATH_INPUT},
    {"name", OPTION_TEXT, AT(name), "NAME", .about = "of the pair, \"cube on board\"",
     .otherwise = "that of the recording"},
    {"body", OPTION_TEXT, AT(body), "WHAT", .about = "what moves, and of what it is made"},
    {"ground", OPTION_TEXT, AT(ground), "WHAT", .about = "what it meets"},
    {"source", OPTION_TEXT, AT(source), "WHAT", .about = "whose recording, or which paper",
     .otherwise = "the name of RESULT"},
    {"licence", OPTION_TEXT, AT(licence), "WHAT", .about = "of the data, \"CC BY 4.0\""},
    {"command", OPTION_TEXT, AT(command), "WHAT", .about = "what prints these numbers again",
     .otherwise = "as RESULT has it"},
    {"note", OPTION_TEXT, AT(note), "WHAT", .about = "what else a reader must know"},
};

static const option_group groups[] = {
    {"Options", OPTION_ENTRIES(entries), 0, NULL},
    {"A table of your own", OPTION_ENTRIES(adding), 0, "docs/materials.md has the format."},
    {.entry = NULL},
};

const program_verb verb_materials = {
    .name = "materials",
    .title = "materials",
    .about = "friction and restitution of pairs of surfaces: those recorded, and your own",
    .usage = "materials [NAME] [--file TABLE] [OPTION]…\n"
             "materials --add RESULT --name NAME [--file TABLE] --output TABLE [OPTION]…",
    .text = "Lists pairs of surfaces with what is known about them: law, friction, restitution and how it changes with "
            "speed, ratio of stiffnesses, intervals, speeds, number of impacts, source, licence and the command that "
            "prints the numbers again. A value is that of this pair, this body and these speeds. `routh export` makes "
            "simulators' parameters of it.",
    .groups = groups,
    .examples = "routh materials\n"
                "routh materials cube-on-board\n"
                "routh fit drops.h5 --json > drops.json\n"
                "routh materials --file drops.json\n"
                "routh materials --add drops.json --name \"puck on ice\" --licence \"CC BY 4.0\" -o own.json",
    .options_size = sizeof(materials_options),
    .run = run,
};

/* Pairs of surfaces from a file that an option names. */

static void say_warning(routh_log_level level, const char *line, void *user) {
    if (level == ROUTH_LOG_WARNING)
        warn(user, "%s", line);
}

int read_materials(const char *verb, const char *from, routh_materials *materials) {
    routh_context context = routh_context_default();
    struct stat is;
    char path[4096 + 16];
    context.log = say_warning;
    context.user = (void *)(uintptr_t)verb;
    if (from && stat(from, &is) == 0 && S_ISDIR(is.st_mode)) { /* a folder of results stands for its results.json */
        if (snprintf(path, sizeof path, "%s/results.json", from) >= (int)sizeof path)
            return fail(verb, "%.60s…: the folder's name is too long", from);
        from = path;
    }
    const routh_status status = from ? routh_materials_read(&context, routh_io_path(from), materials)
                                     : routh_materials_known(&context, materials);
    return status == ROUTH_OK ? 0 : fail_input(verb, &context);
}
