/**
 * @file
 * adit.h for C++17: cores that close themselves, errors as exceptions, texts as std::string_view.
 *
 *     adit::Core core("counter", "{}", [](std::string_view message) { std::cout << message << '\n'; });
 *     core.send(R"({"counter":{"request":{"increment":{"by":2}}}})");
 *     core.process();
 *
 * Rules that hold for all of it:
 *
 * - Errors. A code of adit.h below 0 is thrown as adit::Error, except where a function says otherwise.
 * - Callbacks. They run inside process, call, close and Group::process, on the thread of that call. An exception that
 *   leaves one is caught there, so that it does not unwind through the core, and is thrown by that call once the core has
 *   delivered its other messages. Of several in one call, the first is thrown. A callback may end its thread
 *   (pthread_exit); the next call delivers the rest.
 * - Threads. Those of adit.h: send, submit and wakeup from any thread at any time, one thread drives a core at a time.
 *   An object must not be moved from or destroyed while another thread uses it.
 * - Libraries. A program is linked to an app library (Library::linked), or opens some by their paths (Library).
 *
 * Messages as values, replies of gateways and mirrors of the state are in adit_nlohmann.hpp.
 */
#ifndef ADIT_HPP
#define ADIT_HPP

#include "adit.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace adit {

/** A timeout without limit. */
inline constexpr std::chrono::milliseconds no_limit{-1};

/** Receives a message of a core, as JSON; borrowed until it returns. */
using MessageFunction = std::function<void(std::string_view message)>;

/** A code of adit.h as an exception; what() is the sentence of adit_error, or that of the code. */
class Error : public std::runtime_error {
  public:
    Error(std::int32_t code, const std::string &text, std::optional<std::uint32_t> offset = std::nullopt)
        : std::runtime_error(text), code_(code), offset_(offset) {}

    /** ADIT_ECRASHED of adit_served.h: the process of the core has ended. */
    static constexpr std::int32_t crashed = -23;

    /** The code, such as ADIT_EJSON. */
    std::int32_t code() const noexcept {
        return code_;
    }

    /** The position of the error in the text, in bytes, if known. */
    std::optional<std::uint32_t> offset() const noexcept {
        return offset_;
    }

    /** The name of the code, such as "EJSON". */
    const char *name() const noexcept {
        return name_of(code_);
    }

    /** The name of a code; "unknown" if there is none. */
    static const char *name_of(std::int32_t code) noexcept {
        switch (code) {
        case ADIT_OK:
            return "OK";
        case ADIT_EINVAL:
            return "EINVAL";
        case ADIT_EABI:
            return "EABI";
        case ADIT_EAPP:
            return "EAPP";
        case ADIT_ECONFIG:
            return "ECONFIG";
        case ADIT_ECORE:
            return "ECORE";
        case ADIT_EBUSY:
            return "EBUSY";
        case ADIT_EFORK:
            return "EFORK";
        case ADIT_EJSON:
            return "EJSON";
        case ADIT_EMESSAGE:
            return "EMESSAGE";
        case ADIT_ESIZE:
            return "ESIZE";
        case ADIT_EFULL:
            return "EFULL";
        case ADIT_ETIMEDOUT:
            return "ETIMEDOUT";
        case ADIT_ESTORE:
            return "ESTORE";
        case ADIT_ELOCKED:
            return "ELOCKED";
        case ADIT_ESCHEMA:
            return "ESCHEMA";
        case ADIT_ENOMEM:
            return "ENOMEM";
        case ADIT_EINTERNAL:
            return "EINTERNAL";
        case ADIT_EHANDLER:
            return "EHANDLER";
        case ADIT_ECASCADE:
            return "ECASCADE";
        case ADIT_ECLOSED:
            return "ECLOSED";
        case ADIT_EREPLAY:
            return "EREPLAY";
        case ADIT_EDENIED:
            return "EDENIED";
        case crashed:
            return "ECRASHED";
        case ADIT_EFENCED:
            return "EFENCED";
        default:
            return "unknown";
        }
    }

  private:
    std::int32_t code_;
    std::optional<std::uint32_t> offset_;
};

