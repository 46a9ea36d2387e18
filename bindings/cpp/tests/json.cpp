// adit_nlohmann.hpp: requests, gateways, mirrors.
#include "check.hpp"

#include <adit_nlohmann.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <poll.h>
#include <thread>

using adit::json;
using namespace std::chrono_literals;

namespace {

json add(const std::string &text) {
    return {{"todo", {{"request", {{"add", {{"item", {{"text", text}}}}}}}}}};
}
json import(const std::string &list) {
    return {{"todo", {{"request", {{"import", {{"from", list}}}}}}}};
}

bool is_ready(const std::future<json> &future) {
    return future.wait_for(0s) == std::future_status::ready;
}

adit::Host serving(const std::string &name, adit::Gateway gateway, std::vector<json> *heard = nullptr) {
    adit::Host host;
    host.gateways[name] = std::move(gateway);
    if (heard != nullptr)
        host.on_message = [heard](const json &message) { heard->push_back(message); };
    return host;
}

} // namespace

TEST(a_request_is_answered) {
    adit::JsonCore core("todo");
    std::future<json> added = core.request(add("Tea"));
    std::future<json> state = core.request({{"@get", {{"path", "/openCount"}}}});
    std::future<json> value = core.request({{"@get", {{"path", "/view/openCount"}}}});
    CHECK(!is_ready(added));
    core.process();
    CHECK_EQUAL(added.get()["todo"]["response"]["wasAdded"]["text"], json("Tea"));
    const auto error = error_of([&] { state.get(); });
    CHECK(error && error->code() == ADIT_EMESSAGE && has(error->what(), "openCount"));
    CHECK_EQUAL(value.get()["@value"]["value"], json(1));
    CHECK_EQUAL(code_of([&] { core.request({{"toodo", 1}}); }), "EMESSAGE");
    CHECK_EQUAL(code_of([&] { core.request({{"todo", 1}, {"@id", 7}}); }), "EINVAL");
}

TEST(other_messages_are_received) {
    std::vector<json> heard;
    adit::Host host;
    host.on_message = [&](const json &message) { heard.push_back(message); };
    host.config = {{"delivery", "batches"}};
    adit::JsonCore core("counter", std::move(host));
    for (int i = 0; i < 3; i++)
        core.send({{"counter", {{"request", {{"increment", {{"by", 1}}}}}}}});
    core.process();
    CHECK_EQUAL(heard.size(), std::size_t(3));
    CHECK_EQUAL(
        core.call({{"counter",
                    {{"request", {{"increment", {{"by", 1}}}}}}}})[0]["counter"]["response"]["wasIncremented"]["to"],
        json(4));
}

TEST(a_gateway_answers_at_once_and_later) {
    std::vector<json> heard;
    std::vector<std::thread> threads;
    adit::JsonCore core("todo", serving(
                                    "lists",
                                    [&](const json &request, adit::Reply reply) {
                                        const std::string list = request["fetch"]["list"];
                                        if (list == "now")
                                            return reply.result({{"texts", {"A"}}});
                                        threads.emplace_back([reply]() mutable { reply.result({{"texts", {"B"}}}); });
                                    },
                                    &heard));
    core.send(import("now"));
    core.send(import("later"));
    while (heard.size() < 2)
        core.process(adit::no_limit);
    for (std::thread &thread : threads)
        thread.join();
    CHECK_EQUAL(heard[0]["todo"]["response"]["wereImported"][0]["text"], json("A"));
    CHECK_EQUAL(heard[1]["todo"]["response"]["wereImported"][0]["text"], json("B"));
}

TEST(a_reply_waits_until_a_full_queue_has_room) {
    std::vector<json> heard;
    std::string code;
    adit::JsonCore *open = nullptr;
    adit::Host host = serving(
        "lists",
        [&](const json &, adit::Reply reply) {
            while (code.empty())
                code = code_of([&] { open->send(add("x")); });
            reply.result({{"texts", {"A"}}});
        },
        &heard);
    host.config = {{"limits", {{"queue", 2}}}};
    adit::JsonCore core("todo", std::move(host));
    open = &core;
    const std::future<json> imported = core.request(import("groceries"));
    core.settle();
    CHECK_EQUAL(code, "EFULL");
    CHECK(is_ready(imported));
}

