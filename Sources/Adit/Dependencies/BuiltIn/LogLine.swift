import Logging

/// A line of a core's log.
package struct LogLine: Sendable {
    package let level: Logger.Level
    package let message: String
    /// Sorted by key.
    package let metadata: [(key: String, value: String)]
    /// The source place, as `Module/File.swift:12`.
    package let place: String

    package init(level: Logger.Level, message: String, metadata: [(key: String, value: String)], place: String) {
        self.level = level
        self.message = message
        self.metadata = metadata
        self.place = place
    }
}
