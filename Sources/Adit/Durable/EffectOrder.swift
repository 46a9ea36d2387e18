/// The order of the ids of effects: by opening, then by number.
struct EffectOrder: Comparable {
    private let numbers: [Int]

    init(_ id: String) { numbers = id.dropFirst().split(separator: "-").map { Int($0) ?? 0 } }

    static func < (left: EffectOrder, right: EffectOrder) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