/** Internal from here on: the functions of a library, and the boundary to C. */
namespace detail {

/* The functions of adit.h of one library. */
struct Functions {
    decltype(&::adit_abi_version) abi_version = nullptr;
    decltype(&::adit_version) version = nullptr;
    decltype(&::adit_strerror) strerror = nullptr;
    decltype(&::adit_catalog) catalog = nullptr;
    decltype(&::adit_catalog_compare) catalog_compare = nullptr;
    decltype(&::adit_open) open = nullptr;
    decltype(&::adit_send) send = nullptr;
    decltype(&::adit_submit) submit = nullptr;
    decltype(&::adit_process) process = nullptr;
    decltype(&::adit_receive) receive = nullptr;
    decltype(&::adit_receive_all) receive_all = nullptr;
    decltype(&::adit_call) call = nullptr;
    decltype(&::adit_fd) fd = nullptr;
    decltype(&::adit_wakeup) wakeup = nullptr;
    decltype(&::adit_close) close = nullptr;
    decltype(&::adit_group_open) group_open = nullptr;
    decltype(&::adit_group_add) group_add = nullptr;
    decltype(&::adit_group_process) group_process = nullptr;
    decltype(&::adit_group_receive) group_receive = nullptr;
    decltype(&::adit_group_fd) group_fd = nullptr;
    decltype(&::adit_group_close) group_close = nullptr;
    decltype(&::adit_free) free = nullptr;
};

/* The place where this thread's driving call keeps the first exception of a callback; null outside of such a call. */
inline thread_local std::exception_ptr *thrown = nullptr;

/* A call that drives cores: callbacks may be called until it is destroyed. */
class Drive {
  public:
    Drive() noexcept : outer_(std::exchange(thrown, &mine_)) {}
    ~Drive() {
        thrown = outer_;
    }
    Drive(const Drive &) = delete;
    Drive &operator=(const Drive &) = delete;

    bool has_thrown() const noexcept {
        return mine_ != nullptr;
    }

    /* Rethrows the exception of a callback. */
    void rethrow() {
        if (mine_ != nullptr)
            std::rethrow_exception(std::exchange(mine_, nullptr));
    }

