// Runs all tests: a line for each.
#include "check.hpp"

int main() {
    for (const Test &test : tests()) {
        const int before = failures;
        try {
            test.run();
        } catch (const std::exception &error) {
            std::cerr << "thrown: " << error.what() << '\n';
            failures++;
        }
        std::cout << (failures == before ? "passed " : "FAILED ") << test.name << '\n';
    }
    return failures == 0 ? 0 : 1;
}
