/// A report of a replay.
public struct ReplayReport: Equatable, Sendable {
    /// The number of entries equal to the recording, byte by byte.
    public internal(set) var entries = 0
    /// The number of the host's messages among these entries.
    public internal(set) var messages = 0
    /// The revision of the final state.
    public internal(set) var revision = 0
    /// The first difference from the recording, or the recording's damage; nil without either.
    public internal(set) var difference: ReplayDifference?
    /// Whether the recording ends with the core's closing. If the process was killed, the recording ends with a batch
    /// whose output the host may have received.
    public internal(set) var isComplete = false
    /// The number of an incomplete last line; nil if absent.
    public internal(set) var tornLine: Int?
    /// The number of entries of a store's journal that were left out, as the state before them is unknown.
    public internal(set) var omitted = 0
    /// The version of the recorded state, if it is older than the app's and was migrated; the changes of batches and
    /// the final state are not compared then.
    public internal(set) var migratedFrom: Int?
}

/// A difference between a replay and its recording.
public struct ReplayDifference: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of the line, counted from 1.
    public let line: Int
    /// The number of the entry, counted from 1 in each opening; nil if the line could not be read.
    public let entry: Int?
    /// The name of the differing part, such as `heard[1]`.
    public let what: String
    /// The recorded value, as JSON or in words.
    public let recorded: String
    /// The replayed value, as JSON or in words.
    public let came: String

    public var description: String {
        let entry = entry.map { ", entry \($0)" } ?? ""
        return "line \(line)\(entry): \(what): recorded: \(recorded); came: \(came)"
    }
}

/// An error of a recording that cannot be replayed, or of a scenario that cannot be written.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
}
