import AditClients
import AditLibrary

/// The first place where a value is not like a pattern.
struct Mismatch {
    /// A JSON Pointer into the value; "" is the whole.
    var pointer = ""
    /// The pattern there; nil: nothing is expected.
    var expected: JSONValue?
    /// The value there; nil: nothing was found.
    var found: JSONValue?
    /// Whether the elements of an array are there, but in another order.
    var isOrder = false

    /// - Parameter value: the value; nil if there is none. It does not match the pattern.
    init(_ pattern: Pattern, _ value: JSONValue?) {
        find(pattern, value)
    }

    private mutating func find(_ pattern: Pattern, _ value: JSONValue?) {
        (expected, found) = (pattern.json, value)
        guard let value else { return }
        switch (pattern.word, pattern.operand, value) {
        case (.has, .array(let patterns), .array(let elements)):
            let missing = Pattern.firstMissing(of: patterns, in: elements)
            (expected, found) = (patterns.indices.contains(missing) ? patterns[missing] : nil, nil)
        case (.has, .object(let members), .object(let found)): findMember(members, found, others: true)
        case (nil, .object(let members), .object(let found)): findMember(members, found, others: false)
        case (nil, .array(let patterns), .array(let elements)): findElement(patterns, elements)
        default: break
        }
    }

    /// - Parameter others: whether other members are all right.
    private mutating func findMember(_ members: JSONValue.Object, _ value: JSONValue.Object, others: Bool) {
        for member in members where !Pattern(member.value).matches(value[member.key]) {
            pointer += "/" + PointerToken.token(ofKey: member.key)
            return find(Pattern(member.value), value[member.key])
        }
        for member in value where !others && members[member.key] == nil {
            pointer += "/" + PointerToken.token(ofKey: member.key)
            (expected, found) = (nil, member.value)
            return
        }
    }

    private mutating func findElement(_ patterns: [JSONValue], _ elements: [JSONValue]) {
        let partners = Mismatch.align(patterns, elements)
        var first = 0
        while first < min(patterns.count, elements.count), partners[first] == first { first += 1 }
        // Beyond are elements to which nothing corresponds: as many as there are up to the next pair.
        var end = first
        while end < patterns.count, partners[end] == nil { end += 1 }
        let otherEnd = end < patterns.count ? partners[end] ?? elements.count : elements.count
        if Mismatch.isReordered(patterns, elements) {
            isOrder = true
            return
        }
        pointer += "/\(first)"
        switch (first < end, first < otherEnd) {
        case (true, true): find(Pattern(patterns[first]), elements[first])
        case (true, false): (expected, found) = (patterns[first], nil)
        default: (expected, found) = (nil, elements[first])
        }
    }

    static func align(_ patterns: [JSONValue], _ elements: [JSONValue]) -> [Int?] {
        Alignment.partners(patterns.count, elements.count) { Pattern(patterns[$0]).matches(elements[$1]) }
    }

    /// Returns whether each pattern has an element of its own that is like it, in whatever order.
    private static func isReordered(_ patterns: [JSONValue], _ elements: [JSONValue]) -> Bool {
        guard patterns.count == elements.count, patterns.count <= 1000 else { return false }
        var others = elements
        for pattern in patterns.reversed() {
            guard let place = others.firstIndex(where: Pattern(pattern).matches) else { return false }
            others.remove(at: place)
        }
        return true
    }
}

extension Pattern {
    /// Returns the pattern with what is as it should be in place of its words, so that only what differs is left to be
    /// seen when it is compared with the value as text.
    func filled(with value: JSONValue?) -> JSONValue {
        if let value, matches(value) { return value }
        switch (word, operand, value) {
        case (nil, .object(let members), .object(let found)): return Pattern.filled(members, found, others: false)
        case (.has, .object(let members), .object(let found)): return Pattern.filled(members, found, others: true)
        case (nil, .array(let patterns), .array(let found)): return Pattern.filled(patterns, found, others: false)
        case (.has, .array(let patterns), .array(let found)): return Pattern.filled(patterns, found, others: true)
        default: return word == .exactly ? operand : json
        }
    }

    /// The members in the order in which the value has them; with `others`, those that are only there as well.
    private static func filled(_ members: JSONValue.Object, _ value: JSONValue.Object, others: Bool) -> JSONValue {
        var filled = JSONValue.Object()
        for member in value {
            if let pattern = members[member.key].map(Pattern.init) {
                if pattern.word != .absent { filled.append(member.key, pattern.filled(with: member.value)) }
            } else if others {
                filled.append(member.key, member.value)
            }
        }
        for member in members where value[member.key] == nil && Pattern(member.value).word != .absent {
            filled.append(member.key, Pattern(member.value).filled(with: nil))
        }
        return .object(filled)
    }

    /// The elements in order; with `others`, those of the value that are only there as well.
    private static func filled(_ patterns: [JSONValue], _ elements: [JSONValue], others: Bool) -> JSONValue {
        var filled: [JSONValue] = []
        let partners = Mismatch.align(patterns, elements)
        var (first, other) = (0, 0)
        while first <= patterns.count {
            var end = first
            while end < patterns.count, partners[end] == nil { end += 1 }
            let otherEnd = end < patterns.count ? partners[end] ?? elements.count : elements.count
            while others, other < otherEnd {
                filled.append(elements[other])
                other += 1
            }
            for pattern in patterns[first..<end] {
                filled.append(Pattern(pattern).filled(with: other < otherEnd ? elements[other] : nil))
                if other < otherEnd { other += 1 }
            }
            if end < patterns.count { filled.append(elements[otherEnd]) }
            other = otherEnd + 1
            first = end + 1
        }
        return .array(filled)
    }
}
