/* What Adit needs of Linux and C that Swift's Glibc module leaves out, or that Swift cannot say. */
#ifndef ADIT_CLINUX_H
#define ADIT_CLINUX_H

#include <pthread.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/timerfd.h>

/* Of <fcntl.h>, which has it for GNU programs only. 2: SYNC_FILE_RANGE_WRITE. */
extern int sync_file_range(int file, int64_t offset, int64_t count, unsigned int flags);
enum { ADIT_SYNC_FILE_RANGE_WRITE = 2 };

/* Of <stdio.h> and <fcntl.h>, which have them for GNU programs only: RENAME_NOREPLACE, RENAME_EXCHANGE, F_OFD_…. */
extern int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
enum { ADIT_RENAME_NOREPLACE = 1, ADIT_RENAME_EXCHANGE = 2 };
enum { ADIT_OFD_GETLK = 36, ADIT_OFD_SETLK = 37 };

/*
 * Makes a timer's descriptor readable, as if the timer had expired, and leaves the timer as it is set: TFD_IOC_SET_TICKS
 * of <linux/timerfd.h>. Returns 0, or -1 with errno: a kernel without CONFIG_CHECKPOINT_RESTORE does not have it.
 */
static inline int adit_timer_expire(int timer) {
    uint64_t expirations = 1;
    return ioctl(timer, _IOW('T', 0, uint64_t), &expirations);
}

/* Finds the device and the number of the file that a path leads to. Returns 0, or -1 with errno. */
int adit_identify(const char *path, int flags, uint64_t *device, uint64_t *number);

/* The kind of the file system that a file is on (statfs(2)); 0 if unknown. */
uint32_t adit_file_system(int file);

/* The address of a pointer of the calling thread, NULL at first. It is valid as long as the thread lives. */
void **adit_thread_pointer(void);

/* The number of the calling thread: never 0, and, unlike the system's, never that of a later thread. */
uint64_t adit_thread_number(void);

/*
 * The address of the frame of the calling function. The functions that it calls have their frames below, as a stack
 * grows downwards.
 */
__attribute__((always_inline)) static inline uintptr_t adit_frame_address(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

/* Of <pthread.h>, which has it for GNU programs only. */
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
static inline int adit_thread_attributes(pthread_attr_t *attributes) {
    return pthread_getattr_np(pthread_self(), attributes);
}

/* Of <dlfcn.h>, which has it for GNU programs only. */
struct adit_symbol {
    const char *file;
    const void *base;
    const char *name;
    const void *address;
};
extern int adit_dladdr(const void *address, struct adit_symbol *symbol) __asm__("dladdr");

/*
 * Sets the Swift runtime's hook, so that `told` is called on each thread that passes a job to the global executor. To
 * be called once.
 */
void adit_watch_enqueued(void (*told)(void));

#endif
