/* A disk that fails when it is told to: loaded in front of the C library, it lets one call on a
 * regular file fail, or all from one on. Rust and SQLite both reach the disk through these. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE, WRITE, SYNC, READ, FULL, REMOVE };

/* Shared with the test through a file. */
struct orders {
    int64_t kind;   /* which calls fail */
    int64_t nth;    /* the first of them that does, counted from 1 */
    int64_t seen;   /* how many came */
    int64_t failed; /* how many failed */
};
static struct orders *orders;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAILING_DISK");
    int file = path ? open(path, O_RDWR) : -1;
    if (file < 0) return;
    void *shared = mmap(0, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) orders = shared;
    close(file);
}

static int fails(int kind) {
    if (!orders) return 0;
    int full = orders->kind == FULL;
    if (full ? kind != WRITE : kind != orders->kind) return 0;
    int64_t seen = __atomic_add_fetch(&orders->seen, 1, __ATOMIC_SEQ_CST);
    if (full ? seen < orders->nth : seen != orders->nth) return 0;
    __atomic_add_fetch(&orders->failed, 1, __ATOMIC_SEQ_CST);
    errno = full ? ENOSPC : EIO;
    return 1;
}

static int fails_on(int kind, int file) {
    struct stat found;
    int before = errno;
    int regular = orders && orders->kind && !fstat(file, &found) && S_ISREG(found.st_mode);
    errno = before;
    return regular && fails(kind);
}

#define PASS(type, name, kind, parameters, arguments)            \
    type name parameters {                                       \
        static type (*real) parameters;                          \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);    \
        return kind ? -1 : real arguments;                       \
    }

PASS(ssize_t, write, fails_on(WRITE, f), (int f, const void *b, size_t n), (f, b, n))
PASS(ssize_t, writev, fails_on(WRITE, f), (int f, const struct iovec *v, int n), (f, v, n))
PASS(ssize_t, pwrite, fails_on(WRITE, f), (int f, const void *b, size_t n, off_t at), (f, b, n, at))
PASS(ssize_t, pwrite64, fails_on(WRITE, f), (int f, const void *b, size_t n, off64_t at), (f, b, n, at))
PASS(int, ftruncate, fails_on(WRITE, f), (int f, off_t n), (f, n))
PASS(int, ftruncate64, fails_on(WRITE, f), (int f, off64_t n), (f, n))
PASS(ssize_t, copy_file_range, fails_on(WRITE, g), (int f, off64_t *a, int g, off64_t *b, size_t n, unsigned s), (f, a, g, b, n, s))
PASS(ssize_t, sendfile, fails_on(WRITE, g), (int g, int f, off_t *a, size_t n), (g, f, a, n))
PASS(ssize_t, sendfile64, fails_on(WRITE, g), (int g, int f, off64_t *a, size_t n), (g, f, a, n))
PASS(int, rename, fails(WRITE), (const char *a, const char *b), (a, b))
PASS(int, mkdir, fails(WRITE), (const char *a, mode_t m), (a, m))
PASS(int, unlink, fails(REMOVE), (const char *a), (a))
PASS(int, unlinkat, fails(REMOVE), (int d, const char *a, int flags), (d, a, flags))
PASS(int, rmdir, fails(REMOVE), (const char *a), (a))
PASS(int, fsync, fails(SYNC), (int f), (f))
PASS(int, fdatasync, fails(SYNC), (int f), (f))
PASS(ssize_t, read, fails_on(READ, f), (int f, void *b, size_t n), (f, b, n))
PASS(ssize_t, readv, fails_on(READ, f), (int f, const struct iovec *v, int n), (f, v, n))
PASS(ssize_t, pread, fails_on(READ, f), (int f, void *b, size_t n, off_t at), (f, b, n, at))
PASS(ssize_t, pread64, fails_on(READ, f), (int f, void *b, size_t n, off64_t at), (f, b, n, at))
