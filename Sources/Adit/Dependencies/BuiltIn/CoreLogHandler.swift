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
