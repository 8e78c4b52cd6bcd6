/* Locking and unlocking: PROTOCOL.md, "A mutex, step by step". */
#include "tpf.h"

#define LOWER 0xffffffffULL
#define ONE_PASSAGE (1ULL << 32)
#define WAITERS (1ULL << 31)
#define OWNER_DIED (1ULL << 30)
#define TID_MASK 0x1fffffffULL

#define QUEUED (1ULL << 63)
#define HOLD (1ULL << 62)
#define HANDOFF (1ULL << 61)
#define CLAIMED (1ULL << 60)
#define UPGRADABLE (1ULL << 59)
#define READER (1ULL << 58)
#define ROLE (HANDOFF | CLAIMED | UPGRADABLE | READER | TID_MASK)

enum { WAIT_IDLE = 0, WAIT_QUEUED = 1, WAIT_GRANTED = 2, RECOVERABLE = 0, GIVEN_UP = 1 };

static const int64_t POLL_NANOS = 1000000, HANDOFF_NANOS = 5000000, ASKED_PARK_NANOS = 50000000,
        QUEUE_PARK_NANOS = 100000000;

/* Neither of the public outcomes: to queue up, and to try again. */
enum { ROLE_LOST = 100, BUSY = 101 };

static _Atomic uint64_t *word_of(struct space *s, uint32_t lock) {
    return at64(s, s->lock_records + (uint64_t) lock * L_SIZE + L_WORD);
}

static _Atomic uint64_t *top_of(struct space *s, uint32_t lock) {
    return at64(s, s->lock_records + (uint64_t) lock * L_SIZE + L_TOP);
}

static _Atomic uint32_t *consistency_of(struct space *s, uint32_t lock) {
    return at32(s, s->lock_records + (uint64_t) lock * L_SIZE + L_CONSISTENCY);
}

/* Before the word can name us: whoever cleans up after us looks here. */
static bool list_lock(struct space *s, uint32_t lock) {
    _Atomic uint32_t *entries = at32(s, own_slot(s) + T_ENTRIES);
    for (int i = 0; i < T_ENTRY_COUNT; i++) {
        _Atomic uint32_t *entry = &entries[(lock + i) % T_ENTRY_COUNT];
        uint32_t other = atomic_load(entry);
        bool idle = other == 0 || other > s->locks || (atomic_load(word_of(s, other - 1)) & TID_MASK) != s->tid;
        if (other == lock + 1 || idle) {
            atomic_store(entry, lock + 1);
            return true;
        }
    }
    return false;
}

/* ---- the word ------------------------------------------------------------------------------- */

static void maintain_halves(struct space *s, uint32_t lock) {
    _Atomic uint64_t *halves = at64(s, s->lock_records + (uint64_t) lock * L_SIZE + L_HALVES);
    uint64_t counted = atomic_load(halves);
    if ((counted & 1) != atomic_load(word_of(s, lock)) >> 63) {
        atomic_store(halves, counted + 1);
    }
}

uint64_t mutex_token(struct space *s, uint32_t lock) {
    uint64_t halves = atomic_load(at64(s, s->lock_records + (uint64_t) lock * L_SIZE + L_HALVES));
    uint64_t passage = atomic_load(word_of(s, lock)) >> 32;
    return ((halves << 31 | (passage & 0x7fffffff)) + 1) >> 1;
}

/* Takes a free word; the flags that are kept say whose business they are. The passage stays even: not inside yet. */
static int attempt(struct space *s, uint32_t lock, uint64_t kept) {
    uint64_t word = atomic_load(word_of(s, lock));
    if (word & TID_MASK) {
        return BUSY;
    }
    if ((word & OWNER_DIED) && atomic_load(consistency_of(s, lock)) == GIVEN_UP) {
        return NOT_RECOVERABLE;
    }
    uint64_t mine = (word & ~LOWER) | s->tid | (word & kept);
    return cas64(word_of(s, lock), word, mine) ? LOCKED : BUSY;
}

/* ---- the role of the top waiter ------------------------------------------------------------- */

