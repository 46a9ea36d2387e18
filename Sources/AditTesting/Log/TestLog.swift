import AditJSON

/// The log of a story, step by step, or of a spec, example by example; as text, nested.
///
/// ```
/// GIVEN: MyViewModel
///     WHEN: userTypesNewEmail(userEmail: "john.dohe@example.com")
///         THEN: email is "john.dohe@example.com"
/// ```
///
/// ```
/// ✓ TagTodoItemUseCase
///     ✓ tagging
///         ✓ will add the item's id to the tag's list
/// ```
public struct TestLog: Sendable, Equatable {
    /// A step of the story, or a group or an example of the spec, and its failures.
    public struct Entry: Sendable, Equatable {
        /// `GIVEN`, `WHEN` or `THEN`; in a spec `describe`, `context` or `it`.
        public let word: String
        /// The text of the step, the group or the example.
        public let text: String
        /// How many entries it is nested in.
        public let depth: Int
        /// Its own failures; empty if it passed.
        public internal(set) var failures: [String] = []
        /// Whether its line begins with a mark instead of its word.
        fileprivate let isMarked: Bool

        init(_ word: StoryWord, _ text: String, depth: Int) {
            (self.word, self.text, self.depth, isMarked) = (word.rawValue, text, depth, false)
        }

        init(_ word: SpecWord, _ text: String, depth: Int) {
            (self.word, self.text, self.depth, isMarked) = (word.rawValue, text, depth, true)
        }
    }

    /// The entries in order; the first is `GIVEN`, or the outermost `describe`.
    public internal(set) var entries: [Entry] = []

    /// Whether there are no failures.
    public var hasPassed: Bool { entries.allSatisfy(\.failures.isEmpty) }

    /// Appends a step of a story.
    mutating func append(_ word: StoryWord, _ text: String) {
        let depth =
            switch word {
            case .given: 0
            case .when: 1
            case .then: entries.contains { $0.word == StoryWord.when.rawValue } ? 2 : 1
            }
        entries.append(Entry(word, text, depth: depth))
    }

    /// Whether there are no failures of an entry and those nested in it.
    private func hasPassed(at index: Int) -> Bool {
        let inner = entries[(index + 1)...].prefix { $0.depth > entries[index].depth }
        return entries[index].failures.isEmpty && inner.allSatisfy(\.failures.isEmpty)
    }
}

extension TestLog: CustomStringConvertible {
    public var description: String { entries.indices.flatMap { lines(of: $0) }.joined(separator: "\n") }

    /// The log for a terminal: without the middle of long failures, and of long runs of steps without any.
    var abridgedDescription: String {
        let most = TestLog.mostPassed
        var lines: [String] = []
        var index = 0
        while index < entries.count {
            let passed = entries[index...].prefix { $0.failures.isEmpty }
            if passed.count <= most {
                for index in passed.indices { lines += self.lines(of: index) }
            } else {
                for index in passed.indices.prefix(most / 2) { lines += self.lines(of: index) }
                let indent = String(repeating: "    ", count: passed[passed.startIndex + most / 2].depth)
                let leftOut = (passed.count - most).counted("step")
                lines.append("\(indent)… \(leftOut) that passed left out; ADIT_TEST_LOG=1 shows them …")
                for index in passed.indices.suffix(most / 2) { lines += self.lines(of: index) }
            }
            index = passed.endIndex
            if index < entries.count { lines += self.lines(of: index, abridged: true) }
            index += 1
        }
        return lines.joined(separator: "\n")
    }

    /// The number of entries without failures, one after the other, that are shown.
    private static var mostPassed: Int { 60 }

    private func lines(of index: Int, abridged isAbridged: Bool = false) -> [String] {
        let entry = entries[index]
        let indent = String(repeating: "    ", count: entry.depth)
        let head = entry.isMarked ? (hasPassed(at: index) ? "✓" : "✘") : "\(entry.word):"
        var lines = ["\(indent)\(head) \(entry.text)"]
        for failure in entry.failures {
            var mark = "✘ "
            let text = isAbridged ? abridged(failure) : failure
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                lines.append("\(indent)    \(mark)\(line)")
                mark = "  "
            }
        }
        return lines
    }
}

/// The keywords of a spec.
enum SpecWord: String {
    case describe, context, it
}

/// The keywords of a story.
enum StoryWord: String {
    case given = "GIVEN"
    case when = "WHEN"
    case then = "THEN"
}