  private:
    std::exception_ptr mine_{};
    std::exception_ptr *outer_;
};

/*
 * Calls a function of the host, and returns the exception that leaves it; null if it returns. The end of the thread by
 * pthread_exit unwinds the stack as well, and must go on; its "exception" is a reference to nothing, which
 * UndefinedBehaviorSanitizer would report.
 */
template <typename Function> __attribute__((no_sanitize("null"))) std::exception_ptr thrown_by(Function &&function) {
    try {
        function();
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind &) {
        throw;
#endif
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

/* The functions that a core calls, alive until the core's library has released them. */
struct Receiver {
    MessageFunction function{};
    std::atomic<bool> is_muted{false};
};

inline void receive_message(void *context, adit_core, const char *json, std::size_t length) {
    Receiver &receiver = **static_cast<std::shared_ptr<Receiver> *>(context);
    if (receiver.is_muted)
        return;
    const std::exception_ptr exception = thrown_by([&] { receiver.function(std::string_view(json, length)); });
    if (thrown != nullptr && *thrown == nullptr)
        *thrown = exception;
}

inline void release_receiver(void *context) noexcept {
    delete static_cast<std::shared_ptr<Receiver> *>(context);
}

/* A text that a library has returned. */
class Text {
  public:
    explicit Text(const Functions &functions) noexcept : functions_(&functions) {}
    ~Text() {
        functions_->free(text);
    }
    Text(const Text &) = delete;
    Text &operator=(const Text &) = delete;
    std::string string() const {
        return std::string(text, length);
    }

    char *text = nullptr;
    std::size_t length = 0;

  private:
    const Functions *functions_;
};

inline std::int32_t milliseconds(std::chrono::milliseconds timeout) noexcept {
    if (timeout.count() < -1)
        return -2; // which adit.h refuses
    return timeout.count() > INT32_MAX ? INT32_MAX : static_cast<std::int32_t>(timeout.count());
}

[[noreturn]] inline void fail(const Functions &functions, std::int32_t code, const adit_error *error = nullptr) {
    if (error == nullptr || error->text[0] == '\0')
        throw Error(code, functions.strerror(code));
    throw Error(code, error->text,
                error->offset == ADIT_NO_OFFSET ? std::nullopt : std::optional<std::uint32_t>(error->offset));
}

inline std::int32_t check(const Functions &functions, std::int32_t code, const adit_error *error = nullptr) {
    if (code < 0)
        fail(functions, code, error);
    return code;
}

} // namespace detail

/** An app library. It stays loaded until the process ends; copies are the same library. Any thread. */
class Library {
  public:
    /** The library that the program is linked to. */
    static const Library &linked() {
        static const Library library(detail::Functions{::adit_abi_version,
                                                       ::adit_version,
                                                       ::adit_strerror,
                                                       ::adit_catalog,
                                                       ::adit_catalog_compare,
                                                       ::adit_open,
                                                       ::adit_send,
                                                       ::adit_submit,
                                                       ::adit_process,
                                                       ::adit_receive,
                                                       ::adit_receive_all,
                                                       ::adit_call,
                                                       ::adit_fd,
                                                       ::adit_wakeup,
                                                       ::adit_close,
                                                       ::adit_group_open,
                                                       ::adit_group_add,
                                                       ::adit_group_process,
                                                       ::adit_group_receive,
                                                       ::adit_group_fd,
                                                       ::adit_group_close,
                                                       ::adit_free});
        return library;
    }

    /**
     * Opens a library by its path, or by its name where the loader looks.
     *
     * Throws Error: ADIT_EINVAL if there is none or it is not an Adit library, ADIT_EABI if its interface is of another
     * version than this header's.
     */
    explicit Library(const std::string &path) : functions_(std::make_shared<detail::Functions>(load(path))) {}

    /** The version of the library, such as "0.1.0". */
    std::string version() const {
        return functions_->version();
    }

    /** The apps as JSON: `{"counter":{"version":"1","hash":"…"},…}`. */
    std::string catalog() const {
        return catalog_of(nullptr);
    }

    /** An app as a JSON Schema. Throws Error: ADIT_EAPP. */
    std::string catalog(std::string_view app) const {
        return catalog_of(name(app).c_str());
    }

    /** Compares two catalogs (docs/wire.md). Throws Error: ADIT_EINVAL, ADIT_EJSON. */
    std::string compare_catalogs(std::string_view older, std::string_view newer) const {
        detail::Text out(*functions_);
        adit_error error{};
        detail::check(*functions_,
                      functions_->catalog_compare(older.data(), older.size(), newer.data(), newer.size(), &out.text,
                                                  &out.length, &error),
                      &error);
        return out.string();
    }

    /* No API. */
    const std::shared_ptr<const detail::Functions> &functions() const noexcept {
        return functions_;
    }

    /* No API: an app's or a client's name, which adit.h takes with a NUL at its end. */
    std::string name(std::string_view text) const {
        if (text.find('\0') != std::string_view::npos)
            throw Error(ADIT_EINVAL, "found a NUL in a name; a text without one is expected");
        return std::string(text);
    }

  private:
    explicit Library(const detail::Functions &functions) : functions_(std::make_shared<detail::Functions>(functions)) {}

    template <typename Function>
    static void find(void *handle, const std::string &path, const char *symbol, Function &out) {
        out = reinterpret_cast<Function>(::dlsym(handle, symbol));
        if (out == nullptr)
            throw Error(ADIT_EINVAL, path + " is no Adit library: it has no function " + symbol);
    }

    /* Why a library cannot be loaded: where it was looked for, and what to do. */
    static std::string reason(const std::string &path, const std::string &fault) {
        if (fault.rfind(path + ": cannot open shared object file: No such file", 0) != 0)
            return fault;
        if (path.find('/') != std::string::npos) {
            char folder[4096];
            const bool is_relative = path[0] != '/' && ::getcwd(folder, sizeof folder) != nullptr;
            return path + ": there is no such file; it was looked for at " +
                   (is_relative ? std::string(folder) + '/' + path : path) +
                   ". Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so";
        }
        const char *folders = std::getenv("LD_LIBRARY_PATH");
        return path + ": there is no such library in LD_LIBRARY_PATH (" + (folders != nullptr ? folders : "not set") +
               "), nor in the folders of the system (ldconfig -p). Give its path, such as ./" + path +
               ", or add its folder to LD_LIBRARY_PATH";
    }

    static detail::Functions load(const std::string &path) {
        if (path.find('\0') != std::string::npos)
            throw Error(ADIT_EINVAL, "found a NUL in the path of a library");
        if (path.empty())
            throw Error(ADIT_EINVAL, "found \"\" as the path of a library; the path of a file is expected");
        void *handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) {
            const char *fault = ::dlerror();
            throw Error(ADIT_EINVAL, fault != nullptr ? reason(path, fault) : path + " could not be opened");
        }
        detail::Functions found;
        find(handle, path, "adit_abi_version", found.abi_version);
        if (found.abi_version() != ADIT_ABI_VERSION)
            throw Error(ADIT_EABI, path + " has version " + std::to_string(found.abi_version()) +
                                       " of the interface; " + std::to_string(ADIT_ABI_VERSION) + " is expected");
        find(handle, path, "adit_version", found.version);
        find(handle, path, "adit_strerror", found.strerror);
        find(handle, path, "adit_catalog", found.catalog);
        find(handle, path, "adit_catalog_compare", found.catalog_compare);
        find(handle, path, "adit_open", found.open);
        find(handle, path, "adit_send", found.send);
        find(handle, path, "adit_submit", found.submit);
        find(handle, path, "adit_process", found.process);
        find(handle, path, "adit_receive", found.receive);
        find(handle, path, "adit_receive_all", found.receive_all);
        find(handle, path, "adit_call", found.call);
        find(handle, path, "adit_fd", found.fd);
        find(handle, path, "adit_wakeup", found.wakeup);
        find(handle, path, "adit_close", found.close);
        find(handle, path, "adit_group_open", found.group_open);
        find(handle, path, "adit_group_add", found.group_add);
        find(handle, path, "adit_group_process", found.group_process);
        find(handle, path, "adit_group_receive", found.group_receive);
        find(handle, path, "adit_group_fd", found.group_fd);
        find(handle, path, "adit_group_close", found.group_close);
        find(handle, path, "adit_free", found.free);
        return found;
    }

    std::string catalog_of(const char *app) const {
        detail::Text out(*functions_);
        detail::check(*functions_, functions_->catalog(app, &out.text, &out.length));
        return out.string();
    }

    std::shared_ptr<const detail::Functions> functions_;
};

/** A core. Closed when it is destroyed; can be moved, and not copied. */
class Core {
  public:
    /**
     * Opens a core of an app of a library.
     *
     * `on_message` receives its messages; without one, it is in pull mode (receive). Throws Error with the codes of
     * adit_open. With store.check or store.repair in the config no core is opened: it is closed from the start.
     */
    Core(const Library &library, std::string_view app, std::string_view config = "{}", MessageFunction on_message = {})
        : functions_(library.functions()) {
        const std::string name = library.name(app);
        std::unique_ptr<std::shared_ptr<detail::Receiver>> context;
        if (on_message) {
            receiver_ = std::make_shared<detail::Receiver>();
            receiver_->function = std::move(on_message);
            context = std::make_unique<std::shared_ptr<detail::Receiver>>(receiver_);
        }
        adit_core id = 0;
        adit_error error{};
        detail::Drive drive;
        const bool has_receiver = context != nullptr;
        // From here on the library releases the context, also where it opens no core.
        const std::int32_t code = functions_->open(ADIT_ABI_VERSION, name.c_str(), config.data(), config.size(),
                                                   has_receiver ? detail::receive_message : nullptr, context.release(),
                                                   has_receiver ? detail::release_receiver : nullptr, &id, &error);
        detail::check(*functions_, code, &error);
        id_ = id;
        verdict_ = error.text;
    }

