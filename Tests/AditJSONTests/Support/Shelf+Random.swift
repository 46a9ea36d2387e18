import Adit
import AditJSON
import AditState

extension Shelf {
    static func random(using random: inout some RandomNumberGenerator) -> Shelf {
        var shelf = Shelf(
            text: "", note: nil, number: 0, level: Percent(0), any: .null, kind: .none, box: nil,
            top: Crate(id: 0, label: ""),
            pair: Couple(first: nil, second: Crate(id: 0, label: "")), nested: nil, boxes: [], maybes: [], numbers: [],
            lists: [], levels: [], byName: [:], byNumber: [:], holes: [:], boxTable: [], path: [], changes: nil,
            original: Original(in: 0, rest: nil))
        for _ in 0..<60 { shelf.edit(using: &random) }
        return shelf
    }

    /// Changes something, or nothing after all.
    mutating func edit(using random: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<26, using: &random) {
        case 0: text = .small(using: &random)
        case 1: note = random.optional { .small(using: &$0) }
        case 2: flag = .random(using: &random)
        case 3: number = [0, 0.5, -1e300, 3].randomElement(using: &random) ?? 0
        case 4: level = Percent(random.small())
        case 5: any = .small(using: &random)
        case 6: kind = [.none, .one(random.small()), .two(a: 1, b: nil)].randomElement(using: &random) ?? .none
        case 7: box = random.optional { .small(using: &$0) }
        case 8: box?.edit(using: &random)
        case 9: top.edit(using: &random)
        case 10: pair.first = random.optional { $0.small() }
        case 11: pair.second.edit(using: &random)
        case 12: nested = random.optional { $0.optional { $0.small() } }
        case 13: random.edit(&boxes) { .small(using: &$0) }
        case 14: boxes.indices.randomElement(using: &random).map { boxes[$0].edit(using: &random) }
        case 15: random.edit(&maybes) { $0.optional { .small(using: &$0) } }
        case 16: random.edit(&numbers) { $0.small() }
        case 17: random.edit(&lists) { $0.few { .small(using: &$0) } }
        case 18: random.edit(&levels) { Percent($0.small()) }
        case 19: random.edit(&byName, key: { .key(using: &$0) }, value: { .small(using: &$0) })
        case 20: random.edit(&byNumber, key: { $0.small() }, value: { $0.few { $0.small() } })
        case 21: random.edit(&holes, key: { .key(using: &$0) }, value: { $0.optional { $0.small() } })
        case 22:
            let box = Crate.small(using: &random)
            if boxTable.remove(box.id) == nil { boxTable.append(box) }
        case 23: random.edit(&path) { .small(using: &$0) }
        case 24: changes = random.optional { .small(using: &$0) }
        default: original = Original(in: random.small(), rest: random.optional { $0.few { $0.few { $0.small() } } })
        }
    }
}

extension Crate {
    /// A box of which others may well have the same contents.
    static func small(using random: inout some RandomNumberGenerator) -> Crate {
        Crate(
            id: random.small(), label: .small(using: &random), pages: random.few { $0.small() },
            owner: random.optional { .small(using: &$0) })
    }

    mutating func edit(using random: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: label = .small(using: &random)
        case 1: random.edit(&pages) { $0.small() }
        default: owner = random.optional { .small(using: &$0) }
        }
    }
}

extension String {
    static func small(using random: inout some RandomNumberGenerator) -> String {
        ["", "a", "b", "\"\\\n"].randomElement(using: &random) ?? ""
    }

    /// A key that a pointer may stumble over.
    static func key(using random: inout some RandomNumberGenerator) -> String {
        ["", "a", "a/b", "~", "~1", "é", "0", "\"", "😀"].randomElement(using: &random) ?? ""
    }
}

extension JSON {
    static func small(using random: inout some RandomNumberGenerator) -> JSON {
        let values: [JSON] = [
            .null, .integer(1), .string("a"), .array([.null, .bool(true)]), .object(["a": .array([])]),
        ]
        return values.randomElement(using: &random) ?? .null
    }
}

extension RandomNumberGenerator {
    mutating func small() -> Int { Int.random(in: 0...4, using: &self) }

    /// Changes a list as programs do.
    mutating func edit<T>(_ list: inout [T], _ make: (inout Self) -> T) {
        let position = Int.random(in: 0...list.count, using: &self)
        switch Int.random(in: 0..<8, using: &self) {
        case 0...2: list.insert(make(&self), at: position)
        case 3 where position < list.count: list.remove(at: position)
        case 4 where position < list.count: list[position] = make(&self)
        case 5 where position < list.count:
            let element = list.remove(at: position)
            list.insert(element, at: Int.random(in: 0...list.count, using: &self))
        case 6 where position < list.count: list.swapAt(position, 0)
        case 7 where list.count > 5: list.removeSubrange(position...)
        default: break
        }
    }

    mutating func edit<Key, Value>(
        _ members: inout [Key: Value], key: (inout Self) -> Key, value: (inout Self) -> Value
    ) {
        let key = key(&self)
        if Bool.random(using: &self) { members.updateValue(value(&self), forKey: key) } else { members[key] = nil }
    }
}
