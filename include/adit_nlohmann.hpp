/**
 * @file The JSON of a core, for C++17 with nlohmann::json 3.11 (Debian: nlohmann-json3-dev): messages as values,
 * answers as std::future, gateways as functions, mirrors of the state.
 *
 *     adit::Host host;
 *     host.gateways["lists"] = [](const adit::json &request, adit::Reply reply) { reply.result({{"texts", {"Milk"}}}); };
 *     adit::JsonCore core("todo", std::move(host));
 *     auto items = core.follow("/items");
 *     auto added = core.request({{"todo", {{"request", {{"add", {{"item", {{"text", "Tea"}}}}}}}}}});
 *     core.process();
 *     std::cout << added.get() << items->value();
 *
 * All functions of the host (gateways, on_message, on_change) run inside process and close, on the thread of that call.
 * Their exceptions are rethrown by that call, except those of a gateway, which answer the request. Futures and replies
 * may be used by any thread; a program that drives the core itself must not wait for a future without process.
 */
#ifndef ADIT_NLOHMANN_HPP
#define ADIT_NLOHMANN_HPP

#include "adit.hpp"

#include <cmath>
#include <deque>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace adit {

using nlohmann::json;

class Reply;

/** Serves a gateway: answers the request by the reply, at once or later, from any thread. */
using Gateway = std::function<void(const json &request, Reply reply)>;

/** The options of a core. */
struct Host {
    /** The config of adit_open, without `gateways`. */
    json config = json::object();
    /** The gateways that the host serves, by their names. */
    std::map<std::string, Gateway> gateways{};
    /** Receives the messages that are not answers to requests, updates of mirrors or requests to gateways. */
    std::function<void(const json &message)> on_message{};
    /** Receives the exceptions of gateways, by their names, which are answers as well; standard error by default. */
    std::function<void(const std::string &gateway, const std::string &text)> on_error{};
};

namespace detail {

/* An effect that waits for its answer. */
struct Effect {
    std::string id{};
    std::atomic<bool> is_cancelled{false};
    std::atomic<bool> is_over{false};
    std::mutex mutex{};
    std::function<void()> on_cancel{};

    void cancel() {
        is_over = true;
        std::function<void()> function;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            is_cancelled = true;
            function = std::exchange(on_cancel, nullptr);
        }
        if (function)
            function();
    }
};

/* A request that waits for its answer. */
struct Request {
    /* Whether a message with its id answers it; without one, the first does. */
    std::function<bool(const json &message)> is_answer{};
    std::function<void(const json &message)> answer{};
    std::function<void(std::exception_ptr error)> fail{};
};

/* The code of an `@error`. */
inline std::int32_t code_named(const std::string &name) {
    for (std::int32_t code = Error::crashed; code < 0; code++) {
        std::string found = Error::name_of(code);
        for (char &letter : found)
            letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
        if (found == name)
            return code;
    }
    return ADIT_EINTERNAL;
}

inline Error error_of(const json &body) {
    return Error(code_named(body.value("code", "")), body.value("message", "the core failed"));
}

/* nlohmann::json writes null for a number that JSON does not have; it is refused instead. */
inline void expect_finite(const json &value) {
    if (value.is_number_float() && !std::isfinite(value.get<double>()))
        throw Error(ADIT_EJSON,
                    "found the number " + std::to_string(value.get<double>()) + ", which JSON does not have");
    if (value.is_structured())
        for (const json &element : value)
            expect_finite(element);
}

/* A text for C, which refuses bytes that are not UTF-8 as the core would. */
inline std::string text_of(const json &value) {
    expect_finite(value);
    try {
        return value.dump();
    } catch (const json::exception &error) {
        throw Error(ADIT_EJSON, error.what());
    }
}

/* Calls functions, also where one throws, and throws the first exception then. */
class FirstThrown {
  public:
    template <typename Function> void guard(Function function) {
        const std::exception_ptr exception = thrown_by(function);
        if (first_ == nullptr)
            first_ = exception;
    }
    bool has_thrown() const noexcept {
        return first_ != nullptr;
    }
    void rethrow() {
        if (first_ != nullptr)
            std::rethrow_exception(first_);
    }

  private:
    std::exception_ptr first_{};
};

struct Session;

} // namespace detail

