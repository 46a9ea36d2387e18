/// The sentences that refuse a text: what was found, and what would have been right. The generated coders and the bridge
/// speak alike.
package enum ErrorSentences {
    package static func unknownCase(_ name: String, _ names: [String]) -> String {
        "no case \"\(name)\"" + (names.isEmpty ? "" : "; \(hint(name, names))one of \(list(names))")
    }

    package static func unknownKey(_ name: String, _ names: [String]) -> String {
        "unknown key \"\(name)\"; "
            + (names.isEmpty ? "no key is expected" : "\(hint(name, names))one of \(list(names))")
    }

    static func unknownValue(_ text: String, _ names: [String]) -> String {
        "found \"\(text)\"; \(hint(text, names))one of \(list(names))"
    }

    /// The names that would have been right, the most like one first in a question: `did you mean "a"? one of a, b`.
    package static func choice(_ name: String, _ names: [String]) -> String {
        "\(hint(name, names))one of \(list(names))"
    }

    static func missing(_ name: String, in object: JSONValue) -> String {
        if object[name] != nil { return "found null for the key \"\(name)\"; a value is expected" }
        let found = object.keys
        return "missing key \"\(name)\"; found \(found.isEmpty ? "no key" : list(found))"
    }

    static func notOneCase(_ object: JSONValue) -> String {
        let found = object.keys
        return "found \(found.isEmpty ? "{}" : "the keys \(list(found))"); an object with one case is expected"
    }

    /// The names with commas between; of many, the first.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(longest).joined(separator: ", ")
        return names.count > longest ? shown + ", …" : shown
    }

    private static let longest = 24

    private static func hint(_ name: String, _ names: [String]) -> String {
        nearest(to: name, among: names).map { "did you mean \"\($0)\"? " } ?? ""
    }
}

/// The name that is most like another one; nil where none is alike.
private func nearest(to name: String, among names: [String]) -> String? {
    // Of longer ones none is alike, and they take time in the square of their combining marks.
    guard (1...64).contains(name.utf8.count) else { return nil }
    let name = Array(name.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for candidate in names {
        let distance = editDistance(name, Array(candidate.lowercased().utf8))
        // A third of the letters may differ, and one always may, as long as another one is the same.
        let shorter = min(name.count, candidate.utf8.count)
        guard distance <= max(1, shorter / 3), distance < shorter else { continue }
        if best == nil || distance < best?.distance ?? 0 { best = (candidate, distance) }
    }
    return best?.name
}

/// How many letters have to be put in, left out, changed or swapped with their neighbours (Damerau, Levenshtein).
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
