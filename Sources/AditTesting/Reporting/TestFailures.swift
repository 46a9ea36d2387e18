import Synchronization

/// The failures that stories find, where a test wants to see them instead of failing by them.
package final class TestFailures: Sendable {
    /// Collects failures in place of the test library; nil if disabled.
    @TaskLocal package static var collector: TestFailures?

    private let found = Mutex<[TestFailure]>([])

    /// What has been found so far, in order.
    package var all: [TestFailure] { found.withLock { $0 } }

    package init() {}

    func append(_ failure: TestFailure) { found.withLock { $0.append(failure) } }

    /// Runs stories that are to fail.
    ///
    /// - Returns: their failures, in order.
    package static func collect(_ stories: () throws -> Void) rethrows -> [TestFailure] {
        let failures = TestFailures()
        try $collector.withValue(failures, operation: stories)
        return failures.all
    }
}

/// A failure that a story has found.
package struct TestFailure: Equatable, Sendable {
    /// What happened, and how to mend it.
    package let text: String
    /// The line of the test at which it is reported.
    package let line: Int
    /// The file of that line, with its module: `ProfileTests/StoryTests.swift`.
    package let fileID: String

    package init(text: String, line: Int, fileID: String) {
        self.text = text
        self.line = line
        self.fileID = fileID
    }
}
