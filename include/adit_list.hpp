/**
 * @file The rows of a list of any length for a user interface, for C++17: what adit_qt.hpp and adit_gtk.hpp show, and what
 * another toolkit needs. A window of the list is followed; the rest of it is rows that are not known.
 *
 *     adit::ListWindow rows;
 *     rows.update(*mirror, [](const adit::RowChange &change) { … }, [](const adit::RowChange &change) { … });
 */
#ifndef ADIT_LIST_HPP
#define ADIT_LIST_HPP

#include "adit_nlohmann.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace adit {

/** A change of rows that follow one another, in the list as the changes before have left it. */
struct RowChange {
    enum class Kind { insert, remove, update };
    Kind kind;
    std::int64_t first;
    std::int64_t count;
};

/**
 * The rows of a list, of which a window is known.
 *
 * A window says what its rows are and how many the list has; it does not say what happens outside of it. Rows that come or
 * go there are taken for some behind the window, or, where it tells by its own rows, for some before it. One thread.
 */
class ListWindow {
  public:
    /** How many rows the list has. */
    std::int64_t count() const noexcept {
        return count_;
    }
    /** The index of the first row that is known. */
    std::int64_t first() const noexcept {
        return first_;
    }
    /** How many rows are known. */
    std::int64_t size() const noexcept {
        return static_cast<std::int64_t>(rows_.size());
    }
    /** The value of a row; NULL if it is not known. It lasts until the next update. */
    const json *row(std::int64_t index) const noexcept {
        return index < first_ || index - first_ >= size() ? nullptr : &rows_[static_cast<std::size_t>(index - first_)].value;
    }

    /**
     * Takes the value of a mirror of a list: a table, an array, or a window of one.
     *
     * @param begin called before each change
     * @param end called after each change; its rows are new then
     */
    template <typename Begin, typename End> void update(const Mirror &mirror, Begin begin, End end) {
        update(mirror.value(), mirror.first(), mirror.count(), begin, end);
    }

    /** The same with the parts of an `@value`. */
    template <typename Begin, typename End>
    void update(const json &value, std::int64_t first, std::int64_t count, Begin begin, End end) {
        const std::vector<Next> next = rows_of(value);
        // A list without a window has no other rows.
        if (!next.empty())
            count = std::max(count, first + static_cast<std::int64_t>(next.size()));
        const auto change = [&](RowChange::Kind kind, std::int64_t row, std::int64_t rows, auto make) {
            if (rows == 0)
                return;
            const RowChange changed{kind, row, rows};
            begin(changed);
            make();
            end(changed);
        };
        if (first != first_) {
            // Another part of the list: its rows are where they were, as far as that is known.
            rows_.clear();
            first_ = first;
            resize(count, change);
            rows_.assign(next.begin(), next.end());
            for (Row &row : rows_)
                row.state = State::same;
            change(RowChange::Kind::update, first, size(), [] {});
            return;
        }
        insert_and_remove(next, count, change);
        replace(next, change);
    }

  private:
    enum class State : char { same, inserted, found };
    /* A row of the value that is taken, which has its members: they are copied where they are new. */
    struct Next {
        std::string key;
        const json *value;
    };
    struct Row {
        Row(const Next &next) : key(next.key), value(*next.value) {}
        std::string key;
        json value;
        State state = State::inserted;
    };

    static std::vector<Next> rows_of(const json &value) {
        std::vector<Next> rows;
        if (value.is_object() && value.contains("ids") && value.contains("entities")) {
            const json &entities = value.at("entities");
            for (const json &id : value.at("ids")) {
                const std::string key = id.is_string() ? id.get<std::string>() : id.dump();
                const auto entity = entities.find(key);
                rows.push_back({key, entity != entities.end() ? &*entity : &id});
            }
        } else if (value.is_array()) {
            // Elements without ids are the same where they are equal.
            std::map<std::string, int> copies;
            for (const json &element : value) {
                const std::string text = element.dump();
                rows.push_back({text + '#' + std::to_string(copies[text]++), &element});
            }
        }
        return rows;
    }

