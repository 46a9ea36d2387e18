import Logging

/// The key of ``DependencyValues/logger``.
public enum LoggerKey: DependencyKey {
    /// A logger with swift-log's configured handler. A core overrides it with its own.
    public static var liveValue: Logger { Logger(label: "adit") }

    /// A logger that discards its lines.
    public static var testValue: Logger { Logger(label: "adit") { _ in SwiftLogNoOpLogHandler() } }
}

extension DependencyValues {
    /// The logger: in a core, its lines go to the core's host.
    public var logger: Logger {
        get { self[LoggerKey.self] }
        set { self[LoggerKey.self] = newValue }
    }
}
