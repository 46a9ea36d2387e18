import Synchronization

/// A collector of failures of stories, for tests that check these failures.
package final class TestFailures: Sendable {
    /// Collects failures in place of the test library; nil if disabled.
    @TaskLocal package static var collector: TestFailures?

    private let found = Mutex<[TestFailure]>([])

    /// The failures so far, in order.
    package var all: [TestFailure] { found.withLock { $0 } }

    package init() {}

    func append(_ failure: TestFailure) { found.withLock { $0.append(failure) } }

    /// Runs stories that are expected to fail.
    ///
    /// - Returns: their failures, in order.
    package static func collect(_ stories: () throws -> Void) rethrows -> [TestFailure] {
        let failures = TestFailures()
        try $collector.withValue(failures, operation: stories)
        return failures.all
    }
}

/// A failure of a story.
package struct TestFailure: Equatable, Sendable {
    /// The failure, and how to fix it.
    package let text: String
    /// The reported line of the test.
    package let line: Int
    /// The file of that line, with its module: `ProfileTests/StoryTests.swift`.
    package let fileID: String

    package init(text: String, line: Int, fileID: String) {
        self.text = text
        self.line = line
        self.fileID = fileID
    }
}

/// A place in the sources of a test: that of a step of a story, or of a group, a setup or an example of a spec.
struct TestPlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
}

extension TestPlace: CustomStringConvertible {
    /// The file's name and the line: `ProfileTests.swift:12`.
    var description: String { "\(String(describing: fileID).split(separator: "/").last ?? ""):\(line)" }

    /// The file's name without `.swift`.
    var fileName: String {
        let name = description.prefix { $0 != ":" }
        return String(name.hasSuffix(".swift") ? name.dropLast(6) : name)
    }
}
