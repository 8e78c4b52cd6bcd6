/* From a name to a lock record: PROTOCOL.md, "Names". */
#include "tpf.h"

#include <string.h>

enum { FREE = 0, LINKED = -1, KIND_MUTEX = 1 };

/* java.util.Arrays.hashCode of the bytes, which are signed there. */
static uint32_t hash_of(const char *name, size_t length) {
    uint32_t hash = 1;
    for (size_t i = 0; i < length; i++) {
        hash = 31 * hash + (uint32_t) (int8_t) name[i];
    }
    return hash;
}

static uint64_t entry_at(struct space *s, uint32_t hash, uint64_t probe) {
    uint64_t entries = 4, mask;
    while (entries * 2 <= 4ULL * s->locks) {
        entries *= 2;
    }
    mask = entries - 1;
    return s->names + ((((hash * 0x9E3779B9u) >> 7) + probe) & mask) * 8;
}

static bool has_name(struct space *s, uint32_t lock, const char *name, size_t length) {
    uint64_t descriptor = s->descriptors + (uint64_t) lock * D_SIZE;
    return atomic_load(at32(s, descriptor + D_LENGTH)) == length
            && memcmp(s->base + descriptor + D_NAME, name, length) == 0;
}

/* Walks the entries of a hash. At the first empty one, puts ours there if it is not 0: the lock of the name, or -1. */
static int walk(struct space *s, const char *name, size_t length, uint64_t ours) {
    uint32_t hash = hash_of(name, length);
    for (uint64_t probe = 0; probe < 4ULL * s->locks; probe++) {
        _Atomic uint64_t *at = at64(s, entry_at(s, hash, probe));
        uint64_t entry = atomic_load(at);
        if (entry == 0 && ours == 0) {
            return -1;
        }
        if (entry == 0 && cas64(at, 0, ours)) {
            return (int) (uint32_t) ours - 1;
        }
        entry = atomic_load(at);
        uint32_t lock = (uint32_t) entry - 1;
        if (entry >> 32 == hash && lock < s->locks && has_name(s, lock, name, length)) {
            return (int) lock;
        }
    }
    return -1;
}

static int claim_descriptor(struct space *s) {
    uint64_t record = s->process_records + (uint64_t) s->process * P_SIZE;
    uint64_t generation = atomic_load(at64(s, record + P_CONTROL)) >> 32;
    uint32_t tag = ((uint32_t) (generation & 0xffff) << 14 | s->process) + 1;
    for (uint32_t lock = 0; lock < s->locks; lock++) {
        _Atomic uint32_t *state = at32(s, s->descriptors + (uint64_t) lock * D_SIZE + D_STATE);
        if (atomic_load(state) == FREE) {
            /* Said before it is claimed, so that whoever cleans up after us finds it. */
            atomic_store(at32(s, record + P_INSERTING), lock + 1);
            if (cas32(state, FREE, tag)) {
                return (int) lock;
            }
        }
    }
    return -1;
}

int mutex_named(struct space *s, const char *name) {
    size_t length = strlen(name);
    if (length < 1 || length > D_MAX_NAME) {
        return -1;
    }
    int lock = walk(s, name, length, 0);
    if (lock < 0) {
        int claimed = claim_descriptor(s);
        if (claimed < 0) {
            return -1;
        }
        uint64_t descriptor = s->descriptors + (uint64_t) claimed * D_SIZE;
        atomic_store(at32(s, descriptor + D_LENGTH), length);
        atomic_store(at32(s, descriptor + D_HASH), hash_of(name, length));
        memcpy(s->base + descriptor + D_NAME, name, length);
        atomic_store(at32(s, s->lock_records + (uint64_t) claimed * L_SIZE + L_KIND), KIND_MUTEX);
        lock = walk(s, name, length, (uint64_t) hash_of(name, length) << 32 | (uint32_t) (claimed + 1));
        atomic_store(at32(s, descriptor + D_STATE), lock == claimed ? (uint32_t) LINKED : FREE);
        atomic_store(at32(s, s->process_records + (uint64_t) s->process * P_SIZE + P_INSERTING), 0);
    }
    bool is_mutex = lock >= 0
            && atomic_load(at32(s, s->lock_records + (uint64_t) lock * L_SIZE + L_KIND)) == KIND_MUTEX;
    return is_mutex ? lock : -1;
}