/** The answer of a gateway. Copies are the same answer; the first call counts. Any thread. */
class Reply {
  public:
    /** Answers with a result. After a cancellation or the end of the core it does nothing. */
    void result(const json &value) {
        answer("result", value, false);
    }

    /** Answers with an error, which the app receives. */
    void error(const json &value) {
        answer("error", value, false);
    }

    /** Answers a source ("reply": "many") with a result after which others follow. */
    void more(const json &value) {
        answer("result", value, true);
    }

    /** Ends a source that has no further results. */
    void end() {
        answer(nullptr, nullptr, false);
    }

    /** Whether the core expects no answer any more. */
    bool is_cancelled() const noexcept {
        return effect_->is_cancelled;
    }

    /** Has a function called when the core cancels the request; at once, if it has. */
    void on_cancel(std::function<void()> function) {
        {
            const std::lock_guard<std::mutex> lock(effect_->mutex);
            if (!effect_->is_cancelled) {
                effect_->on_cancel = std::move(function);
                return;
            }
        }
        function();
    }

  private:
    friend struct detail::Session;
    Reply(std::weak_ptr<detail::Session> session, std::shared_ptr<detail::Effect> effect)
        : session_(std::move(session)), effect_(std::move(effect)) {}

    inline void answer(const char *key, const json &value, bool has_more);

    std::weak_ptr<detail::Session> session_;
    std::shared_ptr<detail::Effect> effect_;
};

/** A copy of a part of a core's state, or of a window of a list, that is kept up to date (docs/state.md). */
class Mirror {
  public:
    /** The value; null if there is none yet, or the path leads nowhere (has_value). */
    const json &value() const noexcept {
        return value_;
    }
    /** Whether the path leads to a value. */
    bool has_value() const noexcept {
        return has_value_;
    }
    /** The revision of the value; -1: none was received yet. */
    std::int64_t revision() const noexcept {
        return revision_;
    }
    /** Of a window: the index of its first element. */
    std::int64_t first() const noexcept {
        return first_;
    }
    /** Of a window: how many elements the whole list has. */
    std::int64_t count() const noexcept {
        return count_;
    }
    /** Why the core refused the subscription; empty if it did not. */
    const std::string &error() const noexcept {
        return error_;
    }
    const std::string &path() const noexcept {
        return path_;
    }
    /** How often it has changed. */
    std::uint64_t changes() const noexcept {
        return changes_;
    }

  private:
    friend struct detail::Session;
    friend class JsonCore;
    std::string subscription_{}, path_{}, error_{};
    json value_ = nullptr, window_ = json::object();
    bool has_value_ = false, is_lost_ = false;
    std::int64_t revision_ = -1, first_ = 0, count_ = 0;
    std::uint64_t changes_ = 0;
    std::function<void(const Mirror &)> on_change_{};
};

namespace detail {

/* The state that a JsonCore shares with its replies. */
struct Session : std::enable_shared_from_this<Session> {
    Host host{};
    std::optional<Core> core{};
    std::mutex mutex{};
    std::map<std::string, Request> requests{};
    std::map<std::string, std::shared_ptr<Mirror>> mirrors{};
    std::map<std::string, std::shared_ptr<Effect>> effects{};
    std::mutex unsent_mutex{};
    std::deque<json> unsent{}; // answers for which the queue had no room
    std::uint64_t last = 0;
    std::string next_name() {
        return "adit.hpp-" + std::to_string(++last);
    }

    void send(const json &message) {
        core->send(text_of(message));
    }

    void hear_text(std::string_view text) {
        const json message = json::parse(text);
        if (!message.is_array())
            return hear(message);
        FirstThrown first; // "delivery": "batches"
        for (const json &part : message)
            first.guard([&] { hear(part); });
        first.rethrow();
    }

    void hear(const json &message) {
        follow_process(message);
        if (!is_taken(message) && host.on_message)
            host.on_message(message);
    }

    /* Whether a message was for a gateway, a mirror or a request. */
    bool is_taken(const json &message) {
        if (hear_effect(message))
            return true;
        if (message.contains("@client"))
            return false; // a client may use the same names and ids
        return hear_update(message) || hear_answer(message);
    }

    static const json &member(const json &object, const char *key) {
        static const json none = nullptr;
        const auto found = object.find(key);
        return found != object.end() ? *found : none;
    }

