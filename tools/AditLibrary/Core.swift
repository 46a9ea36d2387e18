import CAdit
import Glibc

/// An open core of a library.
///
/// ```swift
/// let core = try Core(of: library, app: "todo", config: "{}")
/// try core.send(#"{"todo":{"request":{"add":{"text":"Buy milk"}}}}"#)
/// while let message = try core.receive(timeout: 0) { print(message) }
/// try core.close(timeout: 1000)
/// ```
///
/// Threads, limits and codes are those of `adit.h`. A core that is not closed stays open until the process ends.
public struct Core: Sendable {
    /// The library.
    public let library: Library
    /// The core's id.
    public let id: adit_core

    /// Opens a core.
    ///
    /// - Parameters:
    ///   - config: a JSON object; `docs/abi.md` lists its keys. With `store.check` or `store.repair` no core is opened;
    ///     see ``run(of:app:config:)``.
    ///   - receive: receives each message, on the thread that drives the core. The text is valid until it returns. Nil for
    ///     pull mode: ``receive(timeout:)``.
    /// - Throws: ``CoreError`` with the codes of `adit_open`.
    public init(
        of library: Library, app: String, config: String, receive: ((UnsafeRawBufferPointer) -> Void)? = nil
    ) throws(CoreError) {
        var (id, error): (adit_core, adit_error) = (0, adit_error())
        let context = receive.map { Unmanaged.passRetained(MessageReceiver($0)).toOpaque() }
        let code = library.functions.open(
            UInt32(ADIT_ABI_VERSION), app, config, config.utf8.count, receive == nil ? nil : onMessage, context,
            receive == nil ? nil : onRelease, &id, &error)
        try library.check(code, error)
        (self.library, self.id) = (library, id)
    }

    /// Runs what a config asks of a store's file instead of opening a core: `store.check`, `store.repair`.
    ///
    /// - Returns: a sentence about the file.
    /// - Throws: ``CoreError`` with the codes of `adit_open`.
    public static func run(of library: Library, app: String, config: String) throws(CoreError) -> String {
        var (id, error): (adit_core, adit_error) = (0, adit_error())
        let code = library.functions.open(
            UInt32(ADIT_ABI_VERSION), app, config, config.utf8.count, nil, nil, nil, &id, &error)
        try library.check(code, error)
        return CoreError.text(error)
    }

    /// Queues a message.
    ///
    /// - Parameter client: the client that it is from; nil for the host.
    /// - Throws: ``CoreError`` with the codes of `adit_send`; `eabi` if the library is too old for clients.
    public func send(_ message: String, from client: String? = nil) throws(CoreError) {
        var error = adit_error()
        guard let client else {
            return try library.check(library.functions.send(id, message, message.utf8.count, &error), error)
        }
        guard let submit = library.functions.submit else { throw CoreError(.abi, "the library has no adit_submit") }
        try library.check(submit(id, client, message, message.utf8.count, &error), error)
    }

    /// Drives the core.
    ///
    /// - Parameter timeout: how long to wait for work, in milliseconds; -1: without limit.
    /// - Returns: the number of messages delivered.
    /// - Throws: ``CoreError`` with the codes of `adit_process`.
    @discardableResult
    public func process(timeout: Int32) throws(CoreError) -> Int {
        let code = library.functions.process(id, timeout)
        try library.check(code)
        return Int(code)
    }

    /// Drives a core in pull mode until there is a message.
    ///
    /// - Returns: the message; nil after the time-out, in milliseconds.
    /// - Throws: ``CoreError`` with the codes of `adit_receive`; `eclosed` after `@closed`.
    public func receive(timeout: Int32) throws(CoreError) -> String? {
        var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        let code = library.functions.receive(id, timeout, &text, &length)
        return code == ErrorCode.timedOut.rawValue ? nil : try library.take(text, length, code, nil)
    }

    /// Sends a message and returns its output, a JSON array.
    ///
    /// - Parameter timeout: how long to wait for another thread that drives the core, in milliseconds.
    /// - Throws: ``CoreError`` with the codes of `adit_call`.
    public func call(_ message: String, timeout: Int32) throws(CoreError) -> String {
        var (text, length, error): (UnsafeMutablePointer<CChar>?, Int, adit_error) = (nil, 0, adit_error())
        let code = library.functions.call(id, message, message.utf8.count, timeout, &text, &length, &error)
        return try library.take(text, length, code, error)
    }

    /// Returns the descriptor that is readable while the core has work and no thread drives it.
    ///
    /// - Throws: ``CoreError`` with the codes of `adit_fd`.
    public func descriptor() throws(CoreError) -> Int32 {
        let code = library.functions.fd(id)
        try library.check(code)
        return code
    }

    /// Whether the core has work, and no thread drives it.
    public var hasWork: Bool {
        guard let descriptor = try? descriptor() else { return false }
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&file, 1, 0) > 0
    }

    /// Closes the core.
    ///
    /// - Parameter timeout: how long to wait for the core's work to end, in milliseconds.
    /// - Throws: ``CoreError`` with the codes of `adit_close`; after `etimedout` the core is closed nevertheless.
    public func close(timeout: Int32) throws(CoreError) { try library.check(library.functions.close(id, timeout)) }
}

/// Keeps the closure that receives messages, from `adit_open` until the library releases it.
private final class MessageReceiver {
    let receive: (UnsafeRawBufferPointer) -> Void

    init(_ receive: @escaping (UnsafeRawBufferPointer) -> Void) { self.receive = receive }
}

private func onMessage(
    _ context: UnsafeMutableRawPointer?, _: adit_core, _ text: UnsafePointer<CChar>?, _ length: Int
) {
    guard let context else { return }
    let receiver = Unmanaged<MessageReceiver>.fromOpaque(context).takeUnretainedValue()
    receiver.receive(UnsafeRawBufferPointer(start: text, count: length))
}

private func onRelease(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<MessageReceiver>.fromOpaque(context).release() }
}
