/// The log of a story, step by step; as text, nested.
///
/// ```
/// GIVEN: MyViewModel
///     WHEN: userTypesNewEmail(userEmail: "john.dohe@example.com")
///         THEN: email is "john.dohe@example.com"
/// ```
public struct TestLog: Sendable, Equatable {
    /// A step of the story, and its failures.
    public struct Entry: Sendable, Equatable {
        /// `GIVEN`, `WHEN` or `THEN`.
        public let word: String
        /// The text of the step.
        public let text: String
        /// The failures of the step; empty if it passed.
        public internal(set) var failures: [String] = []

        init(_ word: StoryWord, _ text: String) {
            self.word = word.rawValue
            self.text = text
        }
    }

    /// The steps in order; `GIVEN` is the first.
    public internal(set) var entries: [Entry] = []

    /// Whether there are no failures.
    public var hasPassed: Bool { entries.allSatisfy(\.failures.isEmpty) }
}

extension TestLog: CustomStringConvertible {
    public var description: String {
        var lines: [String] = []
        var depth = 0
        for entry in entries {
            switch entry.word {
            case StoryWord.given.rawValue: depth = 0
            case StoryWord.when.rawValue: depth = 1
            default: break
            }
            let indent = String(repeating: "    ", count: entry.word == StoryWord.then.rawValue ? depth + 1 : depth)
            lines.append("\(indent)\(entry.word): \(entry.text)")
            for failure in entry.failures {
                var mark = "✘ "
                for line in failure.split(separator: "\n", omittingEmptySubsequences: false) {
                    lines.append("\(indent)    \(mark)\(line)")
                    mark = "  "
                }
            }
        }
        return lines.joined(separator: "\n")
    }
}
