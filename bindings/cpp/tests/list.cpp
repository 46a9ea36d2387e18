// Windows of lists: their changes, made by another program of a list, lead to the same list.
#include "check.hpp"

#include <adit_list.hpp>

#include <random>

using adit::json;
using adit::ListWindow;
using adit::RowChange;

namespace {

/* A list as a core has it. */
struct List {
    std::vector<std::pair<std::string, int>> rows{};
    int last = 0;
    std::mt19937 random{};

    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    }

    void change() {
        const std::size_t place = below(rows.size() + 1);
        const auto at = rows.begin() + static_cast<std::ptrdiff_t>(place);
        switch (below(rows.size() > 300 ? 8 : 6)) {
        case 0:
        case 1:
        case 2:
            rows.insert(at, {"id" + std::to_string(last++), 0});
            break;
        case 3:
            for (auto &row : rows)
                if (below(10) == 0)
                    row.second++;
            break;
        case 4:
            if (at != rows.end())
                std::rotate(at, at + 1, rows.begin() + static_cast<std::ptrdiff_t>(std::max(place + 1, below(rows.size()))));
            break;
        default:
            if (at != rows.end())
                rows.erase(at, at + static_cast<std::ptrdiff_t>(std::min(1 + below(5), rows.size() - place)));
        }
    }

    /* The value of a window of it, as a table or as an array. */
    json window(std::size_t first, std::size_t limit, bool is_table) const {
        json ids = json::array(), entities = json::object(), array = json::array();
        for (std::size_t index = first; index < std::min(first + limit, rows.size()); index++) {
            const json row = {{"id", rows[index].first}, {"n", rows[index].second}};
            ids.push_back(rows[index].first);
            entities[rows[index].first] = row;
            array.push_back(row);
        }
        return is_table ? json{{"ids", ids}, {"entities", entities}} : array;
    }
};

/* What a view has: a row for each, with the value that it has read. */
struct View {
    ListWindow rows{};
    std::vector<json> seen{};
    std::size_t changes = 0;

    json read(std::int64_t index) const {
        const json *row = rows.row(index);
        return row == nullptr ? json() : *row;
    }

    void update(const json &value, std::size_t first, std::size_t count) {
        rows.update(
            value, static_cast<std::int64_t>(first), static_cast<std::int64_t>(count),
            [this](const RowChange &change) {
                // Nothing has changed yet.
                CHECK_EQUAL(rows.count(), static_cast<std::int64_t>(seen.size()));
                CHECK(change.count > 0 && change.first >= 0);
                if (change.kind != RowChange::Kind::insert)
                    CHECK(change.first + change.count <= rows.count());
                else
                    CHECK(change.first <= rows.count());
            },
            [this](const RowChange &change) {
                const auto begin = seen.begin() + change.first;
                if (change.kind == RowChange::Kind::remove)
                    seen.erase(begin, begin + change.count);
                else if (change.kind == RowChange::Kind::insert)
                    seen.insert(begin, static_cast<std::size_t>(change.count), json());
                if (change.kind != RowChange::Kind::remove)
                    for (std::int64_t row = change.first; row < change.first + change.count; row++)
                        seen[static_cast<std::size_t>(row)] = read(row);
                CHECK_EQUAL(rows.count(), static_cast<std::int64_t>(seen.size()));
                changes++;
            });
    }
};

void check_random(bool is_table, unsigned seed) {
    List list;
    list.random.seed(seed);
    View view;
    std::size_t first = 0;
    for (int round = 0; round < 3000 && failures == 0; round++) {
        for (std::size_t changes = 1 + list.below(3); changes > 0; changes--)
            list.change();
        if (list.below(20) == 0)
            first = list.below(list.rows.size() + 1);
        view.update(list.window(first, 50, is_table), first, list.rows.size());
        CHECK_EQUAL(view.seen.size(), list.rows.size());
        for (std::size_t index = first; index < std::min(first + 50, list.rows.size()); index++)
            CHECK_EQUAL(view.seen[index], (json{{"id", list.rows[index].first}, {"n", list.rows[index].second}}));
    }
    CHECK(view.changes > 3000);
}

/* The changes of an update, as text. */
std::string changes_of(ListWindow &rows, const json &value, std::int64_t first, std::int64_t count) {
    std::string text;
    rows.update(value, first, count, [](const RowChange &) {},
                [&](const RowChange &change) {
                    text += std::string(text.empty() ? "" : " ") + "+-~"[static_cast<int>(change.kind)] +
                            std::to_string(change.first) + "/" + std::to_string(change.count);
                });
    return text;
}

json table(const std::vector<std::string> &ids) {
    json entities = json::object();
    for (const std::string &id : ids)
        entities[id] = {{"id", id}};
    return {{"ids", ids}, {"entities", entities}};
}

} // namespace

TEST(given_random_changes_of_a_list_then_what_a_view_has_read_is_the_window) {
    for (unsigned seed = 1; seed <= 3; seed++) {
        check_random(true, seed);
        check_random(false, seed);
    }
}

TEST(given_a_window_then_rows_that_only_leave_it_stay) {
    ListWindow rows;
    CHECK_EQUAL(changes_of(rows, table({"a", "b", "c"}), 10, 100), "+0/100 ~10/3");
    // A row in the window, behind which c is still there; and one before the window.
    CHECK_EQUAL(changes_of(rows, table({"a", "x", "b"}), 10, 101), "+11/1");
    CHECK_EQUAL(changes_of(rows, table({"w", "a", "x"}), 10, 102), "+10/1");
    // One is removed, and one comes into the window.
    CHECK_EQUAL(changes_of(rows, table({"w", "x", "b"}), 10, 101), "-11/1 ~12/1");
    // One is removed behind the window; then the list ends within it.
    CHECK_EQUAL(changes_of(rows, table({"w", "x", "b"}), 10, 100), "-100/1");
    CHECK_EQUAL(changes_of(rows, table({"w", "x"}), 10, 12), "-12/1 -12/87");
    // Another window, and no list any more.
    CHECK_EQUAL(changes_of(rows, table({"0", "1", "2"}), 0, 12), "~0/3");
    CHECK_EQUAL(changes_of(rows, nullptr, 0, 0), "-0/3 -0/9");
    CHECK_EQUAL(rows.count(), 0);
}