    static std::string text_in(const json &object, const char *key) {
        const json &value = object.is_object() ? member(object, key) : object;
        return value.is_string() ? value.get<std::string>() : std::string();
    }

    std::shared_ptr<Mirror> mirror_named(const std::string &name) {
        const std::lock_guard<std::mutex> lock(mutex);
        const auto found = mirrors.find(name);
        return found != mirrors.end() ? found->second : nullptr;
    }

    bool hear_update(const json &message) {
        const json &value = member(message, "@value"), &patch = member(message, "@patch");
        const json &body = value.is_null() ? patch : value;
        const std::shared_ptr<Mirror> mirror = mirror_named(text_in(body, "subscription"));
        if (mirror == nullptr)
            return false;
        if (value.is_null() && mirror->is_lost_)
            return true; // of a subscription that is made anew
        if (value.is_null() && !apply(*mirror, patch)) {
            lose(*mirror);
            return true;
        }
        if (!value.is_null() && text_in(value, "path") != mirror->path_) {
            lose(*mirror);
            return true;
        }
        if (!value.is_null()) {
            mirror->has_value_ = value.contains("value");
            mirror->value_ = member(value, "value");
            mirror->first_ = value.value("from", std::int64_t(0));
            mirror->is_lost_ = false;
        }
        mirror->revision_ = body.value("revision", std::int64_t(-1));
        mirror->count_ = body.value("count", std::int64_t(0));
        mirror->changes_++;
        if (mirror->on_change_)
            mirror->on_change_(*mirror);
        return true;
    }

    static bool apply(Mirror &mirror, const json &patch) {
        if (patch.value("from", std::int64_t(-2)) != mirror.revision_)
            return false;
        try {
            mirror.value_.patch_inplace(member(patch, "ops"));
            return true;
        } catch (const json::exception &) {
            return false;
        }
    }

    /* A mirror that has missed something is subscribed anew. */
    void lose(Mirror &mirror) {
        mirror.is_lost_ = true;
        send({{"@unsubscribe", {{"subscription", mirror.subscription_}}}});
        subscribe(mirror);
    }

    /* The end and the beginning of the core's process, if that is `adit serve`. */
    void follow_process(const json &message) {
        if (message.contains("@crashed"))
            lose(Error(Error::crashed, "the core's process ended before there was an answer"));
        else if (message.contains("@gone"))
            lose(error_of(member(message, "@gone")));
        else if (message.contains("@reopened"))
            follow_again();
    }

    void follow_again() {
        std::vector<std::shared_ptr<Mirror>> all;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            for (const auto &mirror : mirrors)
                all.push_back(mirror.second);
        }
        for (const std::shared_ptr<Mirror> &mirror : all) {
            mirror->is_lost_ = true;
            try {
                subscribe(*mirror);
            } catch (const Error &error) {
                if (error.code() != Error::crashed) // another `@reopened` follows then
                    throw;
            }
        }
    }

    void subscribe(const Mirror &mirror) {
        json body = mirror.window_;
        body["subscription"] = mirror.subscription_;
        body["path"] = mirror.path_;
        send({{"@subscribe", body}, {"@id", mirror.subscription_}});
    }

    bool hear_effect(const json &message) {
        const json &effect = member(message, "@effect"), &cancel = member(message, "@cancel");
        if (!cancel.is_null()) {
            const std::shared_ptr<Effect> cancelled = take_effect(text_in(cancel, "effect"));
            if (cancelled == nullptr)
                return false;
            cancelled->cancel();
            return true;
        }
        const auto gateway = host.gateways.find(text_in(effect, "gateway"));
        if (effect.is_null() || gateway == host.gateways.end())
            return false;
        auto state = std::make_shared<Effect>();
        state->id = text_in(effect, "id");
        state->is_over = member(effect, "reply") == json(false);
        if (!state->is_over)
            keep_effect(state);
        Reply reply(weak_from_this(), state);
        const std::exception_ptr exception = thrown_by([&] { gateway->second(member(effect, "request"), reply); });
        if (exception != nullptr)
            fail(gateway->first, reply, words_of(exception).c_str());
        return true;
    }

    static std::string words_of(const std::exception_ptr &exception) {
        try {
            std::rethrow_exception(exception);
        } catch (const std::exception &error) {
            return error.what();
        } catch (...) {
            return "the gateway failed";
        }
    }

