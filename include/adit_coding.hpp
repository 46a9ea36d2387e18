/**
 * @file The values of typed clients, for C++17: how the structs that `adit generate --lang cpp` writes are read from JSON and
 * written. A generated file includes adit_typed.hpp, which includes this one.
 *
 * A struct says what it has by static members: `adit_fields` calls a function with the key of each member and a pointer to it,
 * and `adit_case` is the key of a case of an enum, which is a std::variant of its cases. Structs are compared by `==`, and
 * printed by `<<` as JSON without their secrets.
 */
#ifndef ADIT_CODING_HPP
#define ADIT_CODING_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace adit {

using nlohmann::json;

/** What typed clients share (bindings/clients.md). */
namespace typed {

/** The text of a UUID, in lower-case letters. */
using Uuid = std::string;
/** A time as a text of RFC 3339. */
using Timestamp = std::string;
/** A day as a text, such as 2026-02-28. */
using Day = std::string;

/** A value that has another form. The text begins with its path. */
class DecodingError : public std::runtime_error {
  public:
    explicit DecodingError(const std::string &text) : std::runtime_error(text) {}
};

/** A value of a type that has itself in it. Empty by default; an empty one cannot be written. */
template <typename T> class Box {
  public:
    Box() noexcept = default;
    /* A template, as the type is looked at before it is complete. */
    template <typename Value,
              typename = std::enable_if_t<std::conjunction_v<std::negation<std::is_same<std::decay_t<Value>, Box>>,
                                                             std::is_convertible<Value, T>>>>
    Box(Value &&value) : value_(std::make_unique<T>(std::forward<Value>(value))) {}
    Box(const Box &other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
    Box(Box &&) noexcept = default;
    Box &operator=(Box other) noexcept {
        value_.swap(other.value_);
        return *this;
    }
    ~Box() = default;

    explicit operator bool() const noexcept {
        return value_ != nullptr;
    }
    const T &operator*() const noexcept {
        return *value_;
    }
    const T *operator->() const noexcept {
        return value_.get();
    }
    friend bool operator==(const Box &left, const Box &right) {
        return left.value_ && right.value_ ? *left == *right : !left.value_ && !right.value_;
    }
    friend bool operator!=(const Box &left, const Box &right) {
        return !(left == right);
    }

  private:
    std::unique_ptr<T> value_{};
};

/** A case whose values are the members of an object. */
struct Case {
    std::string_view key;
};

/** A case of one value, which is the member `value`. */
struct ValueCase {
    std::string_view key;
    /** `request` or `response`, if the value is below that; otherwise empty. */
    std::string_view below{};
    bool is_secret = false;
};

/** Marks a member whose value is not printed. */
struct Secret {};
inline constexpr Secret secret{};

/** An enum without cases. */
struct Never {};

/** Internal from here on, but for Table, read and write: what a type is. */
namespace detail {

struct Probe {
    template <typename... Arguments> void operator()(Arguments &&...) const {}
};

template <typename T, typename = void> struct HasFields : std::false_type {};
template <typename T>
struct HasFields<T, std::void_t<decltype(T::adit_fields(std::declval<Probe>()))>> : std::true_type {};

template <typename T, typename = void> struct HasCase : std::false_type {};
template <typename T> struct HasCase<T, std::void_t<decltype(T::adit_case)>> : std::true_type {};

template <typename T, typename = void> struct IsValueCase : std::false_type {};
template <typename T>
struct IsValueCase<T, std::void_t<decltype(T::adit_case)>> : std::is_same<decltype(T::adit_case), const ValueCase> {};

template <typename T> inline constexpr bool is_record = HasFields<T>::value || HasCase<T>::value;

template <typename T> struct IsOptional : std::false_type {};
template <typename T> struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T> struct IsList : std::false_type {};
template <typename T> struct IsList<std::vector<T>> : std::true_type {};
template <typename T> struct IsMap : std::false_type {};
template <typename T> struct IsMap<std::map<std::string, T>> : std::true_type {};
template <typename T> struct IsBox : std::false_type {};
template <typename T> struct IsBox<Box<T>> : std::true_type { using Value = T; };

/* An enum whose values are cases, or one of several kinds of JSON. */
template <typename T> struct IsVariant : std::false_type {};
template <typename... Forms> struct IsVariant<std::variant<Forms...>> : std::true_type {};
template <typename T> struct IsCases : std::false_type {};
template <typename... Cases>
struct IsCases<std::variant<Cases...>>
    : std::bool_constant<((HasCase<Cases>::value || std::is_same_v<Cases, Never>)&&...)> {};

template <typename T, typename = void> struct IsChoice : std::false_type {};
template <typename T> struct IsChoice<T, std::void_t<decltype(adit_choices(std::declval<T>()))>> : std::true_type {};

/* The values of an enum without payloads; one function of a namespace leads to all, as overloads would take the compiler long. */
template <typename T> using Choices = decltype(adit_choices(std::declval<T>()));

/* The keys that lead to a value. */
struct Path {
    const Path *parent = nullptr;
    std::string_view key{};

    std::string text() const {
        if (parent == nullptr)
            return std::string(key);
        const std::string above = parent->text();
        return above.empty() ? std::string(key) : above + '.' + std::string(key);
    }
};

[[noreturn]] inline void fail(const Path &path, const std::string &text) {
    const std::string place = path.text();
    throw DecodingError((place.empty() ? "the message" : place) + ": " + text);
}

[[noreturn]] inline void fail(const Path &path, const json &found, const std::string &expected) {
    const std::string what = found.is_string()   ? "a text"
                             : found.is_array()  ? "an array"
                             : found.is_object() ? "an object"
                                                 : found.dump();
    fail(path, "found " + what + "; " + expected + " is expected");
}

inline void add(std::string &names, std::string_view name) {
    if (!names.empty())
        names += ", ";
    names += name;
}

[[noreturn]] inline void fail_unknown(const Path &path, const std::string &key, const std::string &known) {
    fail(path, "unknown key \"" + key + "\"; " + (known.empty() ? "none" : "one of " + known) + " is expected");
}

template <typename T> T read(const json &value, const Path &path);

template <typename T> T read_integer(const json &value, const Path &path) {
    constexpr auto least = std::numeric_limits<T>::min();
    constexpr auto most = std::numeric_limits<T>::max();
    if (value.is_number_unsigned()) {
        if (const auto number = value.get<std::uint64_t>(); number <= static_cast<std::uint64_t>(most))
            return static_cast<T>(number);
    } else if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        if constexpr (std::is_signed_v<T>) {
            if (number >= least && number <= most)
                return static_cast<T>(number);
        } else if (number >= 0 && static_cast<std::uint64_t>(number) <= most) {
            return static_cast<T>(number);
        }
    }
    fail(path, value, "an integer from " + std::to_string(least) + " to " + std::to_string(most));
}

template <typename T> T read_choice(const json &value, const Path &path) {
    std::optional<T> found;
    Choices<T>::visit([&](const auto &key, T choice) {
        if (value == key)
            found = choice;
    });
    if (found)
        return *found;
    std::string known;
    Choices<T>::visit([&](const auto &key, T) {
        const json name = key;
        add(known, name.is_string() ? name.get<std::string>() : name.dump());
    });
    fail(path, value, "one of " + known);
}

/* The keys of a struct. */
template <typename T> const std::vector<std::string_view> &keys_of() {
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> all;
        if constexpr (HasFields<T>::value)
            T::adit_fields([&](std::string_view key, auto &&...) { all.push_back(key); });
        return all;
    }();
    return keys;
}

inline void expect_keys(const json &value, const std::vector<std::string_view> &keys, const Path &path) {
    if (!value.is_object())
        fail(path, value, "an object");
    for (const auto &member : value.items()) {
        if (std::find(keys.begin(), keys.end(), member.key()) != keys.end())
            continue;
        std::string known;
        for (const std::string_view key : keys)
            add(known, key);
        fail_unknown(path, member.key(), known);
    }
}

/* A member of an object; null if it is absent, or null where it may be absent. */
inline const json *find_member(const json &value, std::string_view key, bool is_optional, const Path &path) {
    const auto found = value.find(std::string(key));
    if (found != value.end() && !(is_optional && found->is_null()))
        return &*found;
    if (!is_optional)
        fail(path, "missing key \"" + std::string(key) + "\"");
    return nullptr;
}

template <typename M> void read_member(const json &value, std::string_view key, M &member, const Path &path) {
    if (const json *found = find_member(value, key, IsOptional<M>::value, path))
        member = read<M>(*found, Path{&path, key});
}

/* Reads the members of an object. */
template <typename T> T read_members(const json &value, const Path &path) {
    expect_keys(value, keys_of<T>(), path);
    T result{};
    if constexpr (HasFields<T>::value)
        T::adit_fields(
            [&](std::string_view key, auto member, auto...) { read_member(value, key, result.*member, path); });
    return result;
}

/* Reads the value of a case, which is below its key. */
template <typename T> T read_case(const json &value, const Path &path) {
    if constexpr (IsValueCase<T>::value) {
        using Value = decltype(T::value);
        constexpr std::string_view below = T::adit_case.below;
        if (below.empty())
            return T{read<Value>(value, path)};
        expect_keys(value, {below}, path);
        if (value.empty())
            fail(path, "missing key \"" + std::string(below) + "\"");
        return T{read<Value>(value.front(), Path{&path, below})};
    } else {
        return read_members<T>(value, path);
    }
}

/* Whether a value is of the kind of JSON that a type has. */
template <typename T> bool is_kind(const json &value) {
    if constexpr (std::is_same_v<T, Never>)
        return false;
    else if constexpr (std::is_same_v<T, bool>)
        return value.is_boolean();
    else if constexpr (std::is_arithmetic_v<T>)
        return value.is_number();
    else if constexpr (std::is_same_v<T, std::string> || std::is_enum_v<T>)
        return value.is_string();
    else if constexpr (IsList<T>::value)
        return value.is_array();
    else if constexpr (IsBox<T>::value)
        return is_kind<typename IsBox<T>::Value>(value);
    else
        return value.is_object();
}

template <typename T> struct VariantReader;

template <typename... Forms> struct VariantReader<std::variant<Forms...>> {
    using Result = std::variant<Forms...>;

    static Result read_one(const json &value, const Path &path) {
        std::optional<Result> result;
        if constexpr (IsCases<Result>::value) {
            if (!value.is_object())
                fail(path, value, "an object");
            if (value.size() != 1)
                fail(path, "found " + std::to_string(value.size()) + " keys; one of " + names() + " is expected");
            const auto only = value.begin();
            (read_case_of<Forms>(only.key(), *only, path, result) || ...);
            if (!result)
                fail_unknown(path, only.key(), names());
        } else {
            (read_form<Forms>(value, path, result) || ...);
            if (!result)
                fail(path, value, "a value of another kind");
        }
        return *std::move(result);
    }

  private:
    static std::string names() {
        std::string names;
        (add_name<Forms>(names), ...);
        return names;
    }

    template <typename Form> static void add_name([[maybe_unused]] std::string &names) {
        if constexpr (HasCase<Form>::value)
            add(names, Form::adit_case.key);
    }

    template <typename Form>
    static bool read_case_of([[maybe_unused]] const std::string &key, [[maybe_unused]] const json &value,
                             [[maybe_unused]] const Path &path, [[maybe_unused]] std::optional<Result> &result) {
        if constexpr (HasCase<Form>::value) {
            if (key == Form::adit_case.key)
                result.emplace(read_case<Form>(value, Path{&path, Form::adit_case.key}));
        }
        return result.has_value();
    }

    template <typename Form> static bool read_form(const json &value, const Path &path, std::optional<Result> &result) {
        if (is_kind<Form>(value))
            result.emplace(std::in_place_type<Form>, read<Form>(value, path));
        return result.has_value();
    }
};

template <typename T> T read_list(const json &value, const Path &path) {
    if (!value.is_array())
        fail(path, value, "an array");
    T result;
    result.reserve(value.size());
    for (const json &element : value) {
        const std::string index = std::to_string(result.size());
        result.push_back(read<typename T::value_type>(element, Path{&path, index}));
    }
    return result;
}

template <typename T> T read_map(const json &value, const Path &path) {
    if (!value.is_object())
        fail(path, value, "an object");
    T result;
    for (const auto &member : value.items())
        result.emplace(member.key(), read<typename T::mapped_type>(member.value(), Path{&path, member.key()}));
    return result;
}

template <typename T> T read(const json &value, const Path &path) {
    if constexpr (std::is_same_v<T, json>) {
        return value;
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!value.is_boolean())
            fail(path, value, "true or false");
        return value.get<bool>();
    } else if constexpr (std::is_integral_v<T>) {
        return read_integer<T>(value, path);
    } else if constexpr (std::is_floating_point_v<T>) {
        if (!value.is_number())
            fail(path, value, "a number");
        return value.get<T>();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (!value.is_string())
            fail(path, value, "a text");
        return value.get<std::string>();
    } else if constexpr (std::is_enum_v<T>) {
        return read_choice<T>(value, path);
    } else if constexpr (IsOptional<T>::value) {
        return value.is_null() ? T{} : T{read<typename T::value_type>(value, path)};
    } else if constexpr (IsList<T>::value) {
        return read_list<T>(value, path);
    } else if constexpr (IsMap<T>::value) {
        return read_map<T>(value, path);
    } else if constexpr (IsBox<T>::value) {
        return T{read<typename IsBox<T>::Value>(value, path)};
    } else if constexpr (IsVariant<T>::value) {
        return VariantReader<T>::read_one(value, path);
    } else {
        return read_members<T>(value, path);
    }
}