TEST(a_gateway_that_expects_no_reply) {
    int shown = 0;
    adit::Host host = serving("review", [&](const json &, adit::Reply reply) {
        shown++;
        reply.result(json::object()); // does nothing
    });
    host.config = {{"clock", "virtual"}};
    adit::JsonCore core("todo", std::move(host));
    for (const char *text : {"a", "b", "c"}) // the app asks for a review once there are three items
        core.send(add(text));
    core.call({{"@advance", {{"by", 6000}}}});
    core.settle();
    CHECK_EQUAL(shown, 1);
    CHECK_EQUAL(core.call({{"@stats", json::object()}})[0]["@stats"]["ignoredReplies"], json(0));
}

TEST(gateway_throws) {
    std::vector<json> heard;
    std::string reported;
    adit::Host host =
        serving("lists", [](const json &, adit::Reply) { throw std::runtime_error("no such list"); }, &heard);
    host.on_error = [&](const std::string &gateway, const std::string &text) { reported = gateway + ": " + text; };
    adit::JsonCore core("todo", std::move(host));
    core.send(import("a"));
    core.settle();
    CHECK_EQUAL(reported, "lists: no such list"); // the host sees it as well
    CHECK(heard.size() == 1 && has(heard[0].dump(), "no such list") && has(heard[0].dump(), "wereNotImported"));
}

TEST(refused_reply) {
    for (const json &result : {json({{"texts", {std::nan("")}}}), json({{"texts", {"\xff"}}}),
                               json({{"texts", {std::string(10000, 'x')}}})}) {
        std::vector<json> heard;
        adit::Host host = serving("lists", [&](const json &, adit::Reply reply) { reply.result(result); }, &heard);
        host.config = {{"limits", {{"message", 5000}}}};
        host.on_error = [](const std::string &, const std::string &) {};
        adit::JsonCore core("todo", std::move(host));
        core.send(import("a"));
        core.settle();
        CHECK(heard.size() == 1 && has(heard[0].dump(), "wereNotImported"));
    }
}

TEST(an_exception_that_is_not_utf8_is_an_error) {
    std::vector<json> heard;
    const adit::Gateway lists = [](const json &, const adit::Reply &) { throw std::runtime_error("caf\xe9"); };
    adit::Host host = serving("lists", lists, &heard);
    host.on_error = [](const std::string &, const std::string &) {};
    adit::JsonCore core("todo", std::move(host));
    core.send(import("a"));
    core.settle();
    CHECK(heard.size() == 1 && has(heard[0].dump(), "the gateway failed"));
}

TEST(refused_reply_that_waited) {
    adit::JsonCore *open = nullptr;
    adit::Host host = serving("lists", [&](const json &request, adit::Reply reply) {
        if (request["fetch"]["list"] != "big")
            return reply.result({{"texts", {"A"}}});
        while (code_of([&] { open->send(add("x")); }) != "EFULL") {
        }
        reply.result({{"texts", {std::string(10000, 'x')}}});
    });
    host.config = {{"limits", {{"queue", 2}, {"message", 5000}}}};
    adit::JsonCore core("todo", std::move(host));
    open = &core;
    std::future<json> refused = core.request(import("big"));
    core.settle();
    CHECK(is_ready(refused) && has(refused.get().dump(), "5000"));
    std::future<json> imported = core.request(import("a"));
    core.settle();
    CHECK(is_ready(imported));
}

TEST(a_cancellation_that_throws_does_not_keep_the_others) {
    int cancelled = 0;
    adit::JsonCore core("todo", serving("lists", [&](const json &, adit::Reply reply) {
                            reply.on_cancel([&] {
                                cancelled++;
                                throw std::logic_error("mine");
                            });
                        }));
    core.send(import("a"));
    core.send(import("b"));
    core.process();
    std::string thrown;
    try {
        core.close();
    } catch (const std::logic_error &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "mine");
    CHECK_EQUAL(cancelled, 2);
}