    inline void fail(const std::string &gateway, Reply &reply, const char *text);

    void keep_effect(const std::shared_ptr<Effect> &effect) {
        const std::lock_guard<std::mutex> lock(mutex);
        effect->is_over = false;
        effects[effect->id] = effect;
    }

    std::shared_ptr<Effect> take_effect(const std::string &id) {
        const std::lock_guard<std::mutex> lock(mutex);
        const auto found = effects.find(id);
        if (found == effects.end())
            return nullptr;
        std::shared_ptr<Effect> effect = found->second;
        effects.erase(found);
        return effect;
    }

    bool hear_answer(const json &message) {
        // Log lines, progress and requests to the host are not answers, though they have the id of their cause.
        for (const char *name : {"@effect", "@cancel", "@log", "@gap", "@progress"})
            if (message.contains(name))
                return false;
        const std::string id = text_in(message, "@id");
        const json &error = member(message, "@error");
        if (const std::shared_ptr<Mirror> mirror = mirror_named(id); mirror != nullptr && !error.is_null()) {
            if (code_named(error.value("code", "")) == Error::crashed)
                return true; // it is followed again after @reopened
            mirror->error_ = error_of(error).what();
            mirror->changes_++;
            if (mirror->on_change_)
                mirror->on_change_(*mirror);
            return true;
        }
        Request request;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            const auto found = requests.find(id);
            if (id.empty() || found == requests.end())
                return false;
            if (error.is_null() && found->second.is_answer && !found->second.is_answer(message))
                return false;
            request = std::move(found->second);
            requests.erase(found);
        }
        if (error.is_null())
            request.answer(message);
        else
            request.fail(std::make_exception_ptr(error_of(error)));
        return true;
    }

    /* Sends a message with a new `@id`. */
    void ask(json message, Request request) {
        if (!message.is_object())
            throw Error(ADIT_EINVAL, "found " + text_of(message) + "; an object is expected as a request");
        if (message.contains("@id"))
            throw Error(ADIT_EINVAL, "found an @id in a request; a message without one is expected");
        std::string id;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            id = next_name();
            requests[id] = std::move(request);
        }
        message["@id"] = id;
        try {
            send(message);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            requests.erase(id);
            throw;
        }
    }

    std::shared_ptr<const Mirror> follow(const std::string &path, std::function<void(const Mirror &)> on_change,
                                         const json &window) {
        auto mirror = std::make_shared<Mirror>();
        mirror->path_ = path;
        mirror->window_ = window;
        mirror->on_change_ = std::move(on_change);
        {
            const std::lock_guard<std::mutex> lock(mutex);
            mirror->subscription_ = next_name();
            mirrors[mirror->subscription_] = mirror;
        }
        try {
            subscribe(*mirror);
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex);
            mirrors.erase(mirror->subscription_);
            throw;
        }
        return mirror;
    }

    void move(const Mirror &mirror, const json &window) {
        const std::shared_ptr<Mirror> found = mirror_named(mirror.subscription_);
        if (found == nullptr)
            throw Error(ADIT_EINVAL, "the mirror is not of this core");
        json body = window;
        body["subscription"] = mirror.subscription_;
        send({{"@window", body}});
        found->window_.update(window);
    }

    void unfollow(const Mirror &mirror) {
        {
            const std::lock_guard<std::mutex> lock(mutex);
            if (mirrors.erase(mirror.subscription_) == 0)
                return;
        }
        send({{"@unsubscribe", {{"subscription", mirror.subscription_}}}});
    }

    /* Sends an answer of a gateway, or keeps it until the queue has room: no sooner than a call has driven. */
    void reply(json message) {
        const std::lock_guard<std::mutex> lock(unsent_mutex);
        if (!unsent.empty() || !is_sent(message))
            unsent.push_back(std::move(message));
    }

    /* False if the queue is full. */
    bool is_sent(const json &message) {
        try {
            send(message);
        } catch (const Error &error) {
            if (error.code() != ADIT_EFULL)
                throw;
            return false;
        }
        return true;
    }

    /* Sends the answers that were kept, as far as the queue has room; whether there were any. */
    bool send_unsent() {
        const std::lock_guard<std::mutex> lock(unsent_mutex);
        const std::size_t before = unsent.size();
        while (!unsent.empty()) {
            try {
                if (!is_sent(unsent.front()))
                    break;
                unsent.pop_front();
            } catch (const Error &error) {
                refuse(error);
            }
        }
        return unsent.size() < before;
    }

    /* The first answer that was kept was refused: it becomes an error. A closed core needs none. */
    void refuse(const Error &error) {
        json &reply = unsent.front()["@reply"];
        if (reply.contains("error") || error.code() == ADIT_ECLOSED || error.code() == ADIT_ECORE ||
            error.code() == Error::crashed) {
            unsent.pop_front();
        } else {
            reply = {{"effect", reply["effect"]}, {"error", error.what()}};
        }
    }

    /* The core has closed: nothing is answered any more. */
    void fail_pending() {
        {
            const std::lock_guard<std::mutex> lock(mutex);
            mirrors.clear();
        }
        lose(Error(ADIT_ECLOSED, "the core has closed"));
    }

    /* Fails pending requests: their answers will not come. */
    void lose(const Error &error) {
        std::map<std::string, Request> left;
        std::map<std::string, std::shared_ptr<Effect>> cancelled;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            left.swap(requests);
            cancelled.swap(effects);
        }
        {
            const std::lock_guard<std::mutex> lock(unsent_mutex);
            unsent.clear();
        }
        FirstThrown first;
        for (auto &request : left)
            first.guard([&] { request.second.fail(std::make_exception_ptr(error)); });
        for (auto &effect : cancelled)
            first.guard([&] { effect.second->cancel(); });
        first.rethrow();
    }
};

} // namespace detail

