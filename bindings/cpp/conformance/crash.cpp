// What a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash.
#include <adit_nlohmann.hpp>

#include <future>
#include <iostream>
#include <string>

using adit::json;

static void say(const std::string &line) {
    std::cout << line << std::endl;
}

static std::future<json> request(adit::JsonCore &core, const char *name, const json &body) {
    return core.request({{"todo", {{"request", {{name, body}}}}}});
}

static void drive(adit::JsonCore &core, const std::function<bool()> &is_done) {
    while (!is_done())
        core.process(adit::no_limit);
}

static bool is_ready(const std::future<json> &future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

static void add(adit::JsonCore &core, const std::string &text) {
    auto answer = request(core, "add", {{"item", {{"text", text}}}});
    drive(core, [&] { return is_ready(answer); });
    say("added " + answer.get()["todo"]["response"]["wasAdded"]["text"].get<std::string>());
}

static void expect_failure(adit::JsonCore &core) {
    auto answer = request(core, "import", {{"from", "x"}});
    drive(core, [&] { return is_ready(answer); });
    try {
        answer.get();
    } catch (const adit::Error &error) {
        say(std::string("failed ") + error.name());
    }
}

int main(int, char **arguments) {
    adit::Host host;
    host.gateways["lists"] = [](const json &, adit::Reply reply) {
        say("called lists");
        reply.on_cancel([reply]() mutable {
            say("cancelled lists");
            reply.result({{"texts", {"late"}}});
        });
    };
    adit::JsonCore core(adit::Library(arguments[1]), "todo", std::move(host));
    int zeros = 0;
    const auto count = core.follow("/view/openCount", [&](const adit::Mirror &mirror) {
        say("count " + mirror.value().dump());
        zeros += mirror.value() == 0;
    });
    add(core, "Milk");
    expect_failure(core);
    drive(core, [&] { return zeros == 2; }); // it has begun anew
    add(core, "Tea");
    expect_failure(core);
    core.close();
    say("closed");
}
