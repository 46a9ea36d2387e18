#include "adit_callbacks.h"

namespace {
/* Its destructor is the frame's cleanup, which runs whatever unwinds it: an exception of any language, or pthread_exit. */
struct Call {
    void (*left)(void *);
    void *owner;
    bool has_returned = false;

    ~Call() {
        if (!has_returned)
            left(owner);
    }
};
} // namespace

void adit_call_back(adit_callback_fn fn, void *context, uint64_t core, const char *json, size_t length,
                    void (*left)(void *owner), void *owner) {
    Call call{left, owner};
    fn(context, core, json, length);
    call.has_returned = true;
}
