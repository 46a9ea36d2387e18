import AditJSON
import Logging

/// Returns middleware that logs each message before it is handled, and the errors of its handling.
///
/// The line of a message is its cases: `todo.request.add`. By default it goes to the logger of the core, and thereby to
/// the host as a `@log`.
///
/// - Parameters:
///   - level: the level of a message's line.
///   - showsValues: whether the line's metadata contains the message as JSON, with masks in place
///     of its secrets (``Secret``).
///   - logger: the logger; nil for ``DependencyValues/logger``.
public func loggingMiddleware<Message: WireMessage>(
    level: Logger.Level = .debug, showingValues showsValues: Bool = false, to logger: Logger? = nil
) -> Middleware<Message> {
    { message, next in
        let logger = logger ?? DependencyValues.current.logger
        logger.log(
            level: level, "\(message.casePath)", metadata: showsValues ? ["message": "\(text(of: message))"] : nil)
        do {
            try next(message)
        } catch {
            logger.error("\(message.casePath) threw", metadata: ["error": "\(error)"])
            throw error
        }
    }
}

private func text(of message: some WireMessage) -> String {
    let writer = JSONWriter()
    writer.masksSecrets = true
    do { try encodeWire(message, to: writer) } catch { return "\(error)" }
    return writer.text
}
