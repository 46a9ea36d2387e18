import AditJSON
import Logging

/// Logs each message before it is handled, and what its handling throws.
///
/// The line of a message is its cases: `todo.request.add`. It goes to the logger of the core, and so to the host as a
/// `@log`, unless another is given.
///
/// - Parameters:
///   - level: that of a message's line.
///   - showsValues: whether the message itself is in the line's metadata, as JSON. It may contain secrets.
///   - logger: where the lines go; nil: ``DependencyValues/logger``.
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
    do { try encodeWire(message, to: writer) } catch { return "\(error)" }
    return writer.text
}
