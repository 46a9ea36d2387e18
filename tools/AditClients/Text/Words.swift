/// Names in the ways of different languages.
enum Words {
    /// The words of a name: `widgetDirectTo_selectLocation` has widget, Direct, To, select and Location; `HTTPStatus` has HTTP and Status.
    static func split(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(name)
        func isUpper(_ index: Int) -> Bool { characters[index].isUppercase }
        for index in characters.indices {
            let character = characters[index]
            guard character.isASCII, character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let startsWord =
                isUpper(index) && index > 0
                && (!isUpper(index - 1) || index + 1 < characters.count && characters[index + 1].isLowercase)
            if startsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        return word.isEmpty ? words : words + [word]
    }

    /// `TodoItem`
    static func pascal(_ name: String) -> String { capitalized(safe(split(name).map(capitalized).joined())) }

    /// `todoItem`
    static func camel(_ name: String) -> String {
        let words = split(name)
        guard let first = words.first else { return safe("") }
        return safe(first.lowercased() + words.dropFirst().map(capitalized).joined())
    }

    /// `todo_item`
    static func snake(_ name: String) -> String { safe(split(name).map { $0.lowercased() }.joined(separator: "_")) }

    /// `TODO_ITEM`
    static func screaming(_ name: String) -> String { snake(name).uppercased() }

    /// `todoitem`
    static func joined(_ name: String) -> String { safe(split(name).map { $0.lowercased() }.joined()) }

    /// The word for one of several: `entries` has `entry`s.
    static func singular(_ name: String) -> String {
        if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
        if name.hasSuffix("s"), !name.hasSuffix("ss"), name.count > 1 { return String(name.dropLast()) }
        return name + "Item"
    }

    static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// A name that begins with a letter.
    private static func safe(_ name: String) -> String {
        guard let first = name.first else { return "value" }
        return first.isNumber ? "value" + name : name
    }
}

extension String {
    /// Whether a word of letters, digits and underscores is in the text.
    func hasWord(_ word: String) -> Bool {
        var rest = utf8[...]
        func isWord(_ byte: UInt8?) -> Bool {
            guard let byte else { return false }
            let scalar = UnicodeScalar(byte)
            return byte >= 128 || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "_"
        }
        let bytes = Array(word.utf8)
        var last: UInt8?
        while rest.count >= bytes.count {
            if rest.first == bytes.first, !isWord(last), rest.starts(with: bytes),
                !isWord(rest.dropFirst(bytes.count).first)
            {
                return true
            }
            last = rest.popFirst()
        }
        return false
    }
}