namespace detail {

inline void Session::fail(const std::string &gateway, Reply &reply, const char *text) {
    if (host.on_error)
        host.on_error(gateway, text);
    else
        std::cerr << "adit: the gateway " << gateway << " failed: " << text << std::endl;
    try {
        reply.error(text);
    } catch (const Error &) { // the text is no UTF-8
        reply.error("the gateway failed");
    }
}

} // namespace detail

inline void Reply::answer(const char *key, const json &value, bool has_more) {
    const std::shared_ptr<detail::Session> session = session_.lock();
    if (session == nullptr || effect_->is_cancelled ||
        (has_more ? effect_->is_over.load() : effect_->is_over.exchange(true)))
        return;
    json body = {{"effect", effect_->id}};
    if (key != nullptr)
        body[key] = value;
    if (has_more)
        body["more"] = true;
    else
        session->take_effect(effect_->id);
    try {
        session->reply({{"@reply", body}});
    } catch (const Error &error) {
        // The core has closed meanwhile, or another thread is about to.
        if (error.code() == ADIT_ECLOSED || error.code() == ADIT_ECORE || error.code() == Error::crashed)
            return;
        // It was refused: the gateway may answer with an error.
        if (!has_more)
            session->keep_effect(effect_);
        throw;
    }
}

/** A core whose messages are values of nlohmann::json. Closed when it is destroyed. */
class JsonCore {
  public:
    /** Opens a core of an app of a library. Throws Error with the codes of adit_open. */
    JsonCore(const Library &library, std::string_view app, Host host = {})
        : session_(std::make_shared<detail::Session>()) {
        json config = host.config;
        if (!host.gateways.empty()) {
            if (!config.is_object())
                throw Error(ADIT_ECONFIG, "found " + config.dump() + " as the config; an object is expected");
            json names = json::array();
            for (const auto &gateway : host.gateways) {
                if (!gateway.second)
                    throw Error(ADIT_EINVAL, "found an empty function for the gateway " + gateway.first);
                names.push_back(gateway.first);
            }
            config["gateways"] = names;
        }
        session_->host = std::move(host);
        const std::weak_ptr<detail::Session> session = session_;
        session_->core.emplace(library, app, detail::text_of(config), [session](std::string_view message) {
            if (const std::shared_ptr<detail::Session> alive = session.lock())
                alive->hear_text(message);
        });
    }

    /** Opens a core of an app of the library that the program is linked to. */
    explicit JsonCore(std::string_view app, Host host = {}) : JsonCore(Library::linked(), app, std::move(host)) {}

    /* No API: a core that is open already. */
    explicit JsonCore(std::shared_ptr<detail::Session> session) noexcept : session_(std::move(session)) {}

