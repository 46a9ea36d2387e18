/*
 * Callbacks that are left by an exception of C++, or by the end of their thread: the stack is unwound through Adit, and
 * the core goes on, or closes. unwind.sh builds this by each compiler.
 */
#include "adit.h"

#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <poll.h>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

int failures = 0;

template <typename Found, typename Expected> void expect(int line, const Found &found, const Expected &expected) {
    if (found == expected)
        return;
    failures++;
    std::cerr << "unwind.cpp:" << line << ": found " << found << ", expected " << expected << '\n';
}
#define EXPECT(found, expected) expect(__LINE__, (found), (expected))

const std::string closed = R"({"@closed":{}})";

std::string was(int to) {
    return R"({"counter":{"response":{"wasIncremented":{"to":)" + std::to_string(to) + "}}}}";
}

/* A host that throws at the message of that number, counted from 1; 0: never. */
struct Host {
    std::vector<std::string> heard{};
    std::size_t throws_at = 0;
    int released = 0;
    std::function<void(Host &)> leave = [](Host &host) { throw std::runtime_error(host.heard.back()); };
};

void hear(void *context, adit_core, const char *json, std::size_t length) {
    Host &host = *static_cast<Host *>(context);
    const std::string local(json, length); /* to be destroyed by the unwinding */
    host.heard.push_back(local);
    if (host.heard.size() == host.throws_at)
        host.leave(host);
}

void release(void *context) { static_cast<Host *>(context)->released++; }

adit_core open(Host &host, const std::string &config = "{}") {
    adit_core core = 0;
    adit_error error;
    EXPECT(adit_open(ADIT_ABI_VERSION, "counter", config.c_str(), ADIT_NTS, hear, &host, release, &core, &error),
           ADIT_OK);
    if (core == 0)
        std::cerr << error.text << '\n';
    return core;
}

const char *const increment = R"({"counter":{"request":{"increment":{"by":1}}}})";

void send(adit_core core, int count) {
    while (count-- > 0)
        EXPECT(adit_send(core, increment, ADIT_NTS, nullptr), ADIT_OK);
}

/* What is thrown out of a call, and whether a destructor in the calling frame ran; empty if the call returned. */
std::string thrown_by(const std::function<void()> &call) {
    bool destroyed = false;
    struct Guard {
        bool &destroyed;
        ~Guard() { destroyed = true; }
    };
    try {
        Guard guard{destroyed};
        call();
    } catch (const std::runtime_error &error) {
        EXPECT(destroyed, true);
        return error.what();
    }
    return "";
}

std::string thrown_by_process(adit_core core) {
    return thrown_by([core] { adit_process(core, 0); });
}

/* Closes from a frame that is far deeper than that of the callback was. */
__attribute__((noinline)) int32_t close_far_below(adit_core core) {
    std::array<volatile char, 1 << 18> room;
    room.front() = 1;
    const int32_t code = adit_close(core, 0);
    room.back() = room.front();
    return code;
}

bool is_readable(int descriptor) {
    pollfd request{descriptor, POLLIN, 0};
    return poll(&request, 1, 0) == 1;
}

/* The configs under which a core delivers, and what it needs of a file. */
struct Folder {
    std::string path = std::string(std::getenv("TMPDIR")) + "/adit-unwind";
    int count = 0;
    std::vector<std::string> configs() {
        count++;
        const std::string name = path + "-" + std::to_string(count);
        return {R"({})", R"({"delivery":"batches"})", R"({"echo":true,"trace":100})",
                R"({"store":{"path":")" + name + R"(","redelivery":{"acknowledged":"automatic"}}})",
                R"({"record":{"path":")" + name + R"(.record"}})", R"({"clock":"virtual","limits":{"batch":1}})"};
    }
};

/* -- process -- */

void given_a_callback_that_throws_when_processed_then_the_exception_is_the_callers_and_the_core_closes() {
    Host host;
    host.throws_at = 2;
    const adit_core core = open(host);
    send(core, 3);
    EXPECT(thrown_by_process(core), was(2));
    EXPECT(close_far_below(core), ADIT_OK);
    EXPECT(host.heard.size(), std::size_t{2});
    EXPECT(host.released, 1);
    EXPECT(adit_send(core, increment, ADIT_NTS, nullptr), ADIT_ECORE);
    EXPECT(adit_close(core, 0), ADIT_ECORE);
    EXPECT(host.released, 1);
}

