// The program of README.md in C++.
#include <adit.hpp>
#include <iostream>

int main() {
    adit::Core core("counter", "{}", [](std::string_view message) {
        if (message != R"({"@closed":{}})")
            std::cout << message << '\n';
    });
    core.send(R"({"counter":{"request":{"increment":{"by":2}}}})");
    core.process();
    return core.close() ? 0 : 1;
}
