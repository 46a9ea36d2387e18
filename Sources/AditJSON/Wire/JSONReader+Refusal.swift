// What is said where a value is not what it should be.
extension JSONReader {
    /// Something else was expected: `found the number 7; a string is expected`.
    public func expected(_ what: String) -> CodingFailure {
        CodingFailure(path: "", reason: "found \(value.description); \(what) is expected")
    }

    /// There is no such case: `no case "ad"; did you mean "add"? one of add, check, delete`.
    public func unknownCase(_ key: JSONKey, _ names: StaticString...) -> CodingFailure {
        CodingFailure(path: "", reason: ErrorSentences.unknownCase(key.text, names.map(\.text)))
    }

    /// Two keys are the same text to Swift, though not the same bytes.
    func doubledKey(_ key: String) -> CodingFailure {
        CodingFailure(path: "", reason: "found two keys that are the same text, \"\(key)\"; one is expected")
    }

    /// There is no such key: `unknown key "itme"; did you mean "item"? one of item, due`.
    public func unknownKey(_ key: JSONKey, _ names: StaticString...) -> CodingFailure {
        CodingFailure(path: "", reason: ErrorSentences.unknownKey(key.text, names.map(\.text)))
    }

    /// No case has such a raw value: `found "grey"; one of light, dark is expected`.
    public func unknownValue(_ names: StaticString...) -> CodingFailure {
        let names = names.map(\.text)
        guard let text = value.string else { return expected("one of the texts \(ErrorSentences.list(names))") }
        return CodingFailure(path: "", reason: ErrorSentences.unknownValue(text, names))
    }

    /// A key must be there and is not.
    public func missing(_ key: StaticString, _ member: JSONReader?) -> CodingFailure {
        CodingFailure(path: "", reason: ErrorSentences.missing(key.text, in: value))
    }

    /// An object has no member, or more than one, and should have one.
    func notOneCase() -> CodingFailure { CodingFailure(path: "", reason: ErrorSentences.notOneCase(value)) }
}

extension CodingFailure {
    /// The same failure, of a value that is the value of `key`.
    public func within(_ key: JSONKey) -> CodingFailure { within(key.text) }

    /// The same failure, of a value that is the value of `key`.
    public func within(_ key: StaticString) -> CodingFailure { within(key.text) }

    /// The same failure, of a value that is the element at `index` of an array.
    func within(_ index: Int) -> CodingFailure { within("[\(index)]") }
}

extension StaticString {
    var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}