    /** Opens a core of an app of the library that the program is linked to. */
    explicit Core(std::string_view app, std::string_view config = "{}", MessageFunction on_message = {})
        : Core(Library::linked(), app, config, std::move(on_message)) {}

    Core(Core &&other) noexcept
        : functions_(other.functions_), receiver_(std::move(other.receiver_)), id_(other.id_.exchange(0)),
          verdict_(std::move(other.verdict_)), interrupted_(std::move(other.interrupted_)) {}

    Core &operator=(Core &&other) noexcept {
        if (this != &other) {
            drop();
            functions_ = other.functions_;
            receiver_ = std::move(other.receiver_);
            id_ = other.id_.exchange(0);
            verdict_ = std::move(other.verdict_);
            interrupted_ = std::move(other.interrupted_);
        }
        return *this;
    }

    Core(const Core &) = delete;
    Core &operator=(const Core &) = delete;

    /** Closes it, if close has not. The callback is not called any more. Waits a second at most. */
    ~Core() {
        drop();
    }

    /** The core's id in adit.h; 0 once it is closed. Any thread. */
    adit_core id() const noexcept {
        return id_;
    }

    /** Whether it has not been closed by close. Any thread. */
    bool is_open() const noexcept {
        return id_ != 0;
    }

    /** The sentence about the store's file after store.check or store.repair; otherwise empty. */
    const std::string &verdict() const noexcept {
        return verdict_;
    }

