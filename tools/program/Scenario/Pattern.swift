import AditLibrary

/// What a scenario says that a value is like.
///
/// A pattern is JSON that stands for itself, but for objects whose only key is one of the words:
///
///     {"$any": KIND}       anything of a kind: value, string, number, boolean, object, array
///     {"$has": {…}}        an object with these members, and maybe others
///     {"$has": […]}        an array with these elements in this order, and maybe others
///     {"$has": "…"}        a string that contains this
///     {"$absent": true}    nothing is there
///     {"$is": …}           exactly this JSON, whatever its keys are
struct Pattern {
    enum Word: String, CaseIterable {
        case any = "$any"
        case has = "$has"
        case absent = "$absent"
        case exactly = "$is"
    }

    /// The pattern as it is written.
    let json: JSONValue
    /// Its word; nil if it stands for itself.
    let word: Word?
    /// What the word applies to; the pattern itself without a word.
    let operand: JSONValue

    init(_ json: JSONValue) {
        self.json = json
        if let members = json.object, members.count == 1, let word = Word(rawValue: members[0].key) {
            (self.word, operand) = (word, members[0].value)
        } else {
            (word, operand) = (nil, json)
        }
    }

    /// Returns whether a value is like that; nil: there is no value.
    func matches(_ value: JSONValue?) -> Bool {
        guard let value else { return word == .absent }
        switch word {
        case .absent: return false
        case .any: return Pattern.isKind(operand.string ?? "", of: value)
        case .exactly: return Pattern.isSame(operand, value)
        case .has:
            switch (operand, value) {
            case (.string(let part), .string(let text)): return text.utf8.contains(part.utf8)
            case (.array(let patterns), .array(let elements)):
                return Pattern.firstMissing(of: patterns, in: elements) == patterns.count
            case (.object(let members), .object(let found)):
                return members.allSatisfy { Pattern($0.value).matches(found[$0.key]) }
            default: return false
            }
        case nil:
            switch (operand, value) {
            case (.object(let members), .object(let found)):
                return members.allSatisfy { Pattern($0.value).matches(found[$0.key]) }
                    && found.allSatisfy { members[$0.key] != nil }
            case (.array(let patterns), .array(let elements)):
                return patterns.count == elements.count
                    && zip(patterns, elements).allSatisfy { Pattern($0).matches($1) }
            default: return Pattern.isSame(operand, value)
            }
        }
    }

    /// The index of the first pattern that no element is like, behind those before it; their number if there is none.
    static func firstMissing(of patterns: [JSONValue], in elements: [JSONValue]) -> Int {
        var found = 0
        for element in elements where found < patterns.count {
            if Pattern(patterns[found]).matches(element) { found += 1 }
        }
        return found
    }

    /// Returns whether two values are the same: numbers by their value, be they written as whole ones or not.
    private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.number, .number):
            if let one = one.integer, let other = other.integer { return one == other }
            if let whole = one.integer ?? other.integer {
                return (one.integer == nil ? one : other).double.flatMap { Int64(exactly: $0) } == whole
            }
            return one.double == other.double
        case (.array(let one), .array(let other)): return one.count == other.count && zip(one, other).allSatisfy(isSame)
        case (.object(let one), .object(let other)):
            return one.count == other.count
                && one.allSatisfy { member in other[member.key].map { isSame(member.value, $0) } ?? false }
        default: return one == other
        }
    }

    static let kinds = ["value", "string", "number", "boolean", "object", "array"]

    private static func isKind(_ kind: String, of value: JSONValue) -> Bool {
        switch value {
        case .null: kind == "value"
        case .bool: kind == "boolean" || kind == "value"
        case .number: kind == "number" || kind == "value"
        case .string: kind == "string" || kind == "value"
        case .array: kind == "array" || kind == "value"
        case .object: kind == "object" || kind == "value"
        }
    }
}

// MARK: - Checking

extension Pattern {
    /// Returns what is wrong with the words of a pattern; nil if they are used as they should be.
    static func fault(of json: JSONValue) -> String? {
        let pattern = Pattern(json)
        switch pattern.word {
        case .any:
            if let kind = pattern.operand.string, kinds.contains(kind) { return nil }
            let known = kinds.map { "\"\($0)\"" }.joined(separator: ", ")
            return "\"$any\": found \(Shown.text(of: pattern.operand, limit: 80)); one of \(known) is expected"
        case .absent: return pattern.operand.bool == true ? nil : "\"$absent\": true is expected"
        case .exactly: return nil
        case .has:
            switch pattern.operand {
            case .object, .array, .string: break
            default:
                return "\"$has\": an object, an array or a string is expected, found "
                    + Shown.text(of: pattern.operand, limit: 80)
            }
        case nil: break
        }
        if case .array(let elements) = pattern.operand { return elements.lazy.compactMap(fault).first }
        guard case .object(let members) = pattern.operand else { return nil }
        for member in members {
            if member.key.utf8.first == UInt8(ascii: "$") {
                let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
                return """
                    "\(member.key)" is no word that stands there; a pattern is an object with only one of \(words) for \
                    its key
                    """
            }
            if let fault = fault(of: member.value) { return fault }
        }
        return nil
    }
}

/// Values as they are shown in a line.
enum Shown {
    /// Returns a value as JSON, at most some `limit` bytes of it; nil is "nothing".
    static func text(of value: JSONValue?, limit: Int = .max) -> String {
        value.map { prefix(of: $0.description, limit: limit) } ?? "nothing"
    }

    /// Returns at most so many bytes of a text, in whole characters, with `…` if it goes on.
    static func prefix(of text: String, limit: Int, more: String = "…") -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return text[..<end] + more
    }
}
