/// What a replay has come to.
public struct ReplayReport: Equatable, Sendable {
    /// How many entries came out as they were recorded, byte by byte, and how many of them were messages of the host.
    public internal(set) var entries = 0
    public internal(set) var messages = 0
    /// That of the state in the end.
    public internal(set) var revision = 0
    /// Where what came differs first from what was recorded, or where the recording is damaged; nil: nowhere.
    public internal(set) var difference: ReplayDifference?
    /// Whether what was replayed ends with the core's closing: where its process was killed, it ends with a batch that
    /// the host may have heard.
    public internal(set) var isComplete = false
    /// The number of an incomplete last line; nil if there is none.
    public internal(set) var tornLine: Int?
    /// How many entries of a store's journal were left out, as what was before them is not known any more.
    public internal(set) var omitted = 0
    /// The version of the recorded state, where it is older than the app's and was migrated; what batches changed, and
    /// the state in the end, are not compared then.
    public internal(set) var migratedFrom: Int?
}

/// Where a replay differs from what was recorded.
public struct ReplayDifference: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of the line, counted from 1.
    public let line: Int
    /// The number of the entry, counted from 1 in each opening; nil where the line could not be read.
    public let entry: Int?
    /// What differs, such as `heard[1]`.
    public let what: String
    /// What was recorded, and what came: JSON, or words.
    public let recorded: String
    public let came: String

    public var description: String {
        let entry = entry.map { ", entry \($0)" } ?? ""
        return "line \(line)\(entry): \(what): recorded: \(recorded); came: \(came)"
    }
}

/// Why there is nothing to replay.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
}
