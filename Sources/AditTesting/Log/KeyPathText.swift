import AditState

/// The name of a part, from the source text of the key path in a call of `THEN`: on Linux the key path of a wrapped or
/// observed property prints as an address.
struct KeyPathText {
    /// The whole path: `account.email`.
    let path: String

    /// - Parameters:
    ///   - place: the place of the call.
    ///   - keyPath: the fallback if the sources are not available, or contain no key path there.
    init(at place: TestPlace, _ keyPath: AnyKeyPath) {
        let text = readText(of: String(describing: place.filePath)).flatMap { written(in: $0, at: place) }
        let printed = String(describing: keyPath)
        path = withoutRoot(text ?? (printed.contains("<computed") ? "\\.(a part without a name)" : printed))
    }

    /// Its last component: `email`.
    var last: String {
        var depth = 0
        var start = path.startIndex
        for index in path.indices {
            switch path[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "." where depth == 0: start = path.index(after: index)
            default: break
            }
        }
        return String(path[start...])
    }
}

/// Returns a path without its root type: `email` for `\Account.email`.
private func withoutRoot(_ text: String) -> String {
    let parts = text.drop { $0 == "\\" }.split(separator: ".", omittingEmptySubsequences: false)
    let rest = parts.drop { $0.isEmpty || $0.first?.isUppercase == true }
    return rest.isEmpty ? "self" : rest.joined(separator: ".")
}

/// Returns the source text of the key path that is the first argument of a call.
private func written(in source: String, at place: TestPlace) -> String? {
    let lines = source.split(separator: "\n", maxSplits: Int(place.line) - 1, omittingEmptySubsequences: false)
    guard lines.count == Int(place.line), let rest = lines.last else { return nil }
    // The place of a call is that of its opening parenthesis.
    let bracket = Int(place.column) - 1
    guard Substring(rest.utf8.prefix(bracket)).hasSuffix("THEN"),
        rest.utf8.dropFirst(bracket).first == UInt8(ascii: "(")
    else { return nil }
    let argument = Substring(rest.utf8.dropFirst(bracket + 1)).drop(while: \.isWhitespace)
    guard argument.first == "\\" else { return nil }
    var depth = 0
    let end = argument.firstIndex { character in
        switch character {
        case "(", "[": depth += 1
        case ")", "]":
            depth -= 1
            return depth < 0
        case ",": return depth == 0
        default: break
        }
        return false
    }
    return end.map { String(argument[..<$0].filter { !$0.isWhitespace }) }
}

/// Returns the text of a file; nil if it cannot be read.
private func readText(of path: String) -> String? {
    guard let size = try? FileStatus(of: path).size, let bytes = try? FileSystem.prefix(size, of: path) else {
        return nil
    }
    return String(decoding: bytes, as: UTF8.self)
}
