import AditJSON

/// A check that records which keys of a value a type requests, and refuses the others.
final class UnknownKeyCheck {
    /// The possible forms of a keyed container.
    enum Form {
        /// An object of a type's own keys.
        case object
        /// The values of an enum's case: an object, or the only value itself if it has no label.
        case payload
    }

    let value: JSONReader
    /// The members of the value; nil if it is not an object, or the text is not JSON there.
    private let index: JSONIndex?
    private let place: CodingPlace?
    let form: Form
    /// Whether the value is that of a case with one value, which has no label.
    let isUnlabelled: Bool
    // Each access lasts for one statement, so accesses do not overlap.
    @exclusivity(unchecked) private var asked = RequestedKeys()
    @exclusivity(unchecked) private var found = 0
    @exclusivity(unchecked) private var askedForAll = false
    @exclusivity(unchecked) private var doubled: String?
    @exclusivity(unchecked) private var hasSlowKey = false

    init(_ value: JSONReader, _ form: Form, isUnlabelled: Bool, at place: CodingPlace?) {
        self.isUnlabelled = isUnlabelled
        self.value = value
        index = value.isObject && !isUnlabelled ? JSONIndex(of: value) : nil
        self.form = form
        self.place = place
    }

    /// Adds the requested keys of another check over the same value.
    func add(_ other: UnknownKeyCheck) {
        for name in other.asked.names where asked.insert(name) && index?[name] != nil { found += 1 }
        askedForAll = askedForAll || other.askedForAll
        doubled = doubled ?? other.doubled
        hasSlowKey = hasSlowKey || other.hasSlowKey
    }

    /// Returns the value of a key, null included; nil if absent.
    func member(_ key: any CodingKey) -> JSONReader? {
        let name = key.stringValue
        if isUnlabelled { return value }
        let member = index?[name]
        if asked.insert(name), member != nil { found += 1 }
        return member
    }

    /// Returns the value of a key; nil if absent or null.
    func present(_ key: any CodingKey) -> JSONReader? { member(key).flatMap { $0.isNull ? nil : $0 } }

    /// Returns the keys of the value that `Key` knows.
    func keys<Key: CodingKey>(_: Key.Type) -> [Key] {
        askedForAll = true
        var known: [Key] = []
        for name in index?.keys ?? [] {
            // A synthesized key type compares the name with each of its cases, and a dictionary hashes it.
            hasSlowKey = hasSlowKey || SlowKey.isFound(in: name)
            if !hasSlowKey, let key = Key(stringValue: name) { known.append(key) }
        }
        if hasSlowKey { return [] }
        if known.count > 1 { doubled = firstDoubled(known) }
        return known
    }

    /// Returns the failure for a missing key.
    func missing(_ key: any CodingKey) -> CodingFailure {
        if isUnlabelled {
            return CodingFailure(at: place, "found null; a value is expected")
        }
        guard value.isObject else {
            return CodingFailure(
                at: place, "found \(value.description); an object with \"\(key.stringValue)\" is expected")
        }
        return CodingFailure(at: place, ErrorSentences.missing(key.stringValue, in: index))
    }

    /// - Throws: ``CodingFailure`` with the first unrequested key and the requested ones.
    func refuseUnaskedKeys() throws(CodingFailure) {
        guard !isUnlabelled else { return }
        guard value.isObject else {
            throw CodingFailure(at: place, "found \(value.description); an object is expected")
        }
        if hasSlowKey { throw CodingFailure(at: place, SlowKey.reason) }
        if let doubled {
            throw CodingFailure(at: place, "found two keys that are the same text, \"\(doubled)\"; one is expected")
        }
        guard let index, found < index.count else { return }
        for key in index.keys where !asked.contains(key) {
            if askedForAll { throw CodingFailure(at: place, "unknown key \"\(key)\"; one case is expected") }
            throw CodingFailure(at: place, ErrorSentences.unknownKey(key, asked.names))
        }
    }

    /// Replaces an enum's error, which only says that it found no single case, by one that names the keys present.
    ///
    /// - Throws: ``CodingFailure`` with the keys, if the error is about this value.
    func refuseUnknownCase(after error: DecodingError) throws(CodingFailure) {
        guard askedForAll, asked.isEmpty, case .typeMismatch(_, let context) = error,
            context.codingPath.count == (place?.keys ?? []).count
        else { return }
        if hasSlowKey { throw CodingFailure(at: place, SlowKey.reason) }
        let keys = index?.keys ?? []
        guard let key = keys.first, keys.count == 1 else {
            throw CodingFailure(at: place, ErrorSentences.notOneCase(keys))
        }
        throw CodingFailure(at: place, ErrorSentences.unknownCase(key, []))
    }
}

/// Returns the first key that Swift considers equal to an earlier one although their bytes differ.
private func firstDoubled(_ keys: [some CodingKey]) -> String? {
    var seen: Set<String> = []
    return keys.first { !seen.insert($0.stringValue).inserted }?.stringValue
}