/* Writes a value; `is_masked`: as it is printed. */
template <typename T> json write(const T &value, bool is_masked);

template <typename M>
void write_member(json &result, std::string_view key, const M &member, bool is_masked, bool is_secret) {
    if constexpr (IsOptional<M>::value) {
        if (!member)
            return;
    }
    result[std::string(key)] = is_masked && is_secret ? json("***") : write(member, is_masked);
}

template <typename T> json write_members(const T &value, bool is_masked) {
    json result = json::object();
    if constexpr (HasFields<T>::value)
        T::adit_fields([&](std::string_view key, auto member, auto... marks) {
            write_member(result, key, value.*member, is_masked, sizeof...(marks) > 0);
        });
    return result;
}

template <typename T> json write_case(const T &value, bool is_masked) {
    json result = json::object();
    json &inner = result[std::string(T::adit_case.key)];
    if constexpr (IsValueCase<T>::value) {
        json &place = T::adit_case.below.empty() ? inner : inner[std::string(T::adit_case.below)];
        place = is_masked && T::adit_case.is_secret ? json("***") : write(value.value, is_masked);
    } else {
        inner = write_members(value, is_masked);
    }
    return result;
}

template <typename T> json write(const T &value, bool is_masked) {
    if constexpr (std::is_same_v<T, json>) {
        return value;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        return json(value);
    } else if constexpr (std::is_enum_v<T>) {
        json result;
        Choices<T>::visit([&](const auto &key, T choice) {
            if (value == choice)
                result = key;
        });
        return result;
    } else if constexpr (IsOptional<T>::value) {
        return value ? write(*value, is_masked) : json();
    } else if constexpr (IsBox<T>::value) {
        if (!value)
            throw DecodingError("found an empty Box; a value is expected");
        return write(*value, is_masked);
    } else if constexpr (IsList<T>::value) {
        json result = json::array();
        for (const typename T::value_type &element : value)
            result.push_back(write(element, is_masked));
        return result;
    } else if constexpr (IsMap<T>::value) {
        json result = json::object();
        for (const auto &member : value)
            result[member.first] = write(member.second, is_masked);
        return result;
    } else if constexpr (IsVariant<T>::value) {
        return std::visit([is_masked](const auto &form) { return write(form, is_masked); }, value);
    } else if constexpr (HasCase<T>::value) {
        return write_case(value, is_masked);
    } else {
        return write_members(value, is_masked);
    }
}

