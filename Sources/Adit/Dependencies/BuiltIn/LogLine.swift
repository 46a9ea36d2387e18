import AditJSON
import AditState
import Logging

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