    /** Queues a message, which has the host's authority. Any thread. Throws Error with the codes of adit_send. */
    void send(std::string_view message) {
        adit_error error{};
        detail::check(*functions_, functions_->send(id_, text(message), message.size(), &error), &error);
    }

    /** Queues a message of a client (docs/abi.md). Any thread. Throws Error with the codes of adit_submit. */
    void submit(std::string_view client, std::string_view message) {
        if (client.find('\0') != std::string_view::npos)
            throw Error(ADIT_EINVAL, "found a NUL in a client's name; a text without one is expected");
        adit_error error{};
        const std::string name(client);
        detail::check(*functions_, functions_->submit(id_, name.c_str(), text(message), message.size(), &error),
                      &error);
    }

    /**
     * Drives the core; waits for something to do at most `timeout`. The number of messages that were delivered. Throws
     * Error with the codes of adit_process, and exceptions of a callback.
     */
    std::int32_t process(std::chrono::milliseconds timeout = std::chrono::milliseconds(0)) {
        detail::Drive drive;
        const std::int32_t count = functions_->process(id_, detail::milliseconds(timeout));
        drive.rethrow();
        return detail::check(*functions_, count);
    }

    /** Drives a core in pull mode until it has a message; nothing if there was none in time, or wakeup was called. */
    std::optional<std::string> receive(std::chrono::milliseconds timeout = std::chrono::milliseconds(0)) {
        detail::Text out(*functions_);
        return received(functions_->receive(id_, detail::milliseconds(timeout), &out.text, &out.length), out);
    }

    /** As receive, but all messages that wait, as a JSON array: of at most `max_bytes`, where that is not 0. */
    std::optional<std::string> receive_all(std::chrono::milliseconds timeout = std::chrono::milliseconds(0),
                                           std::size_t max_bytes = 0) {
        detail::Text out(*functions_);
        return received(functions_->receive_all(id_, detail::milliseconds(timeout), max_bytes, &out.text, &out.length),
                        out);
    }

    /**
     * Sends a message, drives the core until it is handled, and returns its output as a JSON array. Any thread. Throws
     * Error with the codes of adit_call, and exceptions of a callback; interrupted_output() has the array then.
     */
    std::string call(std::string_view message, std::chrono::milliseconds timeout = no_limit) {
        detail::Text out(*functions_);
        adit_error error{};
        detail::Drive drive;
        const std::int32_t code = functions_->call(id_, text(message), message.size(), detail::milliseconds(timeout),
                                                   &out.text, &out.length, &error);
        if (drive.has_thrown() && code == ADIT_OK)
            interrupted_ = out.string();
        drive.rethrow();
        detail::check(*functions_, code, &error);
        return out.string();
    }

    /** The output of the last call that a callback has left by an exception; taken out. */
    std::optional<std::string> interrupted_output() {
        return std::exchange(interrupted_, std::nullopt);
    }

    /** A descriptor that is readable while the core has work; poll it, and call process. Any thread. */
    int fd() const {
        return detail::check(*functions_, functions_->fd(id_));
    }

    /** Makes a waiting process or receive return. Any thread. */
    void wakeup() {
        detail::check(*functions_, functions_->wakeup(id_));
    }