    JsonCore(JsonCore &&) noexcept = default;
    JsonCore &operator=(JsonCore &&other) noexcept {
        std::swap(session_, other.session_);
        return *this;
    }
    JsonCore(const JsonCore &) = delete;
    JsonCore &operator=(const JsonCore &) = delete;

    /** Closes it, if close has not: on_message and on_change are not called any more, and pending requests fail as with close. */
    ~JsonCore() {
        if (session_ == nullptr)
            return;
        {
            const std::lock_guard<std::mutex> lock(session_->mutex);
            session_->mirrors.clear();
        }
        session_->host.on_message = nullptr;
        try {
            // The core itself stays as long as a reply is being sent.
            session_->core->close();
        } catch (...) { // it is being driven: nobody is left to be told
        }
        try {
            session_->fail_pending();
        } catch (...) {
        }
    }

    /** Queues a message. Any thread. */
    void send(const json &message) {
        session_->send(message);
    }

    /**
     * Queues a message with a new `@id`. The future gets the first message with that `@id`, of the app or of Adit
     * (`@value`, …), or an Error: that of an `@error`, or ADIT_ECLOSED. Any thread.
     */
    std::future<json> request(json message) {
        auto promise = std::make_shared<std::promise<json>>();
        std::future<json> future = promise->get_future();
        session_->ask(std::move(message), {{},
                                           [promise](const json &answer) { promise->set_value(answer); },
                                           [promise](std::exception_ptr error) { promise->set_exception(error); }});
        return future;
    }

    /** Follows a part of the state; `on_change` is called after each update. `window`: `from` and `limit` of a list. */
    std::shared_ptr<const Mirror> follow(const std::string &path, std::function<void(const Mirror &)> on_change = {},
                                         const json &window = json::object()) {
        return session_->follow(path, std::move(on_change), window);
    }

    /** Moves the window of a mirror: `from`, `limit`. On the thread that drives the core. */
    void move(const std::shared_ptr<const Mirror> &mirror, const json &window) {
        session_->move(*mirror, window);
    }

    /** Ends a mirror; its value stays as it is. */
    void unfollow(const std::shared_ptr<const Mirror> &mirror) {
        session_->unfollow(*mirror);
    }

    /** Core::process. */
    std::int32_t process(std::chrono::milliseconds timeout = std::chrono::milliseconds(0)) {
        const std::int32_t count = session_->core->process(timeout);
        session_->send_unsent();
        return count;
    }

    /** Drives the core until it has nothing more to do at once, such as replies that gateways gave meanwhile. */
    void settle() {
        while (session_->core->process() > 0 || session_->send_unsent()) {
        }
    }

    /**
     * Core::call, with values: the output as an array, without messages for gateways, mirrors and requests, which
     * receive them. Where a callback throws, on_message receives the rest. On the thread that drives the core.
     */
    json call(const json &message, std::chrono::milliseconds timeout = no_limit) {
        json rest = json::array();
        detail::FirstThrown first;
        std::string output;
        first.guard([&] { output = session_->core->call(detail::text_of(message), timeout); });
        if (std::optional<std::string> interrupted = session_->core->interrupted_output())
            output = std::move(*interrupted);
        if (!output.empty())
            for (const json &part : json::parse(output))
                first.guard([&] {
                    if (!session_->is_taken(part))
                        rest.push_back(part);
                });
        first.guard([&] { session_->send_unsent(); });
        if (first.has_thrown() && session_->host.on_message)
            for (const json &part : rest) // it cannot be returned
                first.guard([&] { session_->host.on_message(part); });
        first.rethrow();
        return rest;
    }

    /** Core::close; pending requests fail with ADIT_ECLOSED. */
    bool close(std::chrono::milliseconds timeout = std::chrono::milliseconds(1000)) {
        bool closed = false;
        try {
            closed = session_->core->close(timeout);
        } catch (...) {
            if (!session_->core->is_open())
                session_->fail_pending();
            throw;
        }
        session_->fail_pending();
        return closed;
    }

    /* No API. */
    const std::shared_ptr<detail::Session> &session() const noexcept {
        return session_;
    }

    /** The core beneath: fd, wakeup, submit and the rest. */
    Core &core() noexcept {
        return *session_->core;
    }

  private:
    std::shared_ptr<detail::Session> session_;
};

} // namespace adit

#endif /* ADIT_NLOHMANN_HPP */
