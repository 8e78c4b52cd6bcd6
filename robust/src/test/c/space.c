/* Opening a space, the process record and the task slot: PROTOCOL.md, "Joining a space" and "Leaving it". */
#include "tpf.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the features that a file may have: it is about readers, which we are not. */
static const uint32_t BARRIERS = 1;

static bool fail(const char *why) {
    fprintf(stderr, "tpf: %s\n", why);
    return false;
}

static bool check_header(struct space *s, const uint8_t *h, uint64_t file_size) {
    uint32_t order, version, incompatible, ready;
    memcpy(&order, h + H_BYTE_ORDER, 4);
    memcpy(&version, h + H_VERSION, 4);
    memcpy(&incompatible, h + H_INCOMPATIBLE, 4);
    memcpy(&ready, h + H_READY, 4);
    memcpy(&s->size, h + H_FILE_SIZE, 8);
    memcpy(&s->locks, h + H_MAX_LOCKS, 4);
    memcpy(&s->tasks, h + H_MAX_TASKS, 4);
    memcpy(&s->processes, h + H_MAX_PROCESSES, 4);
    uint64_t sections[7];
    memcpy(sections, h + H_SECTIONS, sizeof sections);
    if (memcmp(h + H_MAGIC, "TPFUTEX", 8) != 0 || order != 0x01020304 || version != 2 || (incompatible & ~BARRIERS) != 0
            || ready != 0x52454459) {
        return fail("not a space of layout 2");
    }
    uint64_t at = 4096;
    const uint64_t sizes[] = {4096, 8 * ((s->tasks + 63ULL) / 64), (uint64_t) L_SIZE * s->locks,
        (uint64_t) D_SIZE * s->locks, 0, (uint64_t) P_SIZE * s->processes, (uint64_t) T_SIZE * s->tasks};
    for (int i = 0; i < 7; i++) {
        uint64_t size = sizes[i];
        if (i == 4) {
            uint64_t power = 1;
            while (power * 2 <= s->locks) {
                power *= 2;
            }
            size = 8 * 4 * power;
        }
        if (sections[i] != at) {
            return fail("sections are not where they belong");
        }
        at += (size + 4095) / 4096 * 4096;
    }
    if (s->locks == 0 || s->tasks == 0 || s->tasks > 65536 || s->processes == 0 || at != s->size || file_size < at) {
        return fail("sizes do not agree");
    }
    s->coordinator = sections[0];
    s->submissions = sections[1];
    s->lock_records = sections[2];
    s->descriptors = sections[3];
    s->names = sections[4];
    s->process_records = sections[5];
    s->task_slots = sections[6];
    return true;
}

bool space_open(struct space *s, const char *path) {
    struct stat status;
    uint8_t header[4096];
    memset(s, 0, sizeof *s);
    snprintf(s->path, sizeof s->path, "%s", path);
    s->fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (s->fd < 0 || fstat(s->fd, &status) != 0 || !S_ISREG(status.st_mode)
            || pread(s->fd, header, sizeof header, 0) != sizeof header) {
        return fail("cannot open the space");
    }
    if (!check_header(s, header, status.st_size)) {
        return false;
    }
    s->base = mmap(NULL, s->size, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
    return s->base != MAP_FAILED || fail("cannot map the space");
}

/* The byte-range lock that says that we live: of the open file description, not of the process. */
static bool claim(struct space *s, uint32_t process, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_len = 1};
    lock.l_start = s->process_records + (uint64_t) process * P_SIZE;
    return fcntl(s->fd, F_OFD_SETLK, &lock) == 0;
}

static uint64_t start_time(void) {
    char text[1024] = "";
    FILE *f = fopen("/proc/self/stat", "r");
    size_t length = f == NULL ? 0 : fread(text, 1, sizeof text - 1, f);
    if (f != NULL) {
        fclose(f);
    }
    text[length] = 0;
    /* The command may have spaces and parentheses: field 3 comes after the last one. */
    char *field = strrchr(text, ')');
    unsigned long long ticks = 0;
    for (int i = 2; field != NULL && i < 22; i++) {
        field = strchr(field + 1, ' ');
    }
    if (field != NULL) {
        sscanf(field, "%llu", &ticks);
    }
    return ticks;
}

static void boot_id(uint64_t halves[2]) {
    char text[64] = "";
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");
    char *line = f == NULL ? NULL : fgets(text, sizeof text, f);
    if (f != NULL) {
        fclose(f);
    }
    halves[0] = halves[1] = 0;
    int digits = 0;
    for (; line != NULL && *line != 0; line++) {
        const char *hex = "0123456789abcdef", *digit = strchr(hex, *line);
        if (digit != NULL && digits < 32) {
            halves[digits / 16] = halves[digits / 16] << 4 | (uint64_t) (digit - hex);
            digits++;
        }
    }
}