    template <typename Change> void insert_and_remove(const std::vector<Next> &next, std::int64_t count, Change change) {
        const auto [stays, was_there] = kept(next);
        const auto absent = [](const std::vector<char> &flags) { return std::count(flags.begin(), flags.end(), 0); };
        // What happens to rows that are not known.
        std::int64_t rest = count - (count_ + absent(was_there) - absent(stays));
        std::size_t old_end = stays.size(), new_end = next.size();
        // Rows at the end have only left the window, if the list is longer than it would be without them.
        for (; rest > 0 && old_end > 0 && !stays[old_end - 1]; rest--)
            old_end--;
        // And rows at the end have only come into it.
        for (std::int64_t unknown = count_ - first_ - size(); rest < 0 && unknown > 0 && new_end > 0 && !was_there[new_end - 1];
             rest++, unknown--)
            new_end--;
        for (std::size_t end = old_end, begin; end > 0; end = begin) {
            for (begin = end - 1; begin > 0 && stays[begin - 1] == stays[end - 1]; begin--) {
            }
            if (!stays[begin])
                change(RowChange::Kind::remove, at(begin), size_of(begin, end), [&] {
                    count_ -= size_of(begin, end);
                    rows_.erase(place(begin), place(end));
                });
        }
        rows_.erase(rows_.end() - size_of(old_end, stays.size()), rows_.end());
        // The window was behind the end of the list.
        if (count_ < first_ && count > count_)
            resize(std::min(first_, count), change);
        for (std::size_t begin = 0, end; begin < new_end; begin = end) {
            for (end = begin + 1; end < new_end && was_there[end] == was_there[begin]; end++) {
            }
            if (!was_there[begin])
                change(RowChange::Kind::insert, at(begin), size_of(begin, end), [&, first = begin, last = end] {
                    count_ += size_of(first, last);
                    rows_.insert(place(first), next.begin() + size_of(0, first), next.begin() + size_of(0, last));
                });
        }
        rows_.insert(rows_.end(), next.begin() + size_of(0, new_end), next.end());
        for (std::size_t index = new_end; index < rows_.size(); index++)
            rows_[index].state = State::found;
        resize(count, change);
    }

    /* Inserts or removes rows that are not known, behind all that are. */
    template <typename Change> void resize(std::int64_t count, Change change) {
        const std::int64_t known = first_ + size();
        if (count > count_)
            change(RowChange::Kind::insert, std::min(count_, std::max(known, std::int64_t(0))), count - count_, [&] { count_ = count; });
        else
            change(RowChange::Kind::remove, count, count_ - count, [&] { count_ = count; });
    }

    /* The same rows, with other values. */
    template <typename Change> void replace(const std::vector<Next> &next, Change change) {
        std::vector<char> differs(next.size());
        for (std::size_t index = 0; index < next.size(); index++) {
            Row &row = rows_[index];
            const bool is_other = row.state == State::same && row.value != *next[index].value;
            if (is_other)
                row.value = *next[index].value;
            differs[index] = is_other || row.state == State::found;
            row.state = State::same;
        }
        for (std::size_t begin = 0, end; begin < rows_.size(); begin = end) {
            for (end = begin + 1; end < rows_.size() && differs[end] == differs[begin]; end++) {
            }
            if (differs[begin])
                change(RowChange::Kind::update, at(begin), size_of(begin, end), [] {});
        }
    }

