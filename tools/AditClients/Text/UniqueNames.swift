/// Names of which each is given once.
struct UniqueNames {
    private var taken: Set<String>
    /// The next number to try behind a name, so that many equal names cost no more than as many different ones.
    private var numbers: [String: Int] = [:]
    private let spelling: @Sendable (String) -> String

    /// - Parameter spelling: names are the same if these are: lower-case letters, where only they count.
    init(_ taken: some Sequence<String> = [], spelling: @escaping @Sendable (String) -> String = { $0 }) {
        self.taken = Set(taken.map(spelling))
        self.spelling = spelling
    }

    /// Takes the first of the names that is free, or one with a number.
    mutating func claim(_ names: [String], numbered name: String) -> String {
        for name in names where taken.insert(spelling(name)).inserted { return name }
        var number = numbers[name, default: 2]
        while !taken.insert(spelling("\(name)\(number)")).inserted { number += 1 }
        numbers[name] = number + 1
        return "\(name)\(number)"
    }
}