static void describe_process(struct space *s, uint64_t record) {
    static const char command[] = "tpf client in C";
    struct stat namespace;
    uint64_t boot[2];
    boot_id(boot);
    atomic_store(at32(s, record + P_PID), getpid());
    atomic_store(at32(s, record + P_UID), geteuid());
    atomic_store(at64(s, record + P_START_TIME), start_time());
    atomic_store(at64(s, record + P_BOOT_ID), boot[0]);
    atomic_store(at64(s, record + P_BOOT_ID + 8), boot[1]);
    atomic_store(at64(s, record + P_PID_NAMESPACE), stat("/proc/self/ns/pid", &namespace) == 0 ? namespace.st_ino : 0);
    atomic_store(at32(s, record + P_ROLE), 0);
    atomic_store(at32(s, record + P_COMMAND_LENGTH), sizeof command - 1);
    memcpy(s->base + record + P_COMMAND, command, sizeof command - 1);
}

static void announce(struct space *s) {
    atomic_fetch_add(at32(s, s->coordinator + C_MEMBERSHIP), 1);
    ring(s);
}

bool space_register(struct space *s) {
    for (uint32_t i = 0; i < s->processes; i++) {
        uint64_t record = s->process_records + (uint64_t) i * P_SIZE;
        _Atomic uint64_t *control = at64(s, record + P_CONTROL);
        if ((uint32_t) atomic_load(control) == 1 || !claim(s, i, F_WRLCK)) {
            continue;
        }
        uint64_t seen = atomic_load(control);
        if ((uint32_t) seen == 1) {
            /* Somebody registered and died meanwhile: it has to be cleaned up after first. */
            claim(s, i, F_UNLCK);
            continue;
        }
        describe_process(s, record);
        atomic_store(at32(s, record + P_INSERTING), 0);
        atomic_store(at32(s, record + P_LIFE), 0);
        atomic_store(control, ((seen >> 32) + 1) << 32 | 1);
        s->process = i;
        announce(s);
        return true;
    }
    return fail("no process record is free");
}

static bool never_used(struct space *s, uint64_t slot) {
    return atomic_load(at32(s, slot + T_NAME_LENGTH)) == 0 && atomic_load(at32(s, slot + T_LIFE)) == 0
            && atomic_load(at64(s, slot + T_WAIT)) == 0;
}

static void initialise_slot(struct space *s, uint64_t slot, const char *name) {
    for (int i = 0; i < T_ENTRY_COUNT; i++) {
        atomic_store(at32(s, slot + T_ENTRIES + 4 * i), 0);
    }
    atomic_store(at32(s, slot + T_LIFE), 0);
    atomic_store(at32(s, slot + T_OVERFLOW), 0);
    atomic_store(at32(s, slot + T_OVERFLOW_PENDING), 0);
    atomic_store(at32(s, slot + T_PRIORITY), 0);
    atomic_store(at64(s, slot + T_LONG_WAIT), 0);
    for (int at = T_STATISTICS; at < T_STATISTICS_END; at += 8) {
        atomic_store(at64(s, slot + at), 0);
    }
    size_t length = strnlen(name, 124);
    atomic_store(at32(s, slot + T_NAME_LENGTH), 0);
    memcpy(s->base + slot + T_NAME, name, length);
    atomic_store(at32(s, slot + T_NAME_LENGTH), length);
    atomic_store(at32(s, slot + T_OS_TID), gettid());
}

/* The kernel tells of our end by a robust mutex that we never unlock while we are there. */
static void tie_life(struct space *s, uint64_t slot) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t *life = (pthread_mutex_t *) (s->base + slot + T_LIFE);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(life, &attributes);
    pthread_mutex_lock(life);
}

bool space_issue_task(struct space *s, const char *name) {
    for (uint32_t i = 0; i < s->tasks; i++) {
        uint64_t slot = s->task_slots + (uint64_t) i * T_SIZE;
        uint64_t control = atomic_load(at64(s, slot + T_CONTROL));
        uint32_t generation = control & 0xffff;
        if (control != generation || generation > 8191 || (generation == 0 && !never_used(s, slot))) {
            continue;
        }
        _Atomic uint32_t *high = at32(s, s->coordinator + C_TASK_HIGH);
        for (uint32_t seen = atomic_load(high); seen < i + 1; seen = atomic_load(high)) {
            cas32(high, seen, i + 1);
        }
        uint32_t next = generation >= 8191 ? 1 : generation + 1;
        if (cas64(at64(s, slot + T_CONTROL), control, 1ULL << 40 | (uint64_t) s->process << 16 | next)) {
            initialise_slot(s, slot, name);
            s->tid = next << 16 | i;
            s->ticket = atomic_load(at64(s, slot + T_WAIT)) >> 32;
            tie_life(s, slot);
            return true;
        }
    }
    return fail("no task slot is free");
}

/* Holding nothing and waiting for nothing. */
void space_leave(struct space *s) {
    uint64_t slot = own_slot(s), record = s->process_records + (uint64_t) s->process * P_SIZE;
    pthread_mutex_unlock((pthread_mutex_t *) (s->base + slot + T_LIFE));
    atomic_store(at64(s, slot + T_CONTROL), s->tid >> 16);
    uint64_t control = atomic_load(at64(s, record + P_CONTROL));
    cas64(at64(s, record + P_CONTROL), control, control >> 32 << 32);
    announce(s);
    munmap(s->base, s->size);
    /* With the description goes the byte-range lock. */
    close(s->fd);
}
