import AditJSON
import AditState
import Logging

/// A log handler that passes each line to the core. Any thread.
package struct CoreLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level
    private let sink: @Sendable (LogLine) -> Void

    /// - Parameters:
    ///   - logLevel: the minimum level; lines below it are not formatted.
    ///   - sink: receives each line.
    package init(logLevel: Logger.Level = .info, sink: @escaping @Sendable (LogLine) -> Void) {
        self.logLevel = logLevel
        self.sink = sink
    }

    package func log(event: LogEvent) {
        // Metadata of the event overrides that of the logger.
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, upper in upper } }
        if let own = event.metadata { all.merge(own) { _, upper in upper } }
        if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
        sink(
            LogLine(
                level: event.level, message: event.message.description,
                metadata: all.map { ($0.key, $0.value.description) }.sorted { $0.0 < $1.0 },
                place: "\(event.file):\(event.line)"))
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}

/// A line of a core's log.
package struct LogLine: Sendable {
    package let level: Logger.Level
    package let message: String
    /// Sorted by key.
    package let metadata: [(key: String, value: String)]
    /// When it was written: the system's date, or that of a virtual clock.
    package var at: Timestamp
    /// The source place, as `Module/File.swift:12`.
    package let place: String

    package init(
        level: Logger.Level, message: String, metadata: [(key: String, value: String)], place: String,
        at: Timestamp = .now
    ) {
        self.at = at
        self.level = level
        self.message = message
        self.metadata = metadata
        self.place = place
    }
}

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
