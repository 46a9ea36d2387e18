/**
 * @file What clients share that `adit generate --lang cpp` writes, for C++17: features, gateways, followed parts, and the core
 * beneath (bindings/clients.md).
 *
 *     todo::TodoClient client(adit::Library("./libadit_cores.so"));
 *     const auto items = client.follow_items();
 *     std::cout << client.wait(client.todo.add({"Tea"})) << items.value()->size();
 *
 * As with JsonCore, all functions of the host run inside the call that drives the core, on its thread, and their exceptions are
 * rethrown by that call, except those of a gateway, which answer the request.
 */
#ifndef ADIT_TYPED_HPP
#define ADIT_TYPED_HPP

#include "adit_coding.hpp"
#include "adit_nlohmann.hpp"
#include "adit_protocol.hpp"

namespace adit {
namespace typed {

/** What may stand beside a message to the core. */
struct SentBeside {
    /** A text or an integer, which is repeated beside all that the message causes. */
    std::optional<AditId> id{};
    /** Dependencies of the message. */
    std::optional<AditWith> with{};
    /** Consecutive messages of a group are undone together. */
    std::optional<std::string> group{};

    template <typename Visit> static void adit_fields(Visit visit) {
        visit("@id", &SentBeside::id);
        visit("@with", &SentBeside::with);
        visit("@group", &SentBeside::group);
    }
};

/** What may stand beside a message to the host. */
struct HeardBeside {
    /** The `@id` of the message that caused it. */
    std::optional<AditId> id{};
    /** The client whose message caused it. */
    std::optional<std::string> client{};
    /** Its number, by which `@heard` acknowledges it. */
    std::optional<std::uint64_t> cursor{};
    /** Whether it may have been delivered before. */
    std::optional<bool> again{};

    template <typename Visit> static void adit_fields(Visit visit) {
        visit("@id", &HeardBeside::id);
        visit("@client", &HeardBeside::client);
        visit("@cursor", &HeardBeside::cursor);
        visit("@again", &HeardBeside::again);
    }
};

/** A message of the app or of Adit, and what stands beside it. */
template <typename App, typename Own, typename Beside> struct Message {
    std::variant<App, Own> message{};
    Beside beside{};

    /** The message if it is a case, such as HeardTodo or AditLog; otherwise null. */
    template <typename Case> const Case *get_if() const noexcept {
        return std::visit([](const auto &enumeration) { return find<Case>(enumeration); }, message);
    }

    /** Reads a message. Throws DecodingError. */
    static Message read(const json &value) {
        json message = json::object(), others = json::object();
        if (!value.is_object())
            detail::fail({}, value, "an object");
        for (const auto &member : value.items())
            (is_beside(member.key()) ? others : message)[member.key()] = member.value();
        Message result;
        result.beside = detail::read<Beside>(others, {});
        const bool is_own = !message.empty() && message.begin().key().rfind('@', 0) == 0;
        if (is_own)
            for (const char *key : {"@with", "@group"})
                if (others.contains(key))
                    detail::fail({nullptr, key},
                                 "found beside a message of Adit; it stands beside those of the app only");
        if (is_own)
            result.message.template emplace<1>(detail::read<Own>(message, {}));
        else
            result.message.template emplace<0>(detail::read<App>(message, {}));
        return result;
    }

    json write() const {
        json result = typed::write(message);
        result.update(typed::write(beside));
        return result;
    }

  private:
    static bool is_beside(const std::string &name) {
        bool result = false;
        Beside::adit_fields([&](std::string_view key, auto, auto...) { result = result || key == name; });
        return result;
    }

    template <typename Case, typename... Cases>
    static const Case *find(const std::variant<Cases...> &enumeration) noexcept {
        if constexpr ((std::is_same_v<Case, Cases> || ...))
            return std::get_if<Case>(&enumeration);
        else
            return nullptr;
    }
};

/** A message to the core. */
template <typename App> using Sent = Message<App, AditToCore, SentBeside>;
/** A message to the host. */
template <typename App> using Received = Message<App, AditToHost, HeardBeside>;

/** What the answers of gateways share. Any thread. */
class Answer {
  public:
    /** Answers with an error, which the app receives. An answer of many items ends with it. */
    void error(const json &value) {
        reply_.error(value);
    }
    /** Whether the core expects no answer any more. */
    bool is_cancelled() const noexcept {
        return reply_.is_cancelled();
    }
    /** Has a function called when the core cancels the request; at once, if it has. */
    void on_cancel(std::function<void()> function) {
        reply_.on_cancel(std::move(function));
    }

