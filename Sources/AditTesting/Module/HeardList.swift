/// A list of outputs of a module that no `THEN` has expected yet, in order.
struct HeardList<Element> {
    private(set) var elements: [Element] = []
    /// Whether each element is optional: the story need not expect it.
    private var areOptional: [Bool] = []
    /// The noun for an element, in the singular.
    let name: String
    /// Returns the text of an element.
    let title: (Element) -> String

    init(_ name: String, title: @escaping (Element) -> String) {
        self.name = name
        self.title = title
    }

    /// - Parameter isOptional: whether the story need not expect it.
    mutating func append(_ element: Element, isOptional: Bool = false) {
        elements.append(element)
        areOptional.append(isOptional)
    }

    private mutating func removeFirst(_ count: Int) {
        elements.removeFirst(count)
        areOptional.removeFirst(count)
    }

    /// Removes and returns all elements.
    mutating func removeAll() -> [Element] {
        defer { (elements, areOptional) = ([], []) }
        return elements
    }

    /// Removes all elements, and returns failures for those that are not optional, with the fix `mend`.
    mutating func removeUnexpected(mend: String) -> [String] {
        let titles = zip(elements, areOptional).filter { !$1 }.map { title($0.0) }
        _ = removeAll()
        guard let first = titles.first else { return [] }
        let what =
            titles.count == 1
            ? "the \(name) \(first) was not expected"
            : "\(titles.count) \(name)s were not expected:\n" + titles.map { "    \($0)" }.joined(separator: "\n")
        return ["\(what)\(titles.count == 1 ? ": s" : "\nS")ay \(mend) after this line, or .relaxed after GIVEN"]
    }
}

extension HeardList {
    /// Removes the next element, which must match; if relaxed, also the elements before the first match.
    ///
    /// - Parameter expected: the expectation, in words.
    /// - Returns: the failures.
    mutating func remove(isRelaxed: Bool, _ expected: String, where isExpected: (Element) -> Bool) -> [String] {
        guard let index = elements.firstIndex(where: isExpected), isRelaxed || index == 0 else {
            let found = isRelaxed ? elements : Array(elements.prefix(1))
            let rest = found.isEmpty ? "no more was heard" : "found \(found.map(title).joined(separator: ", "))"
            if !isRelaxed, !elements.isEmpty { removeFirst(1) }
            return ["the \(name) \(expected) was expected; \(rest)"]
        }
        removeFirst(index + 1)
        return []
    }
}

extension HeardList where Element: Equatable {
    /// Removes the next elements, which must equal the expected ones. Skips optional elements that differ.
    ///
    /// - Returns: the failures.
    mutating func remove(_ expected: [Element]) -> [String] {
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

    /// Removes the elements up to the first one that equals the expected one.
    ///
    /// - Returns: the failures.
    mutating func find(_ expected: Element) -> [String] {
        guard let index = elements.firstIndex(of: expected) else {
            let rest = elements.isEmpty ? "nothing" : elements.map(title).joined(separator: ", ")
            return ["the \(name) \(title(expected)) was expected; found \(rest)"]
        }
        removeFirst(index + 1)
        return []
    }
}
