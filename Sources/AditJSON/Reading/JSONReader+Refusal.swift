// Errors for values that do not match their type.
extension JSONReader {
    /// An unexpected value: `found the number 7; a string is expected`.
    public func expected(_ what: String) -> CodingFailure {
        CodingFailure(path: "", reason: "found \(description); \(what) is expected")
    }

    package var describedNumber: String {
        switch jsonNumber {
        case .integer(let integer)?: "the number \(integer)"
        case .real(let number, isRounded: true)?: "a number close to \(number)"
        case .real(let number, isRounded: false)?: "the number \(number)"
        case nil: "a number"
        }
    }

    /// Two keys that are equal strings with different bytes.
    @usableFromInline
    func doubledKey(_ key: String) -> CodingFailure {
        CodingFailure(path: "", reason: "found two keys that are the same text, \"\(key)\"; one is expected")
    }

    /// An unknown key: `unknown key "itme"; did you mean "item"? one of item, due`.
    public func unknownKey(_ key: JSONKey, _ names: StaticString...) -> CodingFailure { unknownKey(key, names) }

    func unknownKey(_ key: JSONKey, _ names: [StaticString]) -> CodingFailure {
        CodingFailure(path: "", reason: ErrorSentences.unknownKey(key.text, names.map(\.text)))
    }

    /// An unknown raw value: `found "grey"; one of light, dark is expected`.
    public func unknownValue(_ names: StaticString...) -> CodingFailure {
        let names = names.map(\.text)
        guard let text = string else { return expected("one of the texts \(ErrorSentences.list(names))") }
        return CodingFailure(path: "", reason: ErrorSentences.unknownValue(text, names))
    }

    /// A missing key.
    public func missing(_ key: StaticString) -> CodingFailure { missing(named: key.text) }

    func missing(named key: String) -> CodingFailure {
        CodingFailure(path: "", reason: ErrorSentences.missing(key, in: JSONIndex(of: self)))
    }

    /// An object that does not have exactly one member.
    func notOneCase() -> CodingFailure { CodingFailure(path: "", reason: ErrorSentences.notOneCase(keys)) }
}

extension CodingFailure {
    /// Returns the failure with `key` prepended to its path.
    public func within(_ key: JSONKey) -> CodingFailure { within(key.text) }

    /// Returns the failure with `key` prepended to its path.
    public func within(_ key: StaticString) -> CodingFailure { within(key.text) }

    /// Returns the failure with the index of an array's element prepended to its path.
    @usableFromInline
    func within(_ index: Int) -> CodingFailure { within("[\(index)]") }
}

extension StaticString {
    var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }
}