  protected:
    explicit Answer(adit::Reply reply) : reply_(std::move(reply)) {}

    adit::Reply reply_;
};

/** The answer of a gateway that is expected to answer once. Copies are the same answer; the first call counts. Any thread. */
template <typename R> class Reply : public Answer {
  public:
    explicit Reply(adit::Reply reply) : Answer(std::move(reply)) {}

    /** Answers with a result. After a cancellation or the end of the core it does nothing. */
    void result(const R &value) {
        reply_.result(typed::write(value));
    }
};

/** The answers of a gateway that may answer many times, until `end` or `error`. Any thread. */
template <typename R> class Items : public Answer {
  public:
    explicit Items(adit::Reply reply) : Answer(std::move(reply)) {}

    /** Answers with an item. */
    void send(const R &item) {
        reply_.more(typed::write(item));
    }
    /** Answers that there are no further items. */
    void end() {
        reply_.end();
    }
};

/** Serves a gateway: gets the request, and a Reply, Items or nothing, by which it answers at once or later, from any thread. */
template <typename Q, typename... Answers> using Gateway = std::function<void(const Q &request, Answers... answers)>;

/** The gateways of an app without any. */
struct NoGateways {
    void adit_serve(Host &) const {}
};

/** Has a host serve a gateway, unless the function is empty. Generated code calls it. */
template <typename Q, typename... Answers>
void serve(Host &host, const std::string &name, const Gateway<Q, Answers...> &function) {
    if (function)
        host.gateways[name] = [function](const json &request, [[maybe_unused]] const adit::Reply &reply) {
            function(read<Q>(request, "@effect.request"), Answers(reply)...);
        };
}

/** How a client is opened. */
template <typename App, typename Served> struct Options {
    using Heard = App;
    using Gateways = Served;

    /** `expects` is the catalog's hash by default, so another app is refused; it may be a catalog that the app has extended since
        (docs/wire.md). */
    AditConfig config{};
    /** The gateways that the host serves. */
    Gateways gateways{};
    /** Receives each message that is no answer, no update of a followed part, and no request to one of the gateways. */
    std::function<void(const Received<Heard> &message)> on_message{};
    /** Receives the error of a message that is not understood; without one, it is thrown by the call that drives the core. */
    std::function<void(const DecodingError &error)> on_error{};
};

/** Called with the value of a followed part after each change; with nothing if it has none now. */
template <typename T> using OnChange = std::function<void(const std::optional<T> &value)>;

/** The elements of a list that are followed. */
struct Window {
    /** The index of the first. */
    std::int64_t from;
    /** How many there are at most. */
    std::int64_t limit;

