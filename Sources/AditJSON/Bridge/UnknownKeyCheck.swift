/// Looks up the keys of a value for a type, and watches which ones it asks for, so that the others can be refused.
final class UnknownKeyCheck {
    /// What a keyed container may stand for.
    enum Form {
        /// An object of a type's own keys.
        case object
        /// The values of an enum's case: labelled ones in an object, or the only unlabelled one itself.
        case payload
    }

    private let value: JSONValue
    private let place: CodingPlace?
    private let form: Form
    // Private to statements that do not overlap.
    @exclusivity(unchecked) private var asked = AskedKeys()
    @exclusivity(unchecked) private var found = 0
    @exclusivity(unchecked) private var askedForAll = false
    @exclusivity(unchecked) private var isUnlabelled = false
    @exclusivity(unchecked) private var doubled: String?
    @exclusivity(unchecked) private var hasSlowKey = false

    init(_ value: JSONValue, _ form: Form, at place: CodingPlace?) {
        self.value = value
        self.form = form
        self.place = place
    }

    /// Whether this is the watch over the keys of a value.
    func watches(_ value: JSONValue, _ form: Form) -> Bool { self.form == form && self.value.isSame(as: value) }

    /// Counts what was asked in another watch over the same value.
    func add(_ other: UnknownKeyCheck) {
        for name in other.asked.names where asked.insert(name) && value[name] != nil { found += 1 }
        askedForAll = askedForAll || other.askedForAll
        doubled = doubled ?? other.doubled
        hasSlowKey = hasSlowKey || other.hasSlowKey
    }

    /// The value of a key, null included; nil where it is absent.
    func member(_ key: any CodingKey) -> JSONValue? {
        let name = key.stringValue
        if form == .payload, name == unlabelled {
            isUnlabelled = true
            return value
        }
        let member = value[name]
        if asked.insert(name), member != nil { found += 1 }
        return member
    }

    /// The value of a key; nil where it is absent or null.
    func present(_ key: any CodingKey) -> JSONValue? { member(key).flatMap { $0.isNull ? nil : $0 } }

    /// The keys that are there and that `Key` knows.
    func keys<Key: CodingKey>(_: Key.Type) -> [Key] {
        askedForAll = true
        if value.count == 1, let name = value.firstKey {
            hasSlowKey = SlowKey.isFound(in: name)
            return hasSlowKey ? [] : Key(stringValue: name).map { [$0] } ?? []
        }
        var known: [Key] = []
        value.forEachMember { (name, _) throws(Never) in
            // The compiler's keys compare it with each of theirs, and a dictionary hashes it.
            hasSlowKey = hasSlowKey || SlowKey.isFound(in: name)
            if !hasSlowKey, let key = Key(stringValue: name) { known.append(key) }
        }
        if hasSlowKey { return [] }
        if known.count > 1 { doubled = firstDoubled(known) }
        return known
    }

    /// What to say where a key that must be there is not.
    func missing(_ key: any CodingKey) -> CodingFailure {
        if isUnlabelled, key.stringValue != unlabelled {
            return CodingFailure(at: place, severalUnlabelled)
        }
        if isUnlabelled {
            return CodingFailure(at: place, "found null; a value is expected")
        }
        guard value.isObject else {
            return CodingFailure(
                at: place, "found \(value.description); an object with \"\(key.stringValue)\" is expected")
        }
        return CodingFailure(at: place, ErrorSentences.missing(key.stringValue, in: value))
    }

    /// - Throws: ``CodingFailure`` that names the first key which nobody asked for, and those that were.
    func refuseUnaskedKeys() throws(CodingFailure) {
        guard !isUnlabelled else { return }
        guard value.isObject else {
            throw CodingFailure(at: place, "found \(value.description); an object is expected")
        }
        if hasSlowKey { throw CodingFailure(at: place, SlowKey.reason) }
        if let doubled {
            throw CodingFailure(at: place, "found two keys that are the same text, \"\(doubled)\"; one is expected")
        }
        guard found < value.count else { return }
        for key in value.keys where !asked.contains(key) {
            if askedForAll { throw CodingFailure(at: place, "unknown key \"\(key)\"; one case is expected") }
            throw CodingFailure(at: place, ErrorSentences.unknownKey(key, asked.names))
        }
    }

    /// An enum only says that it found no single case of its own; which keys there were is known here.
    ///
    /// - Throws: ``CodingFailure`` that names them, where it was this value in which it found none.
    func refuseUnknownCase(after error: DecodingError) throws(CodingFailure) {
        guard askedForAll, asked.isEmpty, case .typeMismatch(_, let context) = error,
            context.codingPath.count == (place?.keys ?? []).count
        else { return }
        if hasSlowKey { throw CodingFailure(at: place, SlowKey.reason) }
        guard let key = value.firstKey, value.count == 1 else {
            throw CodingFailure(at: place, ErrorSentences.notOneCase(value))
        }
        throw CodingFailure(at: place, ErrorSentences.unknownCase(key, []))
    }
}

/// The first of the keys that Swift takes for the same as one before it, as their bytes differ.
private func firstDoubled(_ keys: [some CodingKey]) -> String? {
    var seen: Set<String> = []
    return keys.first { !seen.insert($0.stringValue).inserted }?.stringValue
}
