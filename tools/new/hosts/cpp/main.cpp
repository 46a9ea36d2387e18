// @name@-host MESSAGE...: sends each message, which is JSON, to the core @name@, and prints what it answers.
#include <adit.hpp>
#include <iostream>

int main(int count, char **arguments) try {
    adit::Core core("@name@", "{}", [](std::string_view message) { std::cout << message << '\n'; });
    for (int i = 1; i < count; i++)
        core.send(arguments[i]);
    core.process();
    return 0;
} catch (const adit::Error &error) {
    std::cerr << error.name() << ": " << error.what() << '\n';
    return 1;
}