/* A client may know how the binding names requests and mirrors. */
TEST(client_names) {
    std::vector<json> heard;
    adit::Host host;
    host.config = {{"clients", {"@subscribe"}}};
    host.on_message = [&](const json &message) { heard.push_back(message); };
    adit::JsonCore core("counter", std::move(host));
    const auto value = core.follow("/value");
    core.process();
    const json one = {{"counter", {{"request", {{"increment", {{"by", 1}}}}}}}};
    json forged = one;
    forged["@id"] = "adit.hpp-2";
    core.core().submit("mallory", forged.dump());
    core.core().submit("mallory", R"({"@subscribe":{"subscription":"adit.hpp-1","path":"/value"}})");
    std::future<json> counted = core.request(one);
    core.process();
    CHECK_EQUAL(counted.get()["counter"]["response"]["wasIncremented"]["to"], json(2));
    CHECK_EQUAL(value->value(), json(2));
    CHECK(heard.size() >= 2);
    for (const json &message : heard)
        CHECK_EQUAL(message["@client"], json("mallory"));
}

TEST(progress_is_no_answer) {
    std::string folder = "/tmp/adit-cpp-XXXXXX";
    CHECK(::mkdtemp(folder.data()) != nullptr);
    bool has_progress = false;
    json texts = json::array();
    for (int i = 0; i < 20000; i++)
        texts.push_back("Item " + std::to_string(i));
    adit::Host host = serving("lists", [&](const json &, adit::Reply reply) { reply.result({{"texts", texts}}); });
    host.config = {{"files", {{"folder", folder}}}};
    host.on_message = [&](const json &message) { has_progress = has_progress || message.contains("@progress"); };
    adit::JsonCore core("todo", std::move(host));
    core.send(import("a"));
    core.settle();
    std::future<json> exported = core.request({{"@export", {{"path", "todo.json"}}}});
    while (!is_ready(exported))
        core.process(adit::no_limit);
    CHECK(exported.get().contains("@exported"));
    CHECK(has_progress);
    ::unlink((folder + "/todo.json").c_str());
    ::rmdir(folder.c_str());
}

TEST(gateway_cancelled) {
    std::vector<json> heard;
    std::vector<adit::Reply> replies;
    int cancelled = 0;
    adit::JsonCore core("todo", serving(
                                    "lists",
                                    [&](const json &, adit::Reply reply) {
                                        reply.on_cancel([&] { cancelled++; });
                                        replies.push_back(reply);
                                    },
                                    &heard));
    core.send(import("a"));
    core.process();
    CHECK(replies.size() == 1 && !replies[0].is_cancelled());
    core.send({{"todo", {{"request", {{"cancelImport", {{"from", "a"}}}}}}}});
    core.process();
    CHECK(replies[0].is_cancelled());
    CHECK_EQUAL(cancelled, 1);
    heard.clear();
    replies[0].result({{"texts", {"late"}}});
    core.settle();
    CHECK(heard.empty());
    CHECK_EQUAL(core.call({{"@stats", json::object()}})[0]["@stats"]["ignoredReplies"], json(0));
    bool is_called = false;
    replies[0].on_cancel([&] { is_called = true; });
    CHECK(is_called);
}

TEST(close_pending) {
    std::vector<adit::Reply> replies;
    adit::JsonCore core("todo", serving("lists", [&](const json &, adit::Reply reply) { replies.push_back(reply); }));
    json message = import("a");
    std::future<json> imported = core.request(message);
    core.process();
    std::future<json> unhandled = core.request(add("Tea"));
    CHECK(core.close());
    CHECK(is_ready(imported) && is_ready(unhandled));
    CHECK_EQUAL(code_of([&] { imported.get(); }), "ECLOSED");
    CHECK_EQUAL(code_of([&] { unhandled.get(); }), "ECLOSED");
    CHECK(replies.size() == 1 && replies[0].is_cancelled());
    replies[0].result({{"texts", {"late"}}});
    CHECK_EQUAL(code_of([&] { core.request(add("Tea")); }), "ECORE");
}

TEST(dropped_json_core) {
    std::future<json> pending;
    std::vector<adit::Reply> replies;
    int heard = 0;
    {
        adit::Host host = serving("lists", [&](const json &, adit::Reply reply) { replies.push_back(reply); });
        host.on_message = [&](const json &) { heard++; };
        adit::JsonCore core("todo", std::move(host));
        core.send(import("a"));
        core.process();
        pending = core.request(add("Tea"));
    }
    CHECK_EQUAL(heard, 0);
    CHECK_EQUAL(code_of([&] { pending.get(); }), "ECLOSED");
    CHECK(replies.size() == 1 && replies[0].is_cancelled());
    replies[0].result({{"texts", {"late"}}}); // of a core that is gone
}

