/// What was heard of a module and has not been spoken of, in order.
struct HeardList<Element> {
    private(set) var elements: [Element] = []
    /// Of each, whether it may be passed over in silence.
    private var areOptional: [Bool] = []
    /// What an element is called, in the singular.
    let name: String
    /// An element in words.
    let title: (Element) -> String

    init(_ name: String, title: @escaping (Element) -> String) {
        self.name = name
        self.title = title
    }

    /// - Parameter isOptional: whether it may be passed over in silence.
    mutating func append(_ element: Element, isOptional: Bool = false) {
        elements.append(element)
        areOptional.append(isOptional)
    }

    private mutating func removeFirst(_ count: Int) {
        elements.removeFirst(count)
        areOptional.removeFirst(count)
    }

    /// Takes all out.
    mutating func takeAll() -> [Element] {
        defer { (elements, areOptional) = ([], []) }
        return elements
    }

    /// What has not been spoken of, in words, and with the way to speak of it; it is forgotten.
    mutating func takeUnspoken(mend: String) -> [String] {
        let titles = zip(elements, areOptional).filter { !$1 }.map { title($0.0) }
        _ = takeAll()
        guard let first = titles.first else { return [] }
        let what =
            titles.count == 1
            ? "the \(name) \(first) was not expected"
            : "\(titles.count) \(name)s were not expected:\n" + titles.map { "    \($0)" }.joined(separator: "\n")
        return ["\(what)\(titles.count == 1 ? ": s" : "\nS")ay \(mend) after this line, or .relaxed after GIVEN"]
    }
}

extension HeardList {
    /// Takes what is next, which is to be of a kind; when relaxed, also what comes before the first of that kind.
    ///
    /// - Parameter expected: what is expected, in words.
    /// - Returns: what is not as it should be.
    mutating func take(isRelaxed: Bool, _ expected: String, where isExpected: (Element) -> Bool) -> [String] {
        guard let index = elements.firstIndex(where: isExpected), isRelaxed || index == 0 else {
            let found = isRelaxed ? elements : Array(elements.prefix(1))
            let rest = found.isEmpty ? "there is none left" : "found \(found.map(title).joined(separator: ", "))"
            if !isRelaxed, !elements.isEmpty { removeFirst(1) }
            return ["the \(name) \(expected) was expected; \(rest)"]
        }
        removeFirst(index + 1)
        return []
    }
}

extension HeardList where Element: Equatable {
    /// Takes what is next, which is to be equal to what is expected. What may be passed over in silence is, where it is
    /// another one.
    ///
    /// - Returns: what is not as it should be.
    mutating func take(_ expected: [Element]) -> [String] {
        var found: [Element] = []
        for element in expected {
            while let next = elements.first, areOptional[0], next != element { removeFirst(1) }
            guard let next = elements.first else { break }
            found.append(next)
            removeFirst(1)
        }
        if found == expected { return [] }
        if found.isEmpty {
            let titles = expected.map(title).joined(separator: ", ")
            return ["there is no \(name) left; \(titles) was expected"]
        }
        let isOne = expected.count == 1 && found.count == 1
        let difference = isOne ? difference(expected[0], found[0]) : difference(expected, found)
        return [
            "the \(name)\(expected.count == 1 ? " is another one" : "s are other ones") (- expected, + found):\n\(difference)"
        ]
    }

    /// Takes what comes up to something that is equal to what is expected.
    ///
    /// - Returns: what is not as it should be.
    mutating func find(_ expected: Element) -> [String] {
        guard let index = elements.firstIndex(of: expected) else {
            let rest = elements.isEmpty ? "nothing" : elements.map(title).joined(separator: ", ")
            return ["the \(name) \(title(expected)) was expected; found \(rest)"]
        }
        removeFirst(index + 1)
        return []
    }
}
