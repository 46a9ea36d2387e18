// A test is a function with a name; what it expects is said by CHECK. The names of all that failed are printed.
#ifndef ADIT_CPP_CHECK_HPP
#define ADIT_CPP_CHECK_HPP

#include <adit.hpp>

#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

struct Test {
    const char *name;
    void (*run)();
};

inline std::vector<Test> &tests() {
    static std::vector<Test> all;
    return all;
}

inline int failures = 0;

struct Added {
    Added(const char *name, void (*run)()) {
        tests().push_back({name, run});
    }
};

#define TEST(name)                                                                                                     \
    static void test_##name();                                                                                         \
    static const Added added_##name(#name, test_##name);                                                               \
    static void test_##name()

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::cerr << __FILE__ << ':' << __LINE__ << ": " #condition "\n";                                          \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (false)

#define CHECK_EQUAL(found, expected)                                                                                   \
    do {                                                                                                               \
        const auto found_ = (found);                                                                                   \
        const decltype(found_) expected_ = (expected);                                                                 \
        if (!(found_ == expected_)) {                                                                                  \
            std::cerr << __FILE__ << ':' << __LINE__ << ": " #found " is " << found_ << ", expected " << expected_     \
                      << '\n';                                                                                         \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (false)

/* Runs all tests: a line for each. Returns the status of the program. */
inline int run_tests() {
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

/* The error that a function throws. */
inline std::optional<adit::Error> error_of(const std::function<void()> &function) {
    try {
        function();
        return std::nullopt;
    } catch (const adit::Error &error) {
        return error;
    }
}

/* The name of the code that a function throws; "" if it throws none. */
inline std::string code_of(const std::function<void()> &function) {
    const auto error = error_of(function);
    return error ? error->name() : "";
}

inline bool has(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
}

inline const std::string increment = R"({"counter":{"request":{"increment":{"by":2}}}})";

#endif