TEST(callback_throws_in_json) {
    adit::Host host;
    host.on_message = [](const json &) { throw std::logic_error("mine"); };
    adit::JsonCore core("counter", std::move(host));
    core.send({{"counter", {{"request", {{"increment", {{"by", 1}}}}}}}});
    std::string thrown;
    try {
        core.process();
    } catch (const std::logic_error &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "mine");
    CHECK_EQUAL(core.call({{"@get", {{"path", "/value"}}}})[0]["@value"]["value"], json(1));
}

TEST(a_cancellation_that_throws_in_a_call_does_not_keep_the_rest_of_its_output) {
    std::vector<json> heard;
    adit::JsonCore core("todo", serving("lists",
                                        [&](const json &, adit::Reply reply) {
                                            reply.on_cancel([] { throw std::logic_error("mine"); });
                                        },
                                        &heard));
    core.send(import("a"));
    core.process();
    std::string thrown;
    try {
        core.call({{"todo", {{"request", {{"cancelImport", {{"from", "a"}}}}}}}});
    } catch (const std::logic_error &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "mine");
    CHECK_EQUAL(heard.size(), std::size_t(1));
    CHECK_EQUAL(heard[0]["todo"]["response"]["importWasCancelled"]["from"], json("a"));
}

TEST(callback_throws_in_a_batch_and_in_a_call) {
    std::vector<std::string> heard;
    adit::Host host = serving("lists", [&](const json &, const adit::Reply &) { heard.push_back("lists"); });
    host.config = {{"delivery", "batches"}};
    host.on_message = [&](const json &message) {
        const json &response = message.contains("todo") ? message["todo"]["response"] : message;
        heard.push_back(response.begin().key());
        if (heard.size() == 1)
            throw std::logic_error("mine");
    };
    adit::JsonCore core("todo", std::move(host));
    for (const char *text : {"a", "b"})
        core.send({{"todo", {{"request", {{"add", {{"item", {{"text", text}}}}}}}}}});
    std::string thrown;
    try {
        core.call(import("a"));
    } catch (const std::logic_error &error) {
        thrown = error.what();
    }
    CHECK_EQUAL(thrown, "mine");
    CHECK_EQUAL(std::count(heard.begin(), heard.end(), "wasAdded"), 2);
    CHECK_EQUAL(std::count(heard.begin(), heard.end(), "lists"), 1);
}

TEST(a_mirror_follows) {
    adit::JsonCore core("todo");
    int changes = 0;
    const auto items = core.follow("/items", [&](const adit::Mirror &) { changes++; });
    const auto count = core.follow("/view/openCount");
    CHECK(!items->has_value());
    CHECK_EQUAL(items->revision(), -1);
    core.process();
    CHECK_EQUAL(items->value()["ids"], json::array());
    std::vector<std::string> ids;
    for (const char *text : {"a", "b", "c"})
        ids.push_back(core.call(add(text))[0]["todo"]["response"]["wasAdded"]["id"]);
    core.call({{"todo", {{"request", {{"check", {{"id", ids[1]}}}}}}}});
    core.call({{"todo", {{"request", {{"delete", {{"id", ids[0]}}}}}}}});
    core.process();
    CHECK(changes >= 2);
    const json expected = core.call({{"@get", {{"path", "/items"}}}})[0]["@value"];
    CHECK_EQUAL(items->value(), expected["value"]);
    CHECK_EQUAL(items->revision(), expected["revision"].get<std::int64_t>());
    CHECK_EQUAL(count->value(), json(1));

    const json before = items->value();
    core.unfollow(items);
    core.call(add("d"));
    core.process();
    CHECK_EQUAL(items->value(), before);
    CHECK_EQUAL(count->value(), json(2));
}

