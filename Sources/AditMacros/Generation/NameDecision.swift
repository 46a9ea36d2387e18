/// Code that matches a key against a set of names, byte for byte.
///
/// A few names are compared in sequence. Many are distinguished by length first, and names of the same length by the
/// most selective byte, so that a key is usually compared with one name.
enum NameDecision {
    /// A name with the statements for it, which must leave the scope.
    typealias Choice = (name: String, action: String)

    private static let few = 4

    /// - Parameter key: the variable that holds the key.
    static func code(_ key: String, _ choices: [Choice]) -> String {
        if choices.count <= few { return comparisons(key, choices) }
        let lengths = Dictionary(grouping: choices) { $0.name.utf8.count }.sorted { $0.key < $1.key }
        return selection(over: "\(key).count", lengths.map { ("\($0.key):", byByte(key, $0.value)) })
    }

    private static func comparisons(_ key: String, _ choices: [Choice]) -> String {
        choices.map { name, action in
            action.contains("\n") || action.utf8.count > 60
                ? "if \(key).matches(\(name.literal)) {\n\(action.indented())\n}"
                : "if \(key).matches(\(name.literal)) { \(action) }"
        }.joined(separator: "\n")
    }

    /// Returns code for names of the same length.
    private static func byByte(_ key: String, _ choices: [Choice]) -> String {
        if choices.count <= 2 { return comparisons(key, choices) }
        let names = choices.map { Array($0.name.utf8) }
        let best = names[0].indices.max { left, right in
            Set(names.map { $0[left] }).count < Set(names.map { $0[right] }).count
        }
        guard let best, Set(names.map { $0[best] }).count > 1 else { return comparisons(key, choices) }
        let bytes = Dictionary(grouping: choices) { Array($0.name.utf8)[best] }.sorted { $0.key < $1.key }
        return selection(over: "\(key)[\(best)]", bytes.map { (label(ofByte: $0.key), byByte(key, $0.value)) })
    }

    /// Returns a label such as `97:  // a`.
    private static func label(ofByte byte: UInt8) -> String {
        (0x21..<0x7f).contains(byte) ? "\(byte):  // \(Unicode.Scalar(byte))" : "\(byte):"
    }

    private static func selection(over subject: String, _ branches: [(label: String, code: String)]) -> String {
        let cases = branches.map { "case \($0.label)\n\($0.code.indented())\n" }.joined()
        return "switch \(subject) {\n\(cases)default: break\n}"
    }
}
