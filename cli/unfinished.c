/* What must not stay behind when a signal ends the program.
 *
 * A signal may reach any thread, while another one is writing. Hence a list that a handler can walk at any moment: entries
 * are added in front, and never freed. Whoever wants to make a file while the handler is at work waits for the end.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct unfinished_path {
    struct unfinished_path *next;
    atomic_bool is_there;
    pid_t group; /* of processes to kill; 0: it is a path */
    char path[];
} unfinished_path;

static unfinished_path *_Atomic list;
static atomic_int held, waiting, ending;

/* A folder is on the list before what is in it, so that it comes after it here. */
static void remove_all(void) {
    for (unfinished_path *entry = atomic_load(&list); entry; entry = entry->next)
        if (!atomic_load(&entry->is_there))
            continue;
        else if (entry->group > 0)
            kill(-entry->group, SIGKILL);
        else if (unlink(entry->path) != 0)
            rmdir(entry->path);
}

/* One thread removes; a second signal, in whichever thread, waits for the end that this one brings. In the removing thread
 * no signal comes in between. */
static void end_program(int number) {
    static atomic_int removing;
    sigset_t all, just_this;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &just_this);
    atomic_fetch_add(&ending, 1);
    if (atomic_load(&held)) {
        atomic_store(&waiting, number);
        atomic_fetch_sub(&ending, 1);
        pthread_sigmask(SIG_SETMASK, &just_this, NULL);
        return;
    }
    while (atomic_exchange(&removing, 1))
        pause();
    for (int i = 0; i < 10; i++) { /* another thread may just be making what it has announced; it waits after that */
        remove_all();
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    remove_all();
    signal(number, SIG_DFL);
    sigemptyset(&just_this);
    sigaddset(&just_this, number);
    pthread_sigmask(SIG_UNBLOCK, &just_this, NULL);
    kill(getpid(), number);
}

static void wait_for_the_end(void) {
    while (atomic_load(&ending))
        sched_yield();
}

/* What is ignored, as under nohup, stays ignored. A signal that has to wait must not break off what it waits for, nor end
 * the program when it comes a second time; signal() alone promises neither. */
void unfinished_guard(void) {
    static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction ours = {.sa_handler = end_program, .sa_flags = SA_RESTART}, before;
    sigemptyset(&ours.sa_mask);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(endings[i], &ours, NULL);
}

/* Without memory for the entry nothing is guarded, and all else works. */
static void add(const char *path, pid_t group) {
    const size_t size = strlen(path) + 1;
    unfinished_path *entry = malloc(sizeof *entry + size);
    if (group == 0)
        wait_for_the_end(); /* what runs already is put on the list at once: the handler looks more than once */
    if (!entry)
        return;
    atomic_init(&entry->is_there, true);
    entry->group = group;
    memcpy(entry->path, path, size);
    entry->next = atomic_load(&list);
    atomic_store(&list, entry);
}

void unfinished_add(const char *path) {
    add(path, 0);
}

void unfinished_done(const char *path) {
    for (unfinished_path *entry = atomic_load(&list); entry; entry = entry->next)
        if (entry->group == 0 && strcmp(entry->path, path) == 0)
            atomic_store(&entry->is_there, false);
}

static void hear(const char *path, int is_there, void *user) {
    (void)user;
    (is_there ? unfinished_add : unfinished_done)(path);
}

static void hear_group(long group, int is_there, void *user) {
    (void)user;
    if (is_there)
        add("", (pid_t)group);
    for (unfinished_path *entry = atomic_load(&list); entry && !is_there; entry = entry->next)
        if (entry->group == (pid_t)group)
            atomic_store(&entry->is_there, false);
}

routh_context writing_context(void) {
    routh_context context = routh_context_default();
    context.temporary = hear;
    context.group = hear_group;
    return context;
}

void unfinished_hold(void) {
    atomic_fetch_add(&held, 1);
    wait_for_the_end();
}

void unfinished_let_go(void) {
    if (atomic_fetch_sub(&held, 1) == 1 && atomic_load(&waiting))
        end_program(atomic_load(&waiting));
}
