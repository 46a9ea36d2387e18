// A driver of the conformance suite (bindings/conformance/README.md) on adit.hpp: driver LIBRARY
#include <adit.hpp>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <string>
#include <vector>

using nlohmann::json;

namespace {

std::vector<std::string> heard;

bool is_ready(const adit::Core &core) {
    pollfd descriptor{core.fd(), POLLIN, 0};
    return ::poll(&descriptor, 1, 0) > 0 && (descriptor.revents & POLLIN) != 0;
}

json error_of(const adit::Error &error) {
    const auto offset = error.offset();
    return {{"code", error.code()}, {"offset", offset ? json(*offset) : json(nullptr)}, {"text", error.what()}};
}

class Driver {
  public:
    explicit Driver(const std::string &path) : library_(path) {}

    json answer(const std::string &request, const json &arguments) {
        heard.clear();
        json answer = json::object();
        try {
            run(request, arguments, answer);
        } catch (const adit::Error &error) {
            answer["error"] = error_of(error);
        }
        if (request == "process" || request == "call" || request == "close")
            answer["messages"] = heard;
        return answer;
    }

  private:
    adit::Core &core(const json &arguments) {
        return cores_.at(arguments.at("core").get<int>());
    }

    void run(const std::string &request, const json &arguments, json &answer) {
        const std::chrono::milliseconds timeout(arguments.value("timeout", 0));
        const std::string text = arguments.value("text", "");
        if (request == "catalog") {
            const json &app = arguments.at("app");
            answer["out"] = app.is_null() ? library_.catalog() : library_.catalog(app.get<std::string>());
        } else if (request == "open") {
            const json &config = arguments.at("config");
            adit::Core opened(library_, arguments.at("app").get<std::string>(),
                              config.is_null() ? "{}" : config.get<std::string>(),
                              [](std::string_view message) { heard.emplace_back(message); });
            cores_.emplace(++last_, std::move(opened));
            answer["core"] = last_;
        } else if (request == "send") {
            if (arguments.contains("client") && arguments["client"].is_string())
                core(arguments).submit(arguments["client"].get<std::string>(), text);
            else
                core(arguments).send(text);
        } else if (request == "process") {
            core(arguments).process(timeout);
            answer["ready"] = is_ready(core(arguments));
        } else if (request == "call") {
            answer["out"] = core(arguments).call(text, timeout);
            answer["ready"] = is_ready(core(arguments));
        } else if (request == "wakeup") {
            core(arguments).wakeup();
        } else if (request == "close") {
            if (!core(arguments).close(timeout))
                throw adit::Error(ADIT_ETIMEDOUT, "an effect ignored its cancellation");
        } else {
            throw adit::Error(ADIT_EINVAL, "found the request " + request);
        }
    }

    adit::Library library_;
    std::map<int, adit::Core> cores_{};
    int last_ = 0;
};

} // namespace

int main(int count, char **arguments) try {
    if (count != 2) {
        std::cerr << "usage: " << arguments[0] << " LIBRARY\n";
        return 2;
    }
    Driver driver(arguments[1]);
    for (std::string line; std::getline(std::cin, line);) {
        const json request = json::parse(line);
        std::cout << driver.answer(request.begin().key(), request.begin().value()).dump() << std::endl;
    }
    return 0;
} catch (const std::exception &error) {
    std::cerr << "driver: " << error.what() << '\n';
    return 1;
}