static bool take_role(struct space *s, uint32_t lock, bool granted) {
    for (;;) {
        uint64_t top = atomic_load(top_of(s, lock));
        if ((top & TID_MASK) || ((top & HOLD) && !granted)) {
            return false;
        }
        if (cas64(top_of(s, lock), top, (top & QUEUED) | s->tid)) {
            return true;
        }
    }
}

static void leave_role(struct space *s, uint32_t lock) {
    for (;;) {
        uint64_t top = atomic_load(top_of(s, lock));
        if ((top & TID_MASK) != s->tid) {
            return;
        }
        if (cas64(top_of(s, lock), top, top & ~ROLE)) {
            if (top & QUEUED) {
                ring(s);
            }
            return;
        }
    }
}

/* Out of the role without the lock; but if an unlocker has claimed the hand-off, the lock is coming. */
static int give_up(struct space *s, uint32_t lock, int reason) {
    for (;;) {
        uint64_t top = atomic_load(top_of(s, lock));
        if ((top & TID_MASK) != s->tid) {
            return reason;
        }
        if (top & CLAIMED) {
            if ((atomic_load(word_of(s, lock)) & TID_MASK) == s->tid) {
                leave_role(s, lock);
                return LOCKED;
            }
            park(s, HANDOFF_NANOS);
        } else if (cas64(top_of(s, lock), top, top & ~ROLE)) {
            if (top & QUEUED) {
                ring(s);
            }
            return reason;
        }
    }
}

/* Whether the role is still ours; asks for a hand-off on the way. */
static bool keep_role(struct space *s, uint32_t lock, bool hand_off) {
    for (;;) {
        uint64_t top = atomic_load(top_of(s, lock));
        if ((top & TID_MASK) != s->tid) {
            return false;
        }
        if (!hand_off || (top & HANDOFF) || cas64(top_of(s, lock), top, top | HANDOFF)) {
            return true;
        }
    }
}

