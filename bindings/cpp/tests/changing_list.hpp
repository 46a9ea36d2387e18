// The list of todo, which changes at random: for the tests of models.
#ifndef ADIT_CPP_CHANGING_LIST_HPP
#define ADIT_CPP_CHANGING_LIST_HPP

#include "check.hpp"

#include <adit_list.hpp>

#include <random>
#include <string>
#include <vector>

/* How often a list changes. */
inline int changes = 5000;

/* Reads that from the words of a command line. */
inline void read_changes(int count, char **words) {
    if (count > 1)
        changes = std::stoi(words[1]);
}

struct ChangingList {
    adit::JsonCore core{"todo"};
    std::mt19937 random{7};
    std::vector<std::string> ids{};

    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    }

    /* Sends a request, and returns the response. */
    adit::json ask(const std::string &request, const adit::json &body) {
        for (const adit::json &message : core.call({{"todo", {{"request", {{request, body}}}}}}))
            if (message.contains("todo"))
                return message["todo"]["response"];
        return {};
    }

    void add(const std::string &text) {
        ids.push_back(ask("add", {{"item", {{"text", text}}}})["wasAdded"]["id"].get<std::string>());
    }

    void change(int number) {
        if (ids.empty() || (below(2) == 0 && ids.size() < 300))
            return add("item " + std::to_string(number));
        const std::size_t place = below(ids.size());
        const std::string id = ids[place];
        switch (below(4)) {
        case 0:
            ask("delete", {{"id", id}});
            ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(place));
            break;
        case 1:
            ask("check", {{"id", id}});
            break;
        case 2:
            ask("uncheck", {{"id", id}});
            break;
        default:
            ask("edit", {{"id", id}, {"text", "text " + std::to_string(number)}});
        }
    }

    /* Changes the list as often, and calls a function now and then, at which a view may look; stops at the first failure. Of many
     * changes it says how many there were. */
    template <typename Look> void change_at_random(const std::string &path, Look look) {
        for (int number = 0; number < changes && failures == 0; number++) {
            change(number);
            if (number % 50 == 49)
                look(texts(path));
            if (number % 50000 == 49999)
                std::cout << number + 1 << " changes of " << path << std::endl;
        }
    }

    /* The texts of a list, by the core itself. */
    std::vector<std::string> texts(const std::string &path) {
        const adit::json value = core.call({{"@get", {{"path", path}}}})[0]["@value"]["value"];
        std::vector<std::string> texts;
        for (const adit::json &id : value["ids"])
            texts.push_back(value["entities"][id.get<std::string>()]["text"].get<std::string>());
        return texts;
    }

    /* Of a list of so many rows, the first of twenty that a view shows. */
    std::size_t first_shown(std::size_t count) {
        return count < 20 ? 0 : below(count - 19);
    }
};

#endif