    /**
     * Closes the core; its last messages are delivered. Does nothing if it is closed. False if an effect ignored its
     * cancellation for so long; the core is closed then, too. Throws Error: ADIT_EBUSY (from its callback, or another
     * thread drives it), and what a callback has thrown.
     */
    bool close(std::chrono::milliseconds timeout = std::chrono::milliseconds(1000)) {
        const adit_core id = id_;
        if (id == 0)
            return true;
        detail::Drive drive;
        const std::int32_t code = functions_->close(id, detail::milliseconds(timeout));
        if (code == ADIT_OK || code == ADIT_ETIMEDOUT || code == ADIT_ECORE)
            id_ = 0;
        drive.rethrow();
        if (code != ADIT_ETIMEDOUT && code != ADIT_ECORE)
            detail::check(*functions_, code);
        return code != ADIT_ETIMEDOUT;
    }

    /* No API. */
    const std::shared_ptr<const detail::Functions> &functions() const noexcept {
        return functions_;
    }

  private:
    /* A view of nothing may have no text at all. */
    static const char *text(std::string_view view) noexcept {
        return view.data() != nullptr ? view.data() : "";
    }

    std::optional<std::string> received(std::int32_t code, const detail::Text &out) const {
        if (code == ADIT_ETIMEDOUT)
            return std::nullopt;
        detail::check(*functions_, code);
        return out.string();
    }

    void drop() noexcept {
        const adit_core id = id_.exchange(0);
        if (receiver_ != nullptr)
            receiver_->is_muted = true;
        if (id != 0)
            functions_->close(id, 1000);
    }

    std::shared_ptr<const detail::Functions> functions_;
    std::shared_ptr<detail::Receiver> receiver_{};
    std::atomic<adit_core> id_{0};
    std::string verdict_{};
    std::optional<std::string> interrupted_{};
};

/** Cores with one descriptor, of which one call drives those that have work. Ends when it is destroyed; they stay open. */
class Group {
  public:
    /** A group of cores of a library. */
    explicit Group(const Library &library = Library::linked()) : functions_(library.functions()) {
        detail::check(*functions_, functions_->group_open(&id_));
    }
    Group(Group &&other) noexcept
        : functions_(other.functions_), id_(std::exchange(other.id_, 0)), interrupted_(std::move(other.interrupted_)) {}
    Group &operator=(Group &&other) noexcept {
        std::swap(functions_, other.functions_);
        std::swap(id_, other.id_);
        std::swap(interrupted_, other.interrupted_);
        return *this;
    }
    Group(const Group &) = delete;
    Group &operator=(const Group &) = delete;
    ~Group() {
        functions_->group_close(id_);
    }

    /** Adds a core. Throws Error: ADIT_EINVAL (it is in a group), ADIT_ECORE. */
    void add(const Core &core) {
        detail::check(*functions_, functions_->group_add(id_, core.id()));
    }

    /** Drives each core that has work; the number of messages that were delivered. Throws as Core::process. */
    std::int32_t process(std::chrono::milliseconds timeout = std::chrono::milliseconds(0)) {
        detail::Drive drive;
        const std::int32_t count = functions_->group_process(id_, detail::milliseconds(timeout));
        drive.rethrow();
        return detail::check(*functions_, count);
    }

    /**
     * Drives cores in pull mode until one has messages: its id, and they as a JSON array; nothing if there was none.
     * Throws as Core::process; the next receive returns the messages then.
     */
    std::optional<std::pair<adit_core, std::string>>
    receive(std::chrono::milliseconds timeout = std::chrono::milliseconds(0), std::size_t max_bytes = 0) {
        if (interrupted_)
            return std::exchange(interrupted_, std::nullopt);
        detail::Text out(*functions_);
        detail::Drive drive;
        adit_core core = 0;
        const std::int32_t code =
            functions_->group_receive(id_, detail::milliseconds(timeout), max_bytes, &core, &out.text, &out.length);
        if (drive.has_thrown() && code == ADIT_OK)
            interrupted_.emplace(core, out.string());
        drive.rethrow();
        if (code == ADIT_ETIMEDOUT)
            return std::nullopt;
        detail::check(*functions_, code);
        return std::make_pair(core, out.string());
    }

    /** A descriptor that is readable while a core of the group has work. */
    int fd() const {
        return detail::check(*functions_, functions_->group_fd(id_));
    }

  private:
    std::shared_ptr<const detail::Functions> functions_;
    adit_group id_ = 0;
    std::optional<std::pair<adit_core, std::string>> interrupted_{};
};

} // namespace adit

#endif /* ADIT_HPP */
