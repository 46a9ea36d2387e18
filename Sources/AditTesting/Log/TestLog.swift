/// What a story has said and found, word by word: as text, nested.
///
/// ```
/// GIVEN: MyViewModel
///     WHEN: userTypesNewEmail(userEmail: "john.dohe@example.com")
///         THEN: email is "john.dohe@example.com"
/// ```
public struct TestLog: Sendable, Equatable {
    /// A word of the story, and what was found by it.
    public struct Entry: Sendable, Equatable {
        /// `GIVEN`, `WHEN` or `THEN`.
        public let word: String
        /// What the word says.
        public let text: String
        /// What was not as it should be; empty where all was.
        public internal(set) var failures: [String] = []

        init(_ word: StoryWord, _ text: String) {
            self.word = word.rawValue
            self.text = text
        }
    }

    /// All of it, in order; `GIVEN` is the first.
    public internal(set) var entries: [Entry] = []

    /// Whether all was as it should be.
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
