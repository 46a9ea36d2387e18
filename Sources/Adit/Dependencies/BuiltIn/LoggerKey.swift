import Logging

/// The key of ``DependencyValues/logger``.
public enum LoggerKey: DependencyKey {
    /// A logger of whatever swift-log was set up with. A core brings its own.
    public static var liveValue: Logger { Logger(label: "adit") }

    /// A logger that says nothing.
    public static var testValue: Logger { Logger(label: "adit") { _ in SwiftLogNoOpLogHandler() } }
}

extension DependencyValues {
    /// Where code writes what happens: in a core, to the core's host.
    public var logger: Logger {
        get { self[LoggerKey.self] }
        set { self[LoggerKey.self] = newValue }
    }
}