    /* Which rows stay, in the same order, and which of the next ones they are: a longest increasing subsequence. */
    std::pair<std::vector<char>, std::vector<char>> kept(const std::vector<Next> &next) const {
        std::unordered_map<std::string, std::size_t> places;
        for (std::size_t index = 0; index < rows_.size(); index++)
            places[rows_[index].key] = index;
        constexpr std::size_t none = static_cast<std::size_t>(-1);
        std::vector<std::size_t> place_of(next.size(), none), before(next.size(), none), ends;
        for (std::size_t index = 0; index < next.size(); index++) {
            const auto found = places.find(next[index].key);
            if (found == places.end())
                continue;
            place_of[index] = found->second;
            const auto end = std::lower_bound(ends.begin(), ends.end(), found->second,
                                              [&](std::size_t other, std::size_t place) { return place_of[other] < place; });
            if (end != ends.begin())
                before[index] = *(end - 1);
            if (end == ends.end())
                ends.push_back(index);
            else
                *end = index;
        }
        std::vector<char> stays(rows_.size()), was_there(next.size());
        for (std::size_t index = ends.empty() ? none : ends.back(); index != none; index = before[index])
            stays[place_of[index]] = was_there[index] = 1;
        return {stays, was_there};
    }

    std::int64_t at(std::size_t index) const noexcept {
        return first_ + static_cast<std::int64_t>(index);
    }
    static std::int64_t size_of(std::size_t begin, std::size_t end) noexcept {
        return static_cast<std::int64_t>(end - begin);
    }
    std::vector<Row>::iterator place(std::size_t index) noexcept {
        return rows_.begin() + static_cast<std::int64_t>(index);
    }

    std::vector<Row> rows_{};
    std::int64_t first_ = 0, count_ = 0;
};

/**
 * The rows that a view asks for one by one, and the window that has them. A model asks for rows that are not known, and moves its
 * window once the view has asked for all that it shows.
 */
class WantedRows {
  public:
    /** @param limit how many rows a window has */
    explicit WantedRows(std::int64_t limit) noexcept : limit_(limit) {}

    /** Notes a row. Returns whether it is the first one since the window was moved. */
    bool add(std::int64_t row) noexcept {
        const bool is_first = last_ < first_;
        first_ = is_first ? row : std::min(first_, row);
        last_ = is_first ? row : std::max(last_, row);
        // Those that were asked for last are where the view is now.
        if (last_ - first_ >= limit_)
            first_ = last_ = row;
        return is_first;
    }

    /** Moves the window of a mirror to the rows, which lie in its middle then, unless it has them by now. */
    void move(JsonCore &core, const std::shared_ptr<const Mirror> &mirror, const ListWindow &rows) noexcept {
        const std::int64_t first = std::exchange(first_, 0), last = std::exchange(last_, -1);
        if (rows.row(first) != nullptr && rows.row(last) != nullptr)
            return;
        try {
            core.move(mirror, {{"from", std::max<std::int64_t>(0, first - (limit_ - (last - first + 1)) / 2)}});
        } catch (const std::exception &) { // the core has closed
        }
    }

  private:
    std::int64_t limit_, first_ = 0, last_ = -1;
};

namespace detail {

/** A core that an event loop drives, by a descriptor. */
class Driver {
  public:
    Driver(JsonCore &core, std::function<void(const std::exception &)> on_error)
        : core_(core), on_error_(std::move(on_error)), descriptor_(::dup(core.core().fd())) {}
    ~Driver() {
        ::close(descriptor_);
    }
    Driver(const Driver &) = delete;
    Driver &operator=(const Driver &) = delete;

    int descriptor() const noexcept {
        return descriptor_;
    }

    /** Handles what the core has to do. Returns false if it has closed, and has no more work. */
    bool drive() {
        try {
            core_.process();
        } catch (const Error &error) {
            report(error);
            return error.code() != ADIT_ECORE;
        } catch (const std::exception &error) {
            report(error);
        }
        return true;
    }

  private:
    void report(const std::exception &error) const {
        if (on_error_)
            on_error_(error);
        else
            std::cerr << "adit: " << error.what() << '\n';
    }

    JsonCore &core_;
    std::function<void(const std::exception &)> on_error_;
    // A copy: a core that closes takes its descriptor along, and another file may get the number.
    int descriptor_;
};

} // namespace detail

} // namespace adit

#endif