template <typename T> bool is_equal([[maybe_unused]] const T &left, [[maybe_unused]] const T &right) {
    bool result = true;
    if constexpr (HasFields<T>::value)
        T::adit_fields(
            [&](std::string_view, auto member, auto...) { result = result && left.*member == right.*member; });
    else if constexpr (IsValueCase<T>::value)
        result = left.value == right.value;
    return result;
}

} // namespace detail

/** Reads a value. Throws DecodingError, which names the path of what has another form. */
template <typename T> T read(const json &value, std::string_view path = {}) {
    return detail::read<T>(value, detail::Path{nullptr, path});
}

/** Writes a value. */
template <typename T> json write(const T &value) {
    return detail::write(value, false);
}

/** Structs with the same members are equal. */
template <typename T, typename = std::enable_if_t<detail::is_record<T>>>
bool operator==(const T &left, const T &right) {
    return detail::is_equal(left, right);
}

template <typename T, typename = std::enable_if_t<detail::is_record<T>>>
bool operator!=(const T &left, const T &right) {
    return !detail::is_equal(left, right);
}

/** Prints a value as JSON, with `***` in place of its secrets. */
template <typename T, typename = std::enable_if_t<detail::is_record<T> || detail::IsCases<T>::value ||
                                                  (std::is_enum_v<T> && detail::IsChoice<T>::value)>>
