/// The names of packages, or of namespaces, in a language.
struct PackageNames: Sendable {
    /// What has the name.
    let noun: String
    /// What is between its words; empty if it is one word.
    let separator: String
    /// The names of words in the language.
    let words: FieldNames
    let example: String

    /// Says why a text is no such name; nil if it is one.
    func refusal(of name: String) -> String? {
        let parts = separator.isEmpty ? [name[...]] : name.split(separator: separator, omittingEmptySubsequences: false)
        let found = "found \"\(PlainText.line(name))\""
        for part in parts {
            if words.isKeyword(String(part)) {
                return "\(found), in which \(part) means something else; \(noun) is expected, such as \(example)"
            }
            if !PackageNames.isWord(part) { return "\(found); \(noun) is expected, such as \(example)" }
        }
        return nil
    }

    /// Whether it is a word of ASCII letters, digits and underscores, which begins with no digit and has more than underscores.
    private static func isWord(_ text: Substring) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            && text.first?.isNumber == false && text.contains { $0 != "_" }
    }
}

extension Language {
    /// Says why a text cannot be the name of a client's package, or of its namespace; nil if it can.
    package func refusal(ofPackage name: String) -> String? {
        if let names = packageNames { return names.refusal(of: name) }
        let others = Language.allCases.filter { $0.packageNames != nil }.map(\.rawValue)
        return "found \(rawValue); a name of a package is for \(others.joined(separator: ", "))"
    }

    private var packageNames: PackageNames? {
        switch self {
        case .java:
            PackageNames(
                noun: "a package of Java", separator: ".", words: JavaSource.packages, example: "com.acme.todo")
        case .kotlin:
            PackageNames(
                noun: "a package of Kotlin", separator: ".", words: KotlinSource.packages, example: "com.acme.todo")
        case .csharp:
            PackageNames(
                noun: "a namespace of C#", separator: ".", words: CSharpSource.parameters, example: "Acme.Todo")
        case .cpp:
            PackageNames(
                noun: "a namespace of C++", separator: "::", words: CppSource.namespaces, example: "acme::todo")
        case .go: PackageNames(noun: "a package of Go", separator: "", words: GoSource.parameters, example: "todo")
        case .python, .typescript, .rust, .swift: nil
        }
    }
}
