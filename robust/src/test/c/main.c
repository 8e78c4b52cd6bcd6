/* Obeys the commands of the tests, one thread for all of them: "#ID THREAD VERB ARGUMENT..." is answered by "#ID ...". */
#include "tpf.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct space space;

static const char *word_for(enum outcome outcome) {
    switch (outcome) {
        case LOCKED: return "ok";
        case LOCKED_AFTER_DEATH: return "ok ownerDied";
        case TIMED_OUT: return "timed out";
        case NOT_RECOVERABLE: return "not recoverable";
        default: return "not the owner";
    }
}

/* The words that the tests' ledger keeps in step under a lock. */
enum { VISITOR = 0, FIRST = 1, TOKEN = 2, SECOND = 256 };

static const char *visit(volatile uint64_t *ledger, uint64_t token) {
    if (ledger[VISITOR] != 0 || ledger[TOKEN] >= token || ledger[FIRST] != ledger[SECOND]) {
        return "VIOLATION on entry";
    }
    ledger[VISITOR] = token;
    ledger[TOKEN] = token;
    ledger[FIRST]++;
    ledger[SECOND]++;
    if (ledger[VISITOR] != token) {
        return "VIOLATION inside";
    }
    ledger[VISITOR] = 0;
    return NULL;
}

static void count(const char *id, uint32_t lock, const char *path, int times) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    volatile uint64_t *ledger = fd < 0 || ftruncate(fd, 4096) != 0
            ? MAP_FAILED
            : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    const char *wrong = ledger == MAP_FAILED ? "no ledger" : NULL;
    for (int i = 0; i < times && wrong == NULL; i++) {
        enum outcome outcome = mutex_lock(&space, lock, INT64_MAX);
        if (outcome == LOCKED_AFTER_DEATH) {
            ledger[VISITOR] = 0;
            ledger[SECOND] = ledger[FIRST];
        } else if (outcome != LOCKED) {
            wrong = word_for(outcome);
            break;
        }
        wrong = visit(ledger, mutex_token(&space, lock));
        mutex_unlock(&space, lock, true);
    }
    if (wrong == NULL) {
        printf("%s counted %d\n", id, times);
    } else {
        printf("%s %s\n", id, wrong);
    }
}

static void use(const char *id, const char *verb, const char *name, char *first, char *second) {
    int lock = mutex_named(&space, name);
    if (lock < 0) {
        printf("%s no mutex of this name\n", id);
    } else if (strcmp(verb, "lock") == 0) {
        int64_t deadline = first == NULL ? INT64_MAX : now_nanos() + atoll(first) * 1000000;
        printf("%s %s\n", id, word_for(mutex_lock(&space, lock, deadline)));
    } else if (strcmp(verb, "unlock") == 0) {
        printf("%s %s\n", id, word_for(mutex_unlock(&space, lock, first != NULL)));
    } else if (strcmp(verb, "token") == 0) {
        printf("%s %llu\n", id, (unsigned long long) mutex_token(&space, lock));
    } else if (strcmp(verb, "count") == 0 && first != NULL && second != NULL) {
        count(id, lock, first, atoi(second));
    } else {
        printf("%s unknown verb %s\n", id, verb);
    }
}

static void obey(char *line) {
    char *id = strtok(line, " "), *thread = strtok(NULL, " "), *verb = strtok(NULL, " ");
    char *argument = strtok(NULL, " "), *first = strtok(NULL, " "), *second = strtok(NULL, " ");
    if (thread == NULL || verb == NULL) {
        return;
    }
    if (strcmp(verb, "close") == 0) {
        space_leave(&space);
        printf("%s ok\n", id);
    } else if (argument == NULL) {
        printf("%s an argument is missing\n", id);
    } else if (strcmp(verb, "open") == 0) {
        bool good = space_open(&space, argument) && space_register(&space) && space_issue_task(&space, "main");
        printf("%s %s\n", id, good ? "ok" : "failed");
    } else if (strcmp(verb, "daemon") == 0) {
        /* Stays connected until the process ends. */
        char answer[8192];
        daemon_ask(&space, argument, answer, sizeof answer);
        printf("%s %s\n", id, answer);
    } else {
        use(id, verb, argument, first, second);
    }
}

int main(void) {
    char line[4096];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        obey(line);
    }
    return 0;
}
