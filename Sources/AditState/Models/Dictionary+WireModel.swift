import AditJSON

extension Dictionary: Changeable, WireModel where Key: WireKey, Value: WireCodable {
    public static func writePart(of map: Self, at path: PartPath, to writer: JSONWriter) throws(CodingFailure)
        -> WrittenPart
    {
        guard let text = path.key else { return try writer.write(whole: map, at: path) }
        // A key has one spelling on the wire, even if it can be parsed from others.
        guard let value = map.value(spelled: text) else { return .nothing }
        return try writer.write(partOfElement: path.rest, of: value)
    }

    private func value(spelled text: ByteString) -> Value? {
        // A long key may be slow to hash, and is rare.
        if Key.self == String.self, text.string.utf8.count > 64 {
            return first { ByteString($0.key.wireKey) == text }?.value
        }
        guard let index = Key(wireKey: text.string).flatMap({ index(forKey: $0) }),
            ByteString(self[index].key.wireKey) == text
        else { return nil }
        return self[index].value
    }

    /// Writes the added, removed and changed values, in the order of their keys' bytes.
    ///
    /// A key that is spelled differently than before is another one on the wire.
    public static func writeChanges(of map: Self, since original: Self, to changes: ChangeWriter) throws(CodingFailure)
    {
        let areEqual = equality(of: Value.self)
        var changed: [(name: String, old: Value?, new: Value?)] = []
        for (key, value) in map {
            guard let index = original.index(forKey: key) else {
                changed.append((key.wireKey, nil, value))
                continue
            }
            let (former, old) = original[index]
            if !haveOneSpelling, !former.wireKey.isSpelled(as: key.wireKey) {
                changed += [(former.wireKey, old, nil), (key.wireKey, nil, value)]
            } else if areEqual.map({ !$0(old, value) }) ?? true {
                changed.append((key.wireKey, old, value))
            }
        }
        for (key, old) in original where map.index(forKey: key) == nil { changed.append((key.wireKey, old, nil)) }
        for (name, old, new) in changed.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            guard !name.utf8.contains(0) else { throw .keyWithNUL }
            guard changes.enter(name) else { continue }
            defer { changes.leave() }
            try changes.report(old, becoming: new)
        }
    }

    /// Whether equal keys have the same text. Those of other types may have several.
    private static var haveOneSpelling: Bool {
        Key.self == Int.self || Key.self == UUID.self || Key.self == CalendarDay.self || Key.self == ByteString.self
    }
}