    adit::json json() const {
        return {{"from", from}, {"limit", limit}};
    }
};

/**
 * A part of the core's state, or a window of a list, which is kept up to date while the core is driven, until this is destroyed.
 * Used on the thread that drives the core.
 */
template <typename T> class Followed {
  public:
    Followed(std::weak_ptr<adit::detail::Session> session, std::shared_ptr<const Mirror> mirror)
        : session_(std::move(session)), mirror_(std::move(mirror)) {}
    Followed(Followed &&) noexcept = default;
    Followed &operator=(Followed &&other) noexcept {
        session_.swap(other.session_);
        mirror_.swap(other.mirror_);
        std::swap(value_, other.value_);
        std::swap(changes_, other.changes_);
        return *this;
    }
    Followed(const Followed &) = delete;
    Followed &operator=(const Followed &) = delete;

    /** Ends it. */
    ~Followed() {
        const std::shared_ptr<adit::detail::Session> session = session_.lock();
        if (session == nullptr || mirror_ == nullptr)
            return;
        try {
            session->unfollow(*mirror_);
        } catch (...) { // the core has closed, or has no room: it is followed unheard then
        }
    }

    /** The present value, which is read anew after each change; nothing if there is none now. Throws DecodingError. */
    const std::optional<T> &value() const {
        if (mirror_->changes() != changes_) {
            value_.reset();
            if (mirror_->has_value())
                value_ = read<T>(mirror_->value(), mirror_->path());
            changes_ = mirror_->changes();
        }
        return value_;
    }

    /** The part as the binding has it: its revision, why it was refused, and of a window the first index and the count. */
    const Mirror &mirror() const noexcept {
        return *mirror_;
    }

    /** Moves a window. */
    void move(Window window) {
        if (const std::shared_ptr<adit::detail::Session> session = session_.lock())
            session->move(*mirror_, window.json());
    }

  private:
    std::weak_ptr<adit::detail::Session> session_;
    std::shared_ptr<const Mirror> mirror_;
    mutable std::optional<T> value_{};
    mutable std::uint64_t changes_ = 0;
};

namespace detail {

/* Sends a request; `read` reads its answer. */
template <typename T>
std::future<T> ask(adit::detail::Session &session, json message, std::function<bool(const json &)> is_answer,
                   std::function<T(const json &)> read) {
    auto promise = std::make_shared<std::promise<T>>();
    std::future<T> future = promise->get_future();
    const auto answer = [promise, read = std::move(read)](const json &found) {
        try {
            promise->set_value(read(found));
        } catch (...) {
            promise->set_exception(std::current_exception());
        }
    };
    session.ask(std::move(message),
                {std::move(is_answer), answer, [promise](std::exception_ptr error) { promise->set_exception(error); }});
    return future;
}

} // namespace detail

/** The messages of a feature. */
class Feature {
  public:
    Feature(std::shared_ptr<adit::detail::Session> session, std::string key)
        : session_(std::move(session)), key_(std::move(key)) {}

  protected:
    /* Sends a case of the requests; the future gets the feature's response. */
    template <typename Response, typename Request> std::future<Response> ask(const Request &request) const {
        return detail::ask<Response>(
            *session_, {{key_, {{"request", typed::write(request)}}}},
            [key = key_](const json &message) {
                const auto found = message.find(key);
                return found != message.end() && found->is_object() && found->contains("response");
            },
            [key = key_](const json &message) {
                return read<Response>(message.at(key).at("response"), key + ".response");
            });
    }

    /* Sends a case of the requests that has no response. */
    template <typename Request> void tell_request(const Request &request) const {
        session_->send({{key_, {{"request", typed::write(request)}}}});
    }

    template <typename Value> void tell(const Value &value) const {
        session_->send({{key_, typed::write(value)}});
    }