static int64_t shorter(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int wait_as_top(struct space *s, uint32_t lock, int64_t deadline) {
    int64_t start = now_nanos();
    atomic_store(at64(s, own_slot(s) + T_TOP_SINCE), start);
    for (int pauses = 1;; pauses = pauses < 1024 ? pauses * 2 : pauses) {
        uint64_t word = atomic_load(word_of(s, lock));
        int result = (word & TID_MASK) == s->tid ? LOCKED : attempt(s, lock, OWNER_DIED);
        if (result != BUSY) {
            leave_role(s, lock);
            return result;
        }
        int64_t now = now_nanos();
        if (now >= deadline) {
            return give_up(s, lock, TIMED_OUT);
        }
        if (now - start < POLL_NANOS) {
            for (volatile int i = 0; i < pauses; i++) {
            }
            continue;
        }
        bool hand_off = now - start >= HANDOFF_NANOS;
        if (!keep_role(s, lock, hand_off)) {
            return ROLE_LOST;
        }
        /* With WAITERS in it the owner has to come by. Has the word changed, we look again. */
        word = atomic_load(word_of(s, lock));
        if ((word & TID_MASK) && (word & TID_MASK) != s->tid
                && ((word & WAITERS) || cas64(word_of(s, lock), word, word | WAITERS))) {
            park(s, shorter(deadline - now, hand_off ? ASKED_PARK_NANOS : HANDOFF_NANOS));
        }
    }
}

/* ---- the queue ------------------------------------------------------------------------------ */

static int wait_in_queue(struct space *s, uint32_t lock, int64_t deadline, int64_t since) {
    _Atomic uint64_t *wait = at64(s, own_slot(s) + T_WAIT);
    uint64_t ticket = (uint64_t) ++s->ticket << 32;
    atomic_store(at32(s, own_slot(s) + T_WAIT_LOCK), lock);
    atomic_store(at32(s, own_slot(s) + T_WAIT_MODE), 0);
    atomic_store(at64(s, own_slot(s) + T_ENQUEUED), since);
    atomic_store(wait, ticket | WAIT_QUEUED);
    submit(s);
    int64_t submitted = since;
    while (atomic_load(wait) != (ticket | WAIT_GRANTED)) {
        int64_t now = now_nanos();
        if (now >= deadline && cas64(wait, ticket | WAIT_QUEUED, ticket | WAIT_IDLE)) {
            return TIMED_OUT;
        }
        if (now - submitted >= QUEUE_PARK_NANOS) {
            /* A coordinator that died may have taken the bit with it. */
            submit(s);
            submitted = now;
        }
        park(s, shorter(deadline - now, QUEUE_PARK_NANOS));
    }
    bool taken = take_role(s, lock, true);
    atomic_store(wait, ticket | WAIT_IDLE);
    return taken ? wait_as_top(s, lock, deadline) : ROLE_LOST;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The word names us, and we are not inside yet: our death tears nothing until the passage is odd. */
static enum outcome enter(struct space *s, uint32_t lock) {
    for (;;) {
        uint64_t word = atomic_load(word_of(s, lock));
        if ((word & OWNER_DIED) && atomic_load(consistency_of(s, lock)) == GIVEN_UP) {
            mutex_unlock(s, lock, true);
            return NOT_RECOVERABLE;
        }
        uint64_t inside = ((word & ~LOWER) + ONE_PASSAGE) | ONE_PASSAGE | (word & LOWER);
        if (cas64(word_of(s, lock), word, inside)) {
            maintain_halves(s, lock);
            return word & OWNER_DIED ? LOCKED_AFTER_DEATH : LOCKED;
        }
    }
}

enum outcome mutex_lock(struct space *s, uint32_t lock, int64_t deadline) {
    if (!list_lock(s, lock)) {
        return NOT_OWNER;
    }
    uint64_t word = atomic_load(word_of(s, lock));
    if ((word & (ONE_PASSAGE | LOWER)) == 0 && cas64(word_of(s, lock), word, word + ONE_PASSAGE + s->tid)) {
        maintain_halves(s, lock);
        return LOCKED;
    }
    int result = attempt(s, lock, WAITERS | OWNER_DIED);
    int64_t since = now_nanos();
    if (result == BUSY) {
        result = take_role(s, lock, false) ? wait_as_top(s, lock, deadline) : ROLE_LOST;
    }
    while (result == ROLE_LOST) {
        result = wait_in_queue(s, lock, deadline, since);
    }
    if (result == TIMED_OUT && attempt(s, lock, WAITERS | OWNER_DIED) == LOCKED) {
        result = LOCKED;
    }
    return result == LOCKED ? enter(s, lock) : (enum outcome) result;
}

/* The top waiter that is to get the lock, which can no longer withdraw; or 0. */
static uint32_t claim_hand_off(struct space *s, uint32_t lock) {
    for (;;) {
        uint64_t top = atomic_load(top_of(s, lock));
        uint32_t heir = top & TID_MASK;
        if (heir == 0 || !(top & HANDOFF)) {
            return 0;
        }
        if (!is_issued(s, heir)) {
            if (cas64(top_of(s, lock), top, top & ~ROLE)) {
                ring(s);
            }
        } else if (cas64(top_of(s, lock), top, top | CLAIMED)) {
            return heir;
        }
    }
}

enum outcome mutex_unlock(struct space *s, uint32_t lock, bool repaired) {
    uint64_t word = atomic_load(word_of(s, lock));
    if ((word & TID_MASK) != s->tid) {
        return NOT_OWNER;
    }
    if ((word & OWNER_DIED) && !repaired) {
        atomic_store(consistency_of(s, lock), GIVEN_UP);
    }
    if ((word & LOWER) == s->tid && cas64(word_of(s, lock), word, (word & ~LOWER) + (word & ONE_PASSAGE))) {
        return LOCKED;
    }
    uint32_t heir = claim_hand_off(s, lock);
    bool clean = repaired && atomic_load(consistency_of(s, lock)) == RECOVERABLE;
    do {
        word = atomic_load(word_of(s, lock));
    } while (!cas64(word_of(s, lock), word,
            ((word & ~LOWER) + (word & ONE_PASSAGE)) | heir | (clean ? 0 : word & OWNER_DIED)));
    /* Only now, with the word free: a waiter that takes the role after this finds it so. */
    unpark(s, heir != 0 ? heir : (uint32_t) (atomic_load(top_of(s, lock)) & TID_MASK));
    return LOCKED;
}
