// adit.hpp: calls, errors, what is misused.
#include "check.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <type_traits>

using namespace std::chrono_literals;

static_assert(!std::is_copy_constructible_v<adit::Core> && std::is_nothrow_move_constructible_v<adit::Core>);
static_assert(!std::is_copy_constructible_v<adit::Group> && std::is_nothrow_move_constructible_v<adit::Group>);

namespace {

struct Thrown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace

TEST(a_message_is_answered) {
    std::vector<std::string> heard;
    adit::Core core("counter", "{}", [&](std::string_view message) { heard.emplace_back(message); });
    core.send(increment);
    CHECK_EQUAL(core.process(), 1);
    CHECK(heard == std::vector<std::string>{R"({"counter":{"response":{"wasIncremented":{"to":2}}}})"});
    CHECK_EQUAL(core.call(increment), R"([{"counter":{"response":{"wasIncremented":{"to":4}}}}])");
    CHECK(core.close());
    CHECK_EQUAL(heard.back(), R"({"@closed":{}})");
}

TEST(pull_mode) {
    adit::Core core("counter");
    core.send(increment);
    core.send(increment);
    CHECK_EQUAL(core.receive().value_or(""), R"({"counter":{"response":{"wasIncremented":{"to":2}}}})");
    CHECK_EQUAL(core.receive_all().value_or(""), R"([{"counter":{"response":{"wasIncremented":{"to":4}}}}])");
    CHECK(!core.receive());
    core.wakeup();
    CHECK(!core.receive(adit::no_limit));
}

TEST(a_core_is_moved) {
    int heard = 0;
    adit::Core first("counter", "{}", [&](std::string_view) { heard++; });
    adit::Core second(std::move(first));
    CHECK(!first.is_open());
    second.send(increment);
    CHECK_EQUAL(second.process(), 1);
    first = std::move(second);
    CHECK_EQUAL(first.call(increment), R"([{"counter":{"response":{"wasIncremented":{"to":4}}}}])");
    CHECK_EQUAL(heard, 1);
}

TEST(a_group_drives_its_cores) {
    int heard = 0;
    adit::Core one("counter", "{}", [&](std::string_view) { heard++; });
    adit::Core other("counter", "{}", [&](std::string_view) { throw Thrown("heard"); });
    adit::Core pulled("counter");
    adit::Group group;
    group.add(one);
    group.add(other);
    group.add(pulled);
    CHECK_EQUAL(code_of([&] { group.add(one); }), "EINVAL");
    CHECK(group.fd() >= 0);
    one.send(increment);
    other.send(increment);
    bool has_thrown = false;
    try {
        group.process();
    } catch (const Thrown &) {
        has_thrown = true;
    }
    CHECK(has_thrown);
    CHECK_EQUAL(heard, 1);
    pulled.send(increment);
    const auto received = group.receive();
    CHECK(received && received->first == pulled.id() && has(received->second, "wasIncremented"));
    CHECK(!group.receive());

    // callback-throws: what was received is not lost.
    other.send(increment);
    pulled.send(increment);
    has_thrown = false;
    try {
        group.receive();
    } catch (const Thrown &) {
        has_thrown = true;
    }
    CHECK(has_thrown);
    adit::Group moved = std::move(group);
    const auto kept = moved.receive();
    CHECK(kept && kept->first == pulled.id() && has(kept->second, "wasIncremented"));
    CHECK(!moved.receive());
}

TEST(a_library_tells_of_itself) {
    const adit::Library &library = adit::Library::linked();
    CHECK_EQUAL(library.version(), ADIT_VERSION);
    CHECK(has(library.catalog(), "\"counter\""));
    const std::string catalog = library.catalog("counter");
    CHECK(has(catalog, "@toCore"));
    CHECK_EQUAL(library.compare_catalogs(catalog, catalog), R"({"breaks":[],"differences":[]})");
    CHECK_EQUAL(code_of([&] { library.compare_catalogs("{", catalog); }), "EJSON");
}

TEST(a_client_submits) {
    std::vector<std::string> heard;
    adit::Core core("counter", "{}", [&](std::string_view message) { heard.emplace_back(message); });
    core.submit("web-1", increment);
    core.process();
    CHECK(heard.size() == 1 && has(heard[0], R"("@client":"web-1")"));
    CHECK_EQUAL(code_of([&] { core.submit("web-1", R"({"@get":{"path":""}})"); }), "EDENIED");
    CHECK_EQUAL(code_of([&] { core.submit("", increment); }), "EINVAL");
    CHECK_EQUAL(code_of([&] { core.submit(std::string_view("a\0b", 3), increment); }), "EINVAL");
}

// -- What is misused (bindings/conformance/README.md). --

TEST(use_after_close) {
    adit::Core core("counter");
    CHECK(core.close());
    for (const std::function<void()> &function : std::vector<std::function<void()>>{
             [&] { core.send(increment); }, [&] { core.submit("a", increment); }, [&] { core.process(); },
             [&] { core.receive(); }, [&] { core.receive_all(); }, [&] { core.call(increment); }, [&] { core.fd(); },
             [&] { core.wakeup(); }, [&] { adit::Group().add(core); }})
        CHECK_EQUAL(code_of(function), "ECORE");
}

TEST(close_twice) {
    int heard = 0;
    adit::Core core("counter", "{}", [&](std::string_view) { heard++; });
    CHECK(core.close());
    CHECK(core.close());
    CHECK_EQUAL(heard, 1);
}

TEST(dropped_core) {
    auto heard = std::make_shared<int>(0);
    adit_core id = 0;
    {
        adit::Core core("counter", "{}", [heard](std::string_view) { ++*heard; });
        id = core.id();
        core.send(increment);
    }
    CHECK_EQUAL(*heard, 0);
    CHECK_EQUAL(heard.use_count(), 1);
    CHECK_EQUAL(adit_process(id, 0), ADIT_ECORE);
}

// callback-throws: what waits is not lost, and the core is not busy for good.
TEST(a_callback_may_end_its_thread) {
    std::vector<std::string> heard;
    adit::Core core("counter", "{}", [&](std::string_view message) {
        heard.emplace_back(message);
        if (heard.size() == 1)
            pthread_exit(nullptr);
    });
    core.send(increment);
    core.send(increment);
    std::thread([&] { core.process(); }).join();
    CHECK_EQUAL(heard.size(), std::size_t(1));
    core.process();
    CHECK_EQUAL(heard.size(), std::size_t(2));
    CHECK(core.close());
    CHECK_EQUAL(heard.back(), R"({"@closed":{}})");
}

TEST(callback_throws) {
    std::vector<std::string> heard;
    adit::Core core("counter", "{}", [&](std::string_view message) {
        heard.emplace_back(message);
        if (heard.size() == 1)
            throw Thrown("the first");
    });
    core.send(increment);
    core.send(increment);
    std::string thrown;
    try {
        core.process();
    } catch (const Thrown &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "the first");
    CHECK_EQUAL(heard.size(), std::size_t(2)); // the other one was delivered
    core.send(increment);
    CHECK_EQUAL(core.process(), 1);

    // Of a call, the output is not lost.
    heard.clear();
    core.send(increment);
    thrown.clear();
    try {
        core.call(increment);
    } catch (const Thrown &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "the first");
    CHECK_EQUAL(core.interrupted_output().value_or(""), R"([{"counter":{"response":{"wasIncremented":{"to":10}}}}])");
    CHECK(!core.interrupted_output());

    // And of close, the core is closed.
    heard.clear();
    thrown.clear();
    try {
        core.close();
    } catch (const Thrown &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "the first");
    CHECK(!core.is_open());
}

TEST(callback_drives) {
    std::vector<std::string> codes;
    adit::Core *own = nullptr;
    adit::Core core("counter", "{}", [&](std::string_view message) {
        if (has(std::string(message), "@closed"))
            return;
        codes = {code_of([&] { own->process(); }), code_of([&] { own->receive(); }),
                 code_of([&] { own->call(increment); }), code_of([&] { own->close(); })};
        own->send(R"({"counter":{"request":{"increment":{"by":0}}}})");
    });
    own = &core;
    core.send(increment);
    CHECK_EQUAL(core.process(), 1);
    CHECK(codes.size() == 4 && codes[0] == "EBUSY" && codes[2] == "EBUSY" && codes[3] == "EBUSY");
    CHECK(codes.size() == 4 && (codes[1] == "EBUSY" || codes[1] == "EINVAL"));
    CHECK(core.is_open());
}

TEST(invalid_json) {
    adit::Core core("counter");
    const auto error = error_of([&] { core.send(R"({"counter":)"); });
    CHECK(error && error->code() == ADIT_EJSON && error->offset().value_or(0) == 11);
    CHECK_EQUAL(code_of([&] { core.send(""); }), "EJSON");
    CHECK_EQUAL(code_of([&] { core.send(std::string_view()); }), "EJSON");
}

TEST(invalid_message) {
    adit::Core core("counter");
    const auto error = error_of([&] { core.send(R"({"counter":{"request":{"increment":{"by":1.5}}}})"); });
    CHECK(error && error->code() == ADIT_EMESSAGE && has(error->what(), "counter.request.increment.by"));
}

TEST(invalid_utf8) {
    adit::Core core("todo");
    const auto error = error_of([&] { core.send("{\"todo\":{\"request\":{\"delete\":{\"id\":\"\xff\xfe\"}}}}"); });
    CHECK(error && error->code() == ADIT_EJSON && error->offset());
    CHECK_EQUAL(code_of([&] { core.send(std::string("{\"a\":\"\xC3")); }), "EJSON");
}

TEST(embedded_nul) {
    adit::Core core("todo");
    const std::string output = core.call(R"({"todo":{"request":{"add":{"item":{"text":"a\u0000b"}}}}})");
    CHECK(has(output, R"("text":"a\u0000b")"));
    const auto error = error_of([&] { core.send(std::string_view("{}\0{}", 5)); });
    CHECK(error && error->code() == ADIT_EJSON);
    CHECK_EQUAL(code_of([] { adit::Core other(std::string_view("counter\0x", 9)); }), "EINVAL");
}

TEST(unknown_app) {
    const auto error = error_of([] { adit::Core core("kounter"); });
    CHECK(error && error->code() == ADIT_EAPP && has(error->what(), "kounter"));
    CHECK_EQUAL(code_of([] { adit::Library::linked().catalog("kounter"); }), "EAPP");
}

TEST(bad_config) {
    CHECK_EQUAL(code_of([] { adit::Core core("counter", R"({"echoo":true})"); }), "ECONFIG");
    CHECK_EQUAL(code_of([] { adit::Core core("counter", "{"); }), "EJSON");
    auto held = std::make_shared<int>(0);
    CHECK_EQUAL(code_of([&] { adit::Core core("counter", "[]", [held](std::string_view) {}); }), "ECONFIG");
    CHECK_EQUAL(held.use_count(), 1);
}

TEST(wrong_argument) {
    const auto error = error_of([] { adit::Library library(""); });
    CHECK(error && has(error->what(), "found \"\" as the path of a library; the path of a file is expected"));
}

TEST(wrong_library) {
    const auto error = error_of([] { adit::Library library("libm.so.6"); });
    CHECK(error && error->code() == ADIT_EINVAL && has(error->what(), "libm.so.6 is no Adit library"));
}

TEST(missing_library) {
    const auto error = error_of([] { adit::Library library("/nowhere/libadit.so"); });
    CHECK(error && error->code() == ADIT_EINVAL &&
          has(error->what(), "looked for at /nowhere/libadit.so. Give the path of an Adit library"));
    const auto name = error_of([] { adit::Library library("libnowhere.so"); });
    CHECK(name && name->code() == ADIT_EINVAL && has(name->what(), "no such library in LD_LIBRARY_PATH (") &&
          has(name->what(), "such as ./libnowhere.so"));
}

TEST(two_drivers) {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_within = false, may_leave = false;
    adit::Core core("counter", "{}", [&](std::string_view) {
        std::unique_lock<std::mutex> lock(mutex);
        is_within = true;
        changed.notify_all();
        changed.wait(lock, [&] { return may_leave; });
    });
    core.send(increment);
    std::thread driver([&] { core.process(); });
    {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return is_within; });
    }
    CHECK_EQUAL(code_of([&] { core.process(); }), "EBUSY");
    CHECK_EQUAL(code_of([&] { core.close(0ms); }), "EBUSY");
    CHECK(core.is_open());
    {
        const std::lock_guard<std::mutex> lock(mutex);
        may_leave = true;
        changed.notify_all();
    }
    driver.join();
    core.send(increment);
    CHECK_EQUAL(core.process(), 1);
}

TEST(many_senders) {
    std::atomic<int> heard{0};
    adit::Core core("counter", "{}", [&](std::string_view) { heard++; });
    std::vector<std::thread> senders;
    for (int i = 0; i < 8; i++)
        senders.emplace_back([&] {
            for (int j = 0; j < 1000; j++)
                core.send(R"({"counter":{"request":{"increment":{"by":1}}}})");
        });
    while (heard < 8000)
        core.process(adit::no_limit);
    for (std::thread &sender : senders)
        sender.join();
    CHECK_EQUAL(core.call(R"({"@get":{"path":"/value"}})"),
                R"([{"@value":{"path":"/value","revision":8000,"value":8000}}])");
}

TEST(big_message) {
    const std::string text(1 << 20, 'x');
    adit::Core core("todo");
    const std::string output = core.call(R"({"todo":{"request":{"add":{"item":{"text":")" + text + "\"}}}}}");
    CHECK(has(output, text));
    adit::Core small("todo", R"({"limits":{"message":1000}})");
    CHECK_EQUAL(code_of([&] { small.send(R"({"todo":{"request":{"add":{"item":{"text":")" + text + "\"}}}}}"); }),
                "ESIZE");
}