TEST(a_mirror_of_a_window_moves) {
    adit::JsonCore core("todo");
    for (int i = 0; i < 10; i++)
        core.send(add(std::to_string(i)));
    const auto rows = core.follow("/items", {}, {{"from", 0}, {"limit", 3}});
    core.process();
    CHECK_EQUAL(rows->value()["ids"].size(), std::size_t(3));
    CHECK_EQUAL(rows->count(), 10);
    core.move(rows, {{"from", 8}});
    core.process();
    CHECK_EQUAL(rows->value()["ids"].size(), std::size_t(2));
    core.send(add("10"));
    core.process();
    CHECK_EQUAL(rows->value()["ids"].size(), std::size_t(3));
    CHECK_EQUAL(rows->count(), 11);
}

TEST(a_mirror_of_no_path_has_an_error) {
    adit::JsonCore core("todo");
    int changes = 0;
    const auto mirror = core.follow("/itms", [&](const adit::Mirror &) { changes++; });
    core.process();
    CHECK(has(mirror->error(), "did you mean \"items\""));
    CHECK_EQUAL(changes, 1);
}

TEST(a_mirror_that_lost_a_patch_is_subscribed_anew) {
    for (const char *text :
         {R"({"@patch":{"subscription":"adit.hpp-1","from":7,"revision":9,"ops":[]}})",
          R"({"@patch":{"subscription":"adit.hpp-1","from":0,"revision":1,"ops":[{"op":"remove","path":"/9"}]}})",
          R"({"@value":{"subscription":"adit.hpp-1","path":"/tags","revision":0,"value":1}})"}) {
        // A core's messages are in order, so the session is told of what no core says.
        const auto session = std::make_shared<adit::detail::Session>();
        session->core.emplace("todo", "{}",
                              [held = session.get()](std::string_view message) { held->hear_text(message); });
        adit::JsonCore core(session);
        const auto ids = core.follow("/items/ids");
        core.process();
        CHECK_EQUAL(ids->revision(), 0);
        session->hear_text(text);
        CHECK_EQUAL(ids->value(), json::array());
        core.send(add("a"));
        core.process();
        CHECK_EQUAL(ids->value().size(), std::size_t(1));
        CHECK_EQUAL(ids->revision(), 1);
    }
}

TEST(the_descriptor_drives_a_core) {
    std::vector<json> heard;
    adit::JsonCore core(
        "todo", serving("lists", [](const json &, adit::Reply reply) { reply.result({{"texts", {"A"}}}); }, &heard));
    pollfd descriptor{core.core().fd(), POLLIN, 0};
    CHECK_EQUAL(::poll(&descriptor, 1, 0), 0);
    core.send(import("a"));
    while (heard.empty() && ::poll(&descriptor, 1, 10000) == 1)
        core.process();
    CHECK_EQUAL(heard.size(), std::size_t(1));
    CHECK_EQUAL(::poll(&descriptor, 1, 0), 0);
}

TEST(wrong_argument_in_json) {
    adit::JsonCore core("counter");
    const auto refused = [&](const json &message) -> std::string {
        try {
            core.request(message);
        } catch (const adit::Error &error) {
            return std::string(error.name()) + ": " + error.what();
        }
        return "accepted";
    };
    CHECK_EQUAL(refused(5), "EINVAL: found 5; an object is expected as a request");
    CHECK_EQUAL(refused({{"@id", 1}}), "EINVAL: found an @id in a request; a message without one is expected");
    CHECK_EQUAL(refused({{"a", std::nan("")}}), "EJSON: found the number nan, which JSON does not have");
    const auto opened = [](adit::Host host) -> std::string {
        try {
            adit::JsonCore todo("todo", std::move(host));
        } catch (const adit::Error &error) {
            return std::string(error.name()) + ": " + error.what();
        }
        return "opened";
    };
    CHECK_EQUAL(opened(serving("lists", nullptr)), "EINVAL: found an empty function for the gateway lists");
    adit::Host host = serving("lists", [](const json &, const adit::Reply &) {});
    host.config = 5;
    CHECK_EQUAL(opened(std::move(host)), "ECONFIG: found 5 as the config; an object is expected");
}

TEST(invalid_utf8_in_json) {
    adit::JsonCore core("todo");
    CHECK_EQUAL(code_of([&] { core.send(add("\xff")); }), "EJSON");
    const std::string nul("a\0b", 3);
    CHECK_EQUAL(core.call(add(nul))[0]["todo"]["response"]["wasAdded"]["text"].get<std::string>(), nul);
}
