/* A client of TP-Futex lock spaces in C, written from docs/PROTOCOL.md and docs/LAYOUT.md: what a test needs, no library.
   One thread a process, mutexes only; it never coordinates and never cleans up after others, which is optional. */
#ifndef TPF_H
#define TPF_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* LAYOUT.md: offsets in the header. */
enum { H_MAGIC = 0, H_BYTE_ORDER = 8, H_VERSION = 12, H_INCOMPATIBLE = 20, H_FILE_SIZE = 24, H_MAX_LOCKS = 32,
       H_MAX_TASKS = 36, H_MAX_PROCESSES = 40, H_SECTIONS = 48, H_READY = 248 };
/* ... in the coordinator block, */
enum { C_SERVING = 0, C_DOORBELL = 64, C_MEMBERSHIP = 192, C_TASK_HIGH = 256 };
/* ... in a lock record, */
enum { L_WORD = 0, L_KIND = 8, L_CONSISTENCY = 12, L_HALVES = 16, L_TOP = 64, L_SIZE = 128 };
/* ... in a lock descriptor, */
enum { D_STATE = 0, D_LENGTH = 4, D_HASH = 8, D_NAME = 16, D_SIZE = 128, D_MAX_NAME = 112 };
/* ... in a process record, */
enum { P_CONTROL = 0, P_PID = 8, P_UID = 12, P_START_TIME = 16, P_BOOT_ID = 24, P_PID_NAMESPACE = 40, P_ROLE = 48,
       P_INSERTING = 52, P_LISTENER = 64, P_LIFE = 80, P_COMMAND_LENGTH = 128, P_COMMAND = 132, P_SIZE = 256 };
/* ... and in a task slot. */
enum { T_ENTRIES = 0, T_ENTRY_COUNT = 16, T_PARK = 64, T_WAIT = 72, T_WAIT_LOCK = 80, T_PRIORITY = 84, T_ENQUEUED = 88,
       T_OVERFLOW = 96, T_OVERFLOW_PENDING = 100, T_WAIT_MODE = 104, T_TOP_SINCE = 112, T_LONG_WAIT = 120,
       T_CONTROL = 128, T_OS_TID = 136, T_STATISTICS = 144, T_STATISTICS_END = 200, T_LIFE = 208,
       T_NAME_LENGTH = 256, T_NAME = 260, T_SIZE = 384 };

struct space {
    char path[4096];
    int fd;
    uint8_t *base;
    uint64_t size;
    uint32_t locks, tasks, processes;
    /* Offsets of the sections. */
    uint64_t coordinator, submissions, lock_records, descriptors, names, process_records, task_slots;
    /* This process's record. */
    uint32_t process;
    /* This thread's task. */
    uint32_t tid, ticket;
};

enum outcome { LOCKED, LOCKED_AFTER_DEATH, TIMED_OUT, NOT_RECOVERABLE, NOT_OWNER };

/* space.c: what a client is in a space. Functions that fail say why on standard error and return false, or -1. */
bool space_open(struct space *s, const char *path);
bool space_register(struct space *s);
bool space_issue_task(struct space *s, const char *name);
void space_leave(struct space *s);

/* names.c: the index of the lock record of a name, made if there is none; -1 if that is impossible. */
int mutex_named(struct space *s, const char *name);

/* mutex.c; deadline in nanoseconds of the monotonic clock. */
enum outcome mutex_lock(struct space *s, uint32_t lock, int64_t deadline);
enum outcome mutex_unlock(struct space *s, uint32_t lock, bool repaired);
uint64_t mutex_token(struct space *s, uint32_t lock);

/* daemon.c: connects to a daemon and asks it to serve the space; its answer, or what went wrong. */
int daemon_ask(struct space *s, const char *socket, char *answer, size_t size);

/* wake.c */
int64_t now_nanos(void);
void ring(struct space *s);
void submit(struct space *s);
void park(struct space *s, int64_t nanos);
void unpark(struct space *s, uint32_t tid);
bool is_issued(struct space *s, uint32_t tid);

static inline _Atomic uint64_t *at64(struct space *s, uint64_t offset) {
    return (_Atomic uint64_t *) (s->base + offset);
}

static inline _Atomic uint32_t *at32(struct space *s, uint64_t offset) {
    return (_Atomic uint32_t *) (s->base + offset);
}

static inline bool cas64(_Atomic uint64_t *at, uint64_t expected, uint64_t value) {
    return atomic_compare_exchange_strong(at, &expected, value);
}

static inline bool cas32(_Atomic uint32_t *at, uint32_t expected, uint32_t value) {
    return atomic_compare_exchange_strong(at, &expected, value);
}

static inline uint32_t slot_of(uint32_t tid) {
    return tid & 0xffff;
}

static inline uint64_t own_slot(struct space *s) {
    return s->task_slots + (uint64_t) slot_of(s->tid) * T_SIZE;
}

#endif
