/* Sleeping, waking, the doorbell and the submissions: PROTOCOL.md, "Sleeping and waking" and "The queue". */
#include "tpf.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { EMPTY = 0, NOTIFIED = 1, ASLEEP = 1 };

#define PARKED ((uint32_t) -1)
#define PARKED_VIRTUAL ((uint32_t) -2)

int64_t now_nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void futex_wake(_Atomic uint32_t *at) {
    syscall(SYS_futex, at, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void ring(struct space *s) {
    _Atomic uint32_t *bell = at32(s, s->coordinator + C_DOORBELL);
    uint32_t seen = atomic_load(bell);
    if ((seen & ASLEEP) && cas32(bell, seen, seen & ~(uint32_t) ASLEEP)) {
        futex_wake(bell);
    }
}

void submit(struct space *s) {
    uint32_t slot = slot_of(s->tid);
    atomic_fetch_or(at64(s, s->submissions + slot / 64 * 8), 1ULL << slot % 64);
    ring(s);
}

void park(struct space *s, int64_t nanos) {
    _Atomic uint32_t *word = at32(s, own_slot(s) + T_PARK);
    if (nanos > 0 && cas32(word, EMPTY, PARKED)) {
        struct timespec t = {.tv_sec = nanos / 1000000000, .tv_nsec = nanos % 1000000000};
        syscall(SYS_futex, word, FUTEX_WAIT, PARKED, &t, NULL, 0);
    }
    atomic_exchange(word, EMPTY);
}

void unpark(struct space *s, uint32_t tid) {
    if (tid == 0 || slot_of(tid) >= s->tasks) {
        return;
    }
    uint64_t slot = s->task_slots + (uint64_t) slot_of(tid) * T_SIZE;
    uint32_t before = atomic_exchange(at32(s, slot + T_PARK), NOTIFIED);
    if (before == PARKED) {
        futex_wake(at32(s, slot + T_PARK));
    } else if (before == PARKED_VIRTUAL) {
        uint32_t process = atomic_load(at64(s, slot + T_CONTROL)) >> 16 & 0xffffff;
        if (process < s->processes) {
            _Atomic uint32_t *listener = at32(s, s->process_records + (uint64_t) process * P_SIZE + P_LISTENER);
            atomic_fetch_add(listener, 1);
            futex_wake(listener);
        }
    }
}

bool is_issued(struct space *s, uint32_t tid) {
    if (tid == 0 || slot_of(tid) >= s->tasks) {
        return false;
    }
    uint64_t control = atomic_load(at64(s, s->task_slots + (uint64_t) slot_of(tid) * T_SIZE + T_CONTROL));
    uint32_t state = control >> 40 & 0xff;
    return (state == 1 || state == 2) && (control & 0xffff) == tid >> 16;
}
