/* The daemon's socket: PROTOCOL.md, "The daemon". */
#include "tpf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* A description of its own: ours has our byte-range lock, which must go with us. */
static int open_again(struct space *s) {
    struct stat ours, again;
    int fd = open(s->path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0 && (fstat(s->fd, &ours) != 0 || fstat(fd, &again) != 0 || ours.st_ino != again.st_ino
            || ours.st_dev != again.st_dev)) {
        close(fd);
        return -1;
    }
    return fd;
}

static bool greet(struct space *s, int connection) {
    char line[64];
    int length = snprintf(line, sizeof line, "TPFUTEX 2 %u\n", s->process);
    int shown = open_again(s);
    struct iovec text = {.iov_base = line, .iov_len = length};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.header), &shown, sizeof shown);
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = &control,
        .msg_controllen = CMSG_SPACE(sizeof(int))};
    bool sent = shown >= 0 && sendmsg(connection, &message, MSG_NOSIGNAL) == length;
    close(shown);
    return sent;
}

int daemon_ask(struct space *s, const char *socket_path, char *answer, size_t size) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(to.sun_path, sizeof to.sun_path, "%s", socket_path);
    if (connect(connection, (struct sockaddr *) &to, sizeof to) != 0 || !greet(s, connection)) {
        snprintf(answer, size, "no daemon: %s", strerror(errno));
        close(connection);
        return -1;
    }
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < size - 1 && (length == 0 || answer[length - 1] != '\n'); length += got) {
        got = recv(connection, answer + length, size - 1 - length, 0);
        got = got < 0 ? 0 : got;
    }
    answer[length > 0 ? length - 1 : 0] = 0;
    return connection;
}
