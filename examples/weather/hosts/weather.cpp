// A host of the app weather: shows the forecast of a city. weather SERVER CITY FOLDER
#include <adit.hpp>
#include <iostream>

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    const std::string server = argv[1], city = argv[2], folder = argv[3];
    bool is_answered = false;
    const adit::Library library("libadit_weather-gateways.so");
    adit::Core core(library, "weather",
                    R"({"serve":{"http":{"allow":[")" + server + R"("],"addresses":["127.0.0.0/8"]},"keyValue":{"path":")" +
                        folder + R"(/values"}}})",
                    [&](std::string_view message) {
                        if (is_answered || message.find("\"weather\"") == message.npos)
                            return;
                        std::cout << message << '\n';
                        is_answered = true;
                    });
    core.send(R"({"weather":{"request":{"use":{"server":")" + server + R"("}}}})");
    core.send(R"({"weather":{"request":{"show":{"city":")" + city + R"("}}}})");
    while (!is_answered)
        core.process(std::chrono::milliseconds(-1));
}