void given_a_callback_that_threw_when_processed_again_then_the_rest_is_heard_once_and_in_order() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host);
    send(core, 3);
    EXPECT(thrown_by_process(core), was(1));
    send(core, 1);
    EXPECT(adit_process(core, 0), 2);
    EXPECT(adit_process(core, -1), 1);
    EXPECT(adit_close(core, 0), ADIT_OK);
    EXPECT((host.heard == std::vector<std::string>{was(1), was(2), was(3), was(4), closed}), true);
    EXPECT(host.released, 1);
}

void given_a_callback_that_throws_each_time_when_processed_then_each_message_is_heard_once() {
    Host host;
    const adit_core core = open(host);
    for (int count = 1; count <= 500; count++) {
        send(core, 1);
        host.throws_at = static_cast<std::size_t>(count);
        EXPECT(thrown_by_process(core), was(count));
    }
    EXPECT(adit_process(core, 0), 0);
    EXPECT(adit_close(core, 0), ADIT_OK);
    EXPECT(host.heard.size(), std::size_t{501});
}

void given_any_config_when_a_callback_throws_then_nothing_else_is_lost() {
    Folder folder;
    for (const std::string &config : folder.configs()) {
        Host host;
        const adit_core core = open(host, config);
        for (int round = 1; round <= 20; round++) {
            send(core, 3);
            host.throws_at = host.heard.size() + static_cast<std::size_t>(round % 2 + 1);
            thrown_by_process(core);
            while (adit_process(core, 0) > 0) {
            }
        }
        char *out = nullptr;
        host.throws_at = 0;
        EXPECT(adit_call(core, R"({"@get":{"path":"/value"}})", ADIT_NTS, 0, &out, nullptr, nullptr), ADIT_OK);
        EXPECT(std::string(out).find(R"("value":60)") != std::string::npos, true);
        adit_free(out);
        EXPECT(close_far_below(core), ADIT_OK);
        std::string all;
        for (const std::string &message : host.heard)
            all += message;
        for (int count = 1; count <= 60; count++)
            EXPECT(all.find(R"("to":)" + std::to_string(count) + "}") != std::string::npos, true);
        EXPECT(host.released, 1);
    }
}

void given_a_callback_that_threw_when_other_threads_use_the_core_then_they_may() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host);
    send(core, 2);
    EXPECT(thrown_by_process(core), was(1));
    std::thread([core] { EXPECT(adit_process(core, 0), 1); }).join();
    std::thread([core] { EXPECT(adit_close(core, 0), ADIT_OK); }).join();
    EXPECT(host.heard.back(), closed);
}

void given_a_callback_that_threw_when_polled_then_the_descriptor_says_what_is_left() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host);
    const int descriptor = adit_fd(core);
    send(core, 2);
    EXPECT(is_readable(descriptor), true);
    EXPECT(thrown_by_process(core), was(1));
    EXPECT(is_readable(descriptor), true);
    EXPECT(adit_process(core, 0), 1);
    EXPECT(is_readable(descriptor), false);
    EXPECT(adit_close(core, 0), ADIT_OK);
}

/* -- call and close -- */

void given_a_callback_that_throws_when_called_then_the_output_of_the_call_is_heard_next() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host);
    send(core, 2);
    char *out = nullptr;
    EXPECT(thrown_by([&] { adit_call(core, increment, ADIT_NTS, 0, &out, nullptr, nullptr); }), was(1));
    EXPECT(out == nullptr, true);
    EXPECT(adit_process(core, 0), 2);
    EXPECT(adit_call(core, increment, ADIT_NTS, 0, &out, nullptr, nullptr), ADIT_OK);
    EXPECT(std::string(out), "[" + was(4) + "]");
    adit_free(out);
    EXPECT(adit_close(core, 0), ADIT_OK);
    EXPECT((host.heard == std::vector<std::string>{was(1), was(2), was(3), closed}), true);
}

