// Runs all tests: a line for each.
#include "check.hpp"

int main() {
    return run_tests();
}