std::ostream &operator<<(std::ostream &stream, const T &value) {
    const json written = detail::write(value, true);
    return stream << (written.is_string() ? written.get<std::string>() : written.dump());
}

/** Elements in order, by their ids. */
template <typename I, typename T> struct Table {
    /** The ids, in order. */
    std::vector<I> ids{};
    /** The elements, by their ids as texts. */
    std::map<std::string, T> entities{};

    /** The number of elements. */
    std::size_t size() const noexcept {
        return ids.size();
    }

    bool empty() const noexcept {
        return ids.empty();
    }

    /** The element with an id; null if there is none. */
    const T *find(const I &id) const {
        const json text = detail::write(id, false);
        const auto found = entities.find(text.is_string() ? text.template get<std::string>() : text.dump());
        return found != entities.end() ? &found->second : nullptr;
    }

    /** Passes over the elements in order. */
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T *;
        using reference = const T &;

        Iterator() = default;
        Iterator(const Table &table, std::size_t index) : table_(&table), index_(index) {
            skip();
        }
        const T &operator*() const {
            return *table_->find(table_->ids[index_]);
        }
        const T *operator->() const {
            return table_->find(table_->ids[index_]);
        }
        Iterator &operator++() {
            index_++;
            skip();
            return *this;
        }
        Iterator operator++(int) {
            const Iterator present = *this;
            ++*this;
            return present;
        }
        friend bool operator==(const Iterator &left, const Iterator &right) {
            return left.index_ == right.index_;
        }
        friend bool operator!=(const Iterator &left, const Iterator &right) {
            return left.index_ != right.index_;
        }

      private:
        /* An id whose element is not there has none. */
        void skip() {
            while (index_ < table_->ids.size() && table_->find(table_->ids[index_]) == nullptr)
                index_++;
        }

        const Table *table_ = nullptr;
        std::size_t index_ = 0;
    };

    Iterator begin() const {
        return Iterator(*this, 0);
    }
    Iterator end() const {
        return Iterator(*this, ids.size());
    }

    template <typename Visit> static void adit_fields(Visit visit) {
        visit("ids", &Table::ids);
        visit("entities", &Table::entities);
    }
};

} // namespace typed
} // namespace adit

#endif /* ADIT_CODING_HPP */