void given_a_callback_that_throws_when_called_behind_a_full_batch_then_the_message_is_withdrawn() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host, R"({"limits":{"batch":1}})");
    send(core, 2);
    char *out = nullptr;
    EXPECT(thrown_by([&] { adit_call(core, increment, ADIT_NTS, 0, &out, nullptr, nullptr); }), was(1));
    while (adit_process(core, 0) > 0) {
    }
    EXPECT(adit_close(core, 0), ADIT_OK);
    EXPECT((host.heard == std::vector<std::string>{was(1), was(2), closed}), true);
}

void given_a_callback_that_throws_when_closed_then_the_core_closes_at_the_next_call() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host);
    send(core, 2); /* each is answered by an @error */
    EXPECT(thrown_by([core] { adit_close(core, 0); }).find("eclosed") != std::string::npos, true);
    EXPECT(host.released, 0);
    EXPECT(adit_send(core, increment, ADIT_NTS, nullptr), ADIT_ECLOSED);
    EXPECT(close_far_below(core), ADIT_OK);
    EXPECT(host.heard.size(), std::size_t{1});
    EXPECT(host.released, 1);
}

void given_a_callback_that_throws_when_closed_and_then_processed_then_the_rest_is_heard() {
    Host host;
    host.throws_at = 1;
    const adit_core core = open(host);
    send(core, 2);
    thrown_by([core] { adit_close(core, 0); });
    EXPECT(adit_process(core, 0), 2);
    EXPECT(host.heard.back(), closed);
    EXPECT(adit_process(core, 0), ADIT_ECLOSED);
    EXPECT(adit_close(core, 0), ADIT_OK);
    EXPECT(host.released, 1);
}

void throwing_release(void *context) {
    release(context);
    throw std::runtime_error("release");
}

void given_a_release_that_throws_when_closed_then_the_core_is_gone() {
    Host host;
    adit_core core = 0;
    EXPECT(adit_open(ADIT_ABI_VERSION, "counter", nullptr, 0, hear, &host, throwing_release, &core, nullptr), ADIT_OK);
    EXPECT(thrown_by([core] { adit_close(core, 0); }), std::string("release"));
    EXPECT(adit_close(core, 0), ADIT_ECORE);
    EXPECT(host.released, 1);
    EXPECT(thrown_by([&] {
        adit_open(ADIT_ABI_VERSION, "no such app", nullptr, 0, hear, &host, throwing_release, &core, nullptr);
    }), std::string("release"));
    EXPECT(host.released, 2);
    Host next;
    EXPECT(adit_close(open(next), 0), ADIT_OK);
}

/* -- Groups, and cores within callbacks -- */

void given_a_group_when_a_callback_throws_then_the_next_call_goes_on_with_that_core_and_the_others() {
    Host hosts[3];
    adit_core cores[3];
    adit_group group = 0;
    EXPECT(adit_group_open(&group), ADIT_OK);
    for (int number = 0; number < 3; number++) {
        cores[number] = open(hosts[number]);
        EXPECT(adit_group_add(group, cores[number]), ADIT_OK);
        send(cores[number], 2);
    }
    const int descriptor = adit_group_fd(group);
    hosts[1].throws_at = 1;
    EXPECT(thrown_by([group] { adit_group_process(group, 0); }), was(1));
    EXPECT(is_readable(descriptor), true);
    std::thread([group] { EXPECT(adit_group_process(group, 0), 3); }).join();
    EXPECT(is_readable(descriptor), false);
    for (Host &host : hosts)
        EXPECT((host.heard == std::vector<std::string>{was(1), was(2)}), true);
    send(cores[2], 2);
    hosts[2].throws_at = 3;
    adit_core from = 0;
    char *out = nullptr;
    EXPECT(thrown_by([&] { adit_group_receive(group, 0, 0, &from, &out, nullptr); }), was(3));
    EXPECT(adit_group_process(group, 0), 1);
    EXPECT(adit_group_close(group), ADIT_OK);
    for (adit_core core : cores)
        EXPECT(close_far_below(core), ADIT_OK);
}

