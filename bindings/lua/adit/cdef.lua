--- The declarations of adit.h, and what the loop needs of the system.
local ffi = require "ffi"

ffi.cdef [[
typedef uint64_t adit_core;
typedef struct adit_error { int32_t code; uint32_t offset; char text[248]; } adit_error;
typedef void (*adit_message_fn)(void *context, adit_core core, const char *json, size_t length);

uint32_t adit_abi_version(void);
const char *adit_version(void);
const char *adit_strerror(int32_t code);
int32_t adit_catalog(const char *app, char **out, size_t *length);
int32_t adit_open(uint32_t abi, const char *app, const char *config, size_t length, adit_message_fn fn, void *context,
                  void *release, adit_core *out, adit_error *error);
int32_t adit_send(adit_core core, const char *json, size_t length, adit_error *error);
int32_t adit_submit(adit_core core, const char *client, const char *json, size_t length, adit_error *error);
int32_t adit_process(adit_core core, int32_t timeout_ms);
int32_t adit_receive_all(adit_core core, int32_t timeout_ms, size_t max_bytes, char **out, size_t *length);
int32_t adit_call(adit_core core, const char *json, size_t length, int32_t timeout_ms, char **out, size_t *out_length,
                  adit_error *error);
int32_t adit_fd(adit_core core);
int32_t adit_wakeup(adit_core core);
int32_t adit_close(adit_core core, int32_t timeout_ms);
void adit_free(void *pointer);

struct adit_pollfd { int fd; short events; short revents; };
int poll(struct adit_pollfd *files, unsigned long count, int timeout);
struct adit_timespec { long seconds; long nanoseconds; };
char *getcwd(char *buffer, size_t size);
int clock_gettime(int clock, struct adit_timespec *time);
]]

return { ABI_VERSION = 1, NO_OFFSET = 0xFFFFFFFF }
