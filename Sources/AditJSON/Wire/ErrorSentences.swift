/// The texts of coding errors: the value found and the expected one. Generated coders and the bridge share them.
package enum ErrorSentences {
    package static func unknownCase(_ name: String, _ names: [String]) -> String {
        "no case \"\(name)\"" + (names.isEmpty ? "" : "; \(choice(name, names))")
    }

    package static func unknownKey(_ name: String, _ names: [String]) -> String {
        "unknown key \"\(name)\"; " + (names.isEmpty ? "no key is expected" : choice(name, names))
    }

    static func unknownValue(_ text: String, _ names: [String]) -> String {
        "found \"\(text)\"; \(choice(text, names))"
    }

    /// Returns the valid names after a suggestion of the nearest one: `did you mean "a"? one of a, b`.
    package static func choice(_ name: String, _ names: [String]) -> String {
        let hint = nearest(to: name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
        return "\(hint)one of \(list(names))"
    }

    package static func missing(_ name: String, in object: JSONIndex?) -> String {
        if object?[name] != nil { return "found null for the key \"\(name)\"; a value is expected" }
        let found = object?.keys ?? []
        return "missing key \"\(name)\"; found \(found.isEmpty ? "no key" : list(found))"
    }

    package static func notOneCase(_ found: [String]) -> String {
        "found \(found.isEmpty ? "{}" : "the keys \(list(found))"); an object with one case is expected"
    }

    /// Returns the first names, separated by commas.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(longest).joined(separator: ", ")
        return names.count > longest ? shown + ", …" : shown
    }

    private static let longest = 24
}

extension Int {
    /// `1 byte`, `2 bytes`; with a verb, `1 byte waits`, `2 bytes wait`.
    package func counted(_ noun: String, _ verb: String? = nil) -> String {
        let (plural, singular) = self == 1 ? ("", "s") : ("s", "")
        return "\(self) \(noun)\(plural)" + (verb.map { " \($0)\(singular)" } ?? "")
    }
}

/// Returns the name nearest to another one; nil if none is similar.
private func nearest(to name: String, among names: [String]) -> String? {
    // Of longer ones none is alike, and they take time in the square of their combining marks.
    guard (1...64).contains(name.utf8.count) else { return nil }
    let name = Array(name.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for candidate in names {
        let distance = editDistance(name, Array(candidate.lowercased().utf8))
        // A third of the letters may differ, and always one, provided that another one matches.
        let shorter = min(name.count, candidate.utf8.count)
        guard distance <= max(1, shorter / 3), distance < shorter else { continue }
        if best == nil || distance < best?.distance ?? 0 { best = (candidate, distance) }
    }
    return best?.name
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours (Damerau, Levenshtein).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
        var next = [i + 1]
        for (j, other) in right.enumerated() {
            var distance = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1))
            if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                distance = min(distance, before[j - 1] + 1)
            }
            next.append(distance)
        }
        (before, row) = (row, next)
    }
    return row[right.count]
}