  private:
    std::shared_ptr<adit::detail::Session> session_;
    std::string key_;
};

/** A client of an app: a core of a library. Closed when it is destroyed. */
template <typename App, typename ClientOptions> class Client {
    using Heard = typename ClientOptions::Heard;

  public:
    /** Queues a message of the app, with what stands beside it. Any thread. Throws Error. */
    void send(const App &message, const SentBeside &beside = {}) {
        core_.send(Sent<App>{message, beside}.write());
    }

    /** Queues a message of Adit. Any thread. Throws Error. */
    void send(const AditToCore &message, const SentBeside &beside = {}) {
        core_.send(Sent<App>{message, beside}.write());
    }

    /** Queues a message, without an id beside it. The future gets the first message that answers it. Any thread. */
    std::future<Received<Heard>> request(const App &message, const SentBeside &beside = {}) {
        return request(Sent<App>{message, beside});
    }

    std::future<Received<Heard>> request(const AditToCore &message, const SentBeside &beside = {}) {
        return request(Sent<App>{message, beside});
    }

    /** The core's figures. */
    std::future<AditStats> stats() {
        return own<AditStats>(AditToCoreStats{});
    }

    /** The last events, each with its cause. The config's `trace` has to be set. */
    std::future<AditTrace> trace() {
        return own<AditTrace>(AditToCoreTrace{});
    }

    /** Reverts the last message that changed the state. The config's `undo` has to be set. */
    std::future<AditUndone> undo() {
        return own<AditUndone>(AditToCoreUndo{});
    }

    /** Reverts the last undo. */
    std::future<AditRedone> redo() {
        return own<AditRedone>(AditToCoreRedo{});
    }

    /** Writes the present state to a file. */
    std::future<AditExported> export_(const AditExport &options) {
        return own<AditExported>(options);
    }

    /** Replaces the state with one read from a file. */
    std::future<AditImported> import_(const std::string &path) {
        return own<AditImported>(AditImport{path});
    }

    /** Drives the core until a future has a value, and returns it. On the thread that drives the core. */
    template <typename T> T wait(std::future<T> future) {
        while (future.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
            core_.process(no_limit);
        return future.get();
    }

    /** JsonCore::process. */
    std::int32_t process(std::chrono::milliseconds timeout = std::chrono::milliseconds(0)) {
        return core_.process(timeout);
    }

    /** JsonCore::settle. */
    void settle() {
        core_.settle();
    }

    /** JsonCore::close. */
    bool close(std::chrono::milliseconds timeout = std::chrono::milliseconds(1000)) {
        return core_.close(timeout);
    }

    /** The core, for what this class has no types for. */
    JsonCore &core() noexcept {
        return core_;
    }

  protected:
    Client(const Library &library, std::string_view app, std::string_view hash, ClientOptions &&options)
        : core_(library, app, host(hash, std::move(options))) {}

    const std::shared_ptr<adit::detail::Session> &session() const noexcept {
        return core_.session();
    }

    /* Follows a part; `on_change` gets its value after each change. */
    template <typename T>
    Followed<T> follow(const std::string &path, OnChange<T> on_change, std::optional<Window> window = {}) {
        std::function<void(const Mirror &)> changed;
        if (on_change)
            changed = [on_change = std::move(on_change)](const Mirror &mirror) {
                on_change(mirror.has_value() ? std::optional<T>(read<T>(mirror.value(), mirror.path())) : std::nullopt);
            };
        return Followed<T>(session(), core_.follow(path, std::move(changed), window ? window->json() : json::object()));
    }

  private:
    static Host host(std::string_view hash, ClientOptions &&options) {
        Host host;
        if (!options.config.expects)
            options.config.expects = std::string(hash);
        host.config = typed::write(options.config);
        options.gateways.adit_serve(host);
        if (options.on_message || options.on_error)
            host.on_message = [on_message = std::move(options.on_message),
                               on_error = std::move(options.on_error)](const json &message) {
                std::optional<Received<Heard>> received;
                try {
                    received = Received<Heard>::read(message);
                } catch (const DecodingError &error) {
                    if (!on_error)
                        throw;
                    return on_error(error);
                }
                if (on_message)
                    on_message(*received);
            };
        return host;
    }

    std::future<Received<Heard>> request(const Sent<App> &message) {
        return detail::ask<Received<Heard>>(*session(), message.write(), {},
                                            [](const json &answer) { return Received<Heard>::read(answer); });
    }

    /* Sends one of Adit's own messages that has an answer of a type. */
    template <typename Answer> std::future<Answer> own(const AditToCore &message) {
        return detail::ask<Answer>(*session(), typed::write(message), {}, [](const json &found) {
            const auto received = Received<Heard>::read(found);
            const Answer *answer = received.template get_if<Answer>();
            if (answer == nullptr)
                throw DecodingError("found another answer; " + std::string(Answer::adit_case.key) + " is expected");
            return *answer;
        });
    }

    JsonCore core_;
};

} // namespace typed
} // namespace adit

#endif /* ADIT_TYPED_HPP */
