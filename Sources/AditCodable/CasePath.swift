import AditJSON

/// Returns the cases of a value of nested enums, separated by dots: `todo.request.add`.
package func bridgedCasePath(of value: some Encodable) -> String {
    let finder = CaseFinder()
    try? value.encode(to: finder)
    return finder.cases.joined(separator: ".")
}

/// An encoder that follows a synthesized `encode(to:)` through the cases of nested enums, up to the first value that is
/// not an enum.
private final class CaseFinder: Encoder {
    var cases: [String] = []

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keys<Key>(finder: self, isPayload: false))
    }

    // A value that is not an enum has no cases: its first element or value ends the search.
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayWriter(Encoding(JSONWriter()), Scope(.array, at: nil, depth: -1))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        BridgeEncoder(Encoding(JSONWriter()), at: nil, in: Scope(.single, at: nil, depth: -1))
    }

    private struct Stop: Error {}

    private struct Keys<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let finder: CaseFinder
        /// Whether the container holds the values of a case.
        let isPayload: Bool
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) throws { throw Stop() }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            guard isPayload, Key.isUnlabelled else { throw Stop() }
            try value.encode(to: finder)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            finder.cases.append(key.stringValue)
            return KeyedEncodingContainer(Keys<NestedKey>(finder: finder, isPayload: true))
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { finder.unkeyedContainer() }
        func superEncoder() -> any Encoder { finder }
        func superEncoder(forKey key: Key) -> any Encoder { finder }
    }
}

extension CodingKey {
    /// Whether the keys are those of a case with one value, which has no label: the compiler's only key then is `_0`. On
    /// the wire the value is written without it. (A type of one case occupies no memory.)
    static var isUnlabelled: Bool { MemoryLayout<Self>.size == 0 && Self(stringValue: "_0") != nil }
}
