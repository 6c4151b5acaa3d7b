/* Runs the program and disturbs it at its n-th change of the disk: a write, sync, rename, link, removal, or a file or folder
 * made. The kernel asks this process at each such call (seccomp's user notification, Linux 5.5), so that writes inside the
 * C library count, too, and no library of ours has to stand in for it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_DISTURB_H
#define ROUTH_TESTS_CLI_DISTURB_H

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "run_program.h"

typedef struct disturbance {
    long at;    /* which call, from 1; 0: none */
    int signal; /* sent just before that call, which then goes on; 0: none */
    int error;  /* what the call fails with instead */
} disturbance;

typedef struct disturbed_result {
    run_result result; /* .exit is −1 after a signal */
    long calls;        /* that changed the disk, or were to */
    int removal;       /* the disturbed call was to remove something */
} disturbed_result;

/* The calls that may change the disk. Not every machine has all of them. */
static const int disturb_calls[] = {
#ifdef SYS_open
    SYS_open,     SYS_creat,     SYS_rename,    SYS_link,     SYS_unlink,  SYS_rmdir, SYS_mkdir,    SYS_chmod,
#endif
    SYS_openat,   SYS_renameat2, SYS_linkat,    SYS_unlinkat, SYS_mkdirat, SYS_write, SYS_pwrite64, SYS_writev,
    SYS_fsync,    SYS_fdatasync, SYS_ftruncate,
#ifdef SYS_renameat
    SYS_renameat,
#endif
};
enum { DISTURB_CALLS = sizeof disturb_calls / sizeof disturb_calls[0] };

/* In the child: asks about those calls from now on; the descriptor, −1 where the kernel has none. */
static inline int ask_parent(void) {
    struct sock_filter filter[2 * DISTURB_CALLS + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    for (int i = 0; i < DISTURB_CALLS; i++) {
        filter[2 * i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)disturb_calls[i], 0, 1);
        filter[2 * i + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
    }
    filter[2 * DISTURB_CALLS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {2 * DISTURB_CALLS + 2, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* One descriptor over a socket. */
static inline int pass_descriptor(int through, int descriptor) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {.space = {0}};
    char byte = 0;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    if (descriptor < 0) { /* receive */
        if (recvmsg(through, &message, 0) != 1 || !CMSG_FIRSTHDR(&message))
            return -1;
        memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
        return descriptor;
    }
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(through, &message, 0) == 1 ? 0 : -1;
}

static inline int is_one_of(int call, const int *calls, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (calls[i] == call)
            return 1;
    return 0;
}

/* Opening counts where it may make a file, and writing where it is not to a standard stream. */
static inline int changes_disk(const struct seccomp_data *data) {
    static const int writes[] = {SYS_write, SYS_pwrite64, SYS_writev};
    if (data->nr == SYS_openat)
        return (data->args[2] & O_CREAT) != 0;
#ifdef SYS_open
    if (data->nr == SYS_open)
        return (data->args[1] & O_CREAT) != 0;
#endif
    return !is_one_of(data->nr, writes, 3) || data->args[0] > 2;
}

static inline int is_removal(int call) {
    static const int removals[] = {
        SYS_unlinkat,
#ifdef SYS_unlink
        SYS_unlink,
        SYS_rmdir,
#endif
    };
    return is_one_of(call, removals, sizeof removals / sizeof removals[0]);
}

/* Answers until the child has ended. */
static inline void answer_child(int listener, pid_t child, const disturbance *how, disturbed_result *seen) {
    for (;;) {
        struct pollfd end = {.fd = listener, .events = POLLIN};
        struct seccomp_notif ask = {0};
        if (poll(&end, 1, -1) < 0 || !(end.revents & POLLIN))
            return;
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &ask) != 0)
            continue;
        struct seccomp_notif_resp answer = {.id = ask.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        if (changes_disk(&ask.data) && ++seen->calls == how->at) {
            seen->removal = is_removal(ask.data.nr);
            if (how->signal)
                kill(child, how->signal);
            else
                answer = (struct seccomp_notif_resp){.id = ask.id, .error = -how->error};
        }
        ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
}

static inline void become_disturbed(int through, char **argv) {
    redirect("run-input", O_RDONLY, 0);
    redirect("run-error", O_WRONLY | O_CREAT | O_TRUNC, 2);
    redirect("run-output", O_WRONLY | O_CREAT | O_TRUNC, 1);
    const int listener = ask_parent();
    if (listener < 0 || pass_descriptor(through, listener) != 0)
        _exit(SKIPPED);
    close(listener);
    execv(argv[0], argv);
    _exit(125);
}

static inline disturbed_result run_disturbed(disturbance how, const char *arguments) {
    char words[1024], *argv[64] = {getenv("ROUTH_PROGRAM")};
    int count = 1, ends[2], status;
    disturbed_result seen = {.calls = 0};
    snprintf(words, sizeof words, "%s", arguments);
    for (char *word = strtok(words, " "); word && count < 63; word = strtok(NULL, " "))
        argv[count++] = word;
    write_whole("run-input", "");
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become_disturbed(ends[1], argv);
    close(ends[1]);
    const int listener = pass_descriptor(ends[0], -1);
    close(ends[0]);
    if (listener >= 0) {
        answer_child(listener, child, &how, &seen);
        close(listener);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    seen.result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    seen.result.out = read_whole("run-output");
    seen.result.err = read_whole("run-error");
    return seen;
}

#endif
