import Adit
@testable import AditTesting

/// Runs stories that are to fail, and gives their failures: `12: text`, with the line that they are told at.
func failures(_ stories: () throws -> Void) rethrows -> [String] {
    try TestFailures.collect(stories).map { "\($0.line): \($0.text)" }
}

extension UUID {
    /// The id of nothing but zeros.
    static let zero = UUIDGenerator.incrementing()
}