void given_a_core_in_a_callback_when_that_ones_throws_through_both_then_both_go_on() {
    Host inner;
    inner.throws_at = 1;
    const adit_core inner_core = open(inner);
    Host outer;
    outer.throws_at = 1;
    outer.leave = [inner_core](Host &) { adit_process(inner_core, 0); };
    const adit_core core = open(outer);
    send(core, 2);
    send(inner_core, 2);
    EXPECT(thrown_by_process(core), was(1));
    EXPECT(adit_process(inner_core, 0), 1);
    EXPECT(adit_process(core, 0), 1);
    EXPECT(close_far_below(inner_core), ADIT_OK);
    EXPECT(close_far_below(core), ADIT_OK);
    EXPECT((outer.heard == std::vector<std::string>{was(1), was(2), closed}), true);
    EXPECT((inner.heard == std::vector<std::string>{was(1), was(2), closed}), true);
}

void given_a_callback_when_it_catches_what_it_throws_then_nothing_has_happened() {
    Host host;
    host.throws_at = 1;
    adit_core core = 0;
    host.leave = [&core](Host &) {
        EXPECT(thrown_by([] { throw std::runtime_error("mine"); }), std::string("mine"));
        EXPECT(adit_process(core, 0), ADIT_EBUSY);
        EXPECT(adit_close(core, 0), ADIT_EBUSY);
    };
    core = open(host);
    send(core, 2);
    EXPECT(adit_process(core, 0), 2);
    EXPECT(adit_close(core, 0), ADIT_OK);
}

/* -- pthread_exit -- */

struct Ending {
    adit_core core = 0;
    bool closes = false;
    int destroyed = 0;
    int32_t code = 1;
};

void *process_and_end(void *context) {
    Ending &ending = *static_cast<Ending *>(context);
    struct Guard {
        Ending &ending;
        ~Guard() {
            ending.destroyed++;
            if (ending.closes)
                ending.code = adit_close(ending.core, 0);
        }
    } guard{ending};
    adit_process(ending.core, 0);
    EXPECT(std::string("adit_process returned"), std::string());
    return nullptr;
}

void given_a_callback_that_ends_its_thread_when_unwound_then_destructors_run_and_the_core_closes() {
    for (int round = 0; round < 2; round++) {
        Host host;
        host.throws_at = 2;
        host.leave = [](Host &) { pthread_exit(nullptr); };
        Ending ending;
        ending.core = open(host);
        ending.closes = round == 1;
        send(ending.core, 3);
        pthread_t thread;
        EXPECT(pthread_create(&thread, nullptr, process_and_end, &ending), 0);
        pthread_join(thread, nullptr);
        EXPECT(ending.destroyed, 1);
        EXPECT(ending.code, round == 1 ? ADIT_OK : 1);
        if (round == 0) {
            EXPECT(adit_process(ending.core, 0), 1);
            EXPECT(adit_close(ending.core, 0), ADIT_OK);
        }
        EXPECT(host.heard.size(), std::size_t(round == 0 ? 4 : 2));
        EXPECT(host.released, 1);
    }
}

} // namespace

int main() {
    given_a_callback_that_throws_when_processed_then_the_exception_is_the_callers_and_the_core_closes();
    given_a_callback_that_threw_when_processed_again_then_the_rest_is_heard_once_and_in_order();
    given_a_callback_that_throws_each_time_when_processed_then_each_message_is_heard_once();
    given_any_config_when_a_callback_throws_then_nothing_else_is_lost();
    given_a_callback_that_threw_when_other_threads_use_the_core_then_they_may();
    given_a_callback_that_threw_when_polled_then_the_descriptor_says_what_is_left();
    given_a_callback_that_throws_when_called_then_the_output_of_the_call_is_heard_next();
    given_a_callback_that_throws_when_called_behind_a_full_batch_then_the_message_is_withdrawn();
    given_a_callback_that_throws_when_closed_then_the_core_closes_at_the_next_call();
    given_a_callback_that_throws_when_closed_and_then_processed_then_the_rest_is_heard();
    given_a_release_that_throws_when_closed_then_the_core_is_gone();
    given_a_group_when_a_callback_throws_then_the_next_call_goes_on_with_that_core_and_the_others();
    given_a_core_in_a_callback_when_that_ones_throws_through_both_then_both_go_on();
    given_a_callback_when_it_catches_what_it_throws_then_nothing_has_happened();
    given_a_callback_that_ends_its_thread_when_unwound_then_destructors_run_and_the_core_closes();
    return failures == 0 ? 0 : 1;
}
