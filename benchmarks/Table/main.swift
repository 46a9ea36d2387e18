// What a Table costs, beside an Array with a Dictionary for its index.
//
//     TableBenchmark [SIZE ...]      of 1 000 and 1 000 000 elements unless sizes are given
//
// Prints nanoseconds an operation, in rounds that take turns, the quickest one each; the ids are drawn once and asked
// for in an order of their own. An element is laid out as a todo item is, its text in the heap.

import Adit
import Glibc

struct Item: Identifiable, Equatable {
    var id: UUID
    var text: String
    var completed = false
    var created = Timestamp.epoch
    var due: Timestamp?
    var alterDate: Timestamp?
}

/// What a table is measured against.
struct Plain {
    var elements: [Item] = []
    var index: [UUID: Int] = [:]

    mutating func append(_ item: Item) {
        index[item.id] = elements.count
        elements.append(item)
    }

    mutating func update(_ id: UUID, _ body: (inout Item) -> Void) {
        guard let position = index[id] else { return }
        body(&elements[position])
    }

    mutating func insert(_ item: Item, at position: Int) {
        elements.insert(item, at: position)
        renumber(position..<elements.count)
    }

    mutating func remove(_ id: UUID) {
        guard let position = index.removeValue(forKey: id) else { return }
        elements.remove(at: position)
        renumber(position..<elements.count)
    }

    mutating func move(_ id: UUID, to position: Int) {
        guard let old = index[id] else { return }
        elements.insert(elements.remove(at: old), at: position)
        renumber(min(old, position)..<max(old, position) + 1)
    }

    private mutating func renumber(_ positions: Range<Int>) {
        for position in positions { index[elements[position].id] = position }
    }
}

struct Counted: RandomNumberGenerator {
    private var state: UInt64 = 1
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

var random = Counted()

// Loops of their own, each over a value that is handed to it, as a state's `apply` has it.

typealias Items = Table<UUID, Item>

@inline(never) func lookUp(_ table: Items, _ ids: ArraySlice<UUID>) -> Int {
    ids.reduce(0) { $0 + (table[id: $1]?.completed == true ? 1 : 0) }
}
@inline(never) func lookUp(_ plain: Plain, _ ids: ArraySlice<UUID>) -> Int {
    ids.reduce(0) {
        guard let position = plain.index[$1] else { return $0 }
        return $0 + (plain.elements[position].completed ? 1 : 0)
    }
}
@inline(never) func put(_ table: inout Items, _ items: ArraySlice<Item>) { for item in items { table.update(item) } }
@inline(never) func put(_ plain: inout Plain, _ items: ArraySlice<Item>) {
    for item in items { if let position = plain.index[item.id] { plain.elements[position] = item } }
}
@inline(never) func edit(_ table: inout Items, _ ids: ArraySlice<UUID>) {
    for id in ids { table.update(id) { $0.created = .epoch } }
}
@inline(never) func edit(_ plain: inout Plain, _ ids: ArraySlice<UUID>) {
    for id in ids { plain.update(id) { $0.created = .epoch } }
}
@inline(never) func toggle(_ table: inout Items, _ ids: ArraySlice<UUID>) {
    for id in ids { table.update(id) { $0.completed.toggle() } }
}
@inline(never) func toggle(_ plain: inout Plain, _ ids: ArraySlice<UUID>) {
    for id in ids { plain.update(id) { $0.completed.toggle() } }
}
/// Takes the change back where it is one of the id, as a table does.
@inline(never) func editKeepingID(_ plain: inout Plain, _ ids: ArraySlice<UUID>) {
    for id in ids {
        guard let position = plain.index[id] else { continue }
        plain.elements[position].created = .epoch
        if plain.elements[position].id != id { plain.elements[position].id = id }
    }
}
@inline(never) func iterate(_ elements: some Sequence<Item>) -> Int { elements.reduce(0) { $0 &+ $1.created.seconds } }

/// Its text is its own: that of a literal would be in the program, and nobody would count who has it.
@MainActor func makeItem() -> Item {
    let id = UUID(using: &random)
    return Item(id: id, text: "An item that is called \(id)")
}

func nanoseconds(_ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure(body)
    return Double(duration.components.attoseconds) / 1e9 + Double(duration.components.seconds) * 1e9
}

/// Bytes that are in memory.
func resident() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    fgets(&line, 128, file)
    let pages = line.split(separator: CChar(UInt8(ascii: " "))).dropFirst().first ?? []
    return pages.reduce(0) { $0 * 10 + Int($1) - 48 } * sysconf(Int32(_SC_PAGESIZE))
}

func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }

func report(_ what: String, _ table: Double, _ plain: Double?) {
    func number(_ value: Double) -> String { value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(value))" }
    print(
        "  " + what + String(repeating: " ", count: max(0, 44 - what.count)) + padded(number(table), 10)
            + (plain.map { padded(number($0), 12) + padded("\((table / $0 * 1000).rounded() / 1000)", 8) } ?? ""))
}

/// The quickest round of each, a round being so many operations.
func compare(
    _ what: String, _ count: Int, _ plainCount: Int, by divisor: Double = 1, _ table: (Int) -> Void,
    _ plain: (Int) -> Void
) {
    var best = (table: Double.infinity, plain: Double.infinity)
    for _ in 0..<5 {
        best.table = min(best.table, nanoseconds { for number in 0..<count { table(number) } } / Double(count))
        best.plain = min(
            best.plain, nanoseconds { for number in 0..<plainCount { plain(number) } } / Double(plainCount))
    }
    report(what, best.table / divisor, best.plain / divisor)
}

@MainActor func measure(_ size: Int) {
    let items = (0..<size).map { _ in makeItem() }
    let some = (0..<min(size, 100_000)).map { _ in items[Int.random(in: 0..<size, using: &random)].id }
    let middle = size / 2
    let plainEdits = max(2, 1_000_000 / size)
    let plainCopies = size > 100_000 ? 1 : plainEdits
    print(
        "\n\(size) elements" + padded("Table", 56 - "\(size) elements".count) + padded("Array", 12)
            + padded("/Array", 8))

    // Before anything is freed that could be used again.
    var before = resident()
    var table = Table<UUID, Item>()
    for item in items { table.append(item) }
    let tableBytes = Double(resident() - before) / Double(size)
    before = resident()
    var plain = Plain()
    for item in items { plain.append(item) }
    let plainBytes = Double(resident() - before) / Double(size)

    var sum = 0
    let news = items.shuffled(using: &random)
    let ids = news.map(\.id)
    /// Of all elements, some thousand at a time in turns, so that what else the machine does meets both.
    func all(_ what: String, _ table: (Range<Int>) -> Void, _ plain: (Range<Int>) -> Void) {
        let parts = max(1, size / 10_000)
        var best = Array(repeating: (table: Double.infinity, plain: Double.infinity), count: parts)
        for _ in 0..<5 {
            for part in 0..<parts {
                let range = size * part / parts..<size * (part + 1) / parts
                best[part].table = min(best[part].table, nanoseconds { table(range) })
                best[part].plain = min(best[part].plain, nanoseconds { plain(range) })
            }
        }
        report(
            what, best.reduce(0) { $0 + $1.table } / Double(size), best.reduce(0) { $0 + $1.plain } / Double(size))
    }
    all("look-up") {
        sum &+= lookUp(table, ids[$0])
    } _: {
        sum &+= lookUp(plain, ids[$0])
    }
    all("edit in place, by a new value") {
        put(&table, news[$0])
    } _: {
        put(&plain, news[$0])
    }
    all("edit in place, by a closure that reads") {
        toggle(&table, ids[$0])
    } _: {
        toggle(&plain, ids[$0])
    }
    all("edit in place, by a closure that only writes") {
        edit(&table, ids[$0])
    } _: {
        editKeepingID(&plain, ids[$0])
    }
    all("the same, the array not looking at ids") {
        edit(&table, ids[$0])
    } _: {
        edit(&plain, ids[$0])
    }
    compare("iteration", 1, 1, by: Double(size)) { _ in
        sum &+= iterate(table)
    } _: { _ in
        sum &+= iterate(plain.elements)
    }

    var (heldTable, heldPlain) = (table, plain)
    compare("edit, each with an older value held", 1000, plainCopies) {
        heldTable = table
        table.update(some[$0]) { $0.created = .epoch }
    } _: {
        heldPlain = plain
        plain.update(some[$0]) { $0.created = .epoch }
    }
    var longest = 0.0
    for id in some.prefix(1000) {
        heldTable = table
        longest = max(longest, nanoseconds { table.update(id) { $0.created = .epoch } })
    }
    report("the longest of them", longest, nil)
    compare("remove and append, each with it held", min(size / 2, 1000), plainCopies) {
        heldTable = table
        if let item = table.remove(some[$0]) { table.append(item) }
    } _: { number in
        heldPlain = plain
        plain.remove(some[number])
        plain.append(makeItem())
    }
    (heldTable, heldPlain) = ([], Plain())

    table = Table(items)
    compare("append", size / 10 + 1, size / 10 + 1) { _ in
        table.append(makeItem())
    } _: { _ in
        plain.append(makeItem())
    }
    table = Table(items)
    compare("insert in the middle", 1000, plainEdits) { _ in
        table.insert(makeItem(), at: middle)
    } _: { _ in
        plain.insert(makeItem(), at: middle)
    }
    table = Table(items)
    compare("insert anywhere", 1000, plainEdits) {
        table.insert(makeItem(), at: some[$0].hashValue.magnitude.quotient(size))
    } _: {
        plain.insert(makeItem(), at: some[$0].hashValue.magnitude.quotient(size))
    }
    table = Table(items)
    compare("remove from the middle", size / 20, min(size / 20, plainEdits)) { _ in
        table.remove(table[table.count / 2].id)
    } _: { _ in
        plain.remove(plain.elements[plain.elements.count / 2].id)
    }
    compare("move to the middle", 1000, plainEdits) {
        table.move(items[$0 % 10].id, to: $0 % 2 * 10 + middle / 2)
    } _: {
        plain.move(items[$0 % 10].id, to: $0 % 2 * 10 + middle / 2)
    }
    compare("position of an id", 1000, 1000) {
        sum &+= table.position(of: some[$0]) ?? 0
    } _: {
        sum &+= plain.index[some[$0]] ?? 0
    }
    compare("element at a position", 1000, 1000) {
        sum &+= table[$0 * (table.count / 1000)].created.seconds
    } _: {
        sum &+= plain.elements[$0 * (plain.elements.count / 1000)].created.seconds
    }
    report("bytes an element, texts left out", tableBytes, plainBytes)

    // Growing, one by one.
    var longestPlain = 0.0
    // The least of some, for what else the machine does is in it.
    for round in 0..<3 {
        (table, plain) = ([], Plain())
        let longestOfAll = items.reduce(0) { longest, item in max(longest, nanoseconds { table.append(item) }) }
        let plainOfAll = items.reduce(0) { longest, item in max(longest, nanoseconds { plain.append(item) }) }
        longest = round == 0 ? longestOfAll : min(longest, longestOfAll)
        longestPlain = round == 0 ? plainOfAll : min(longestPlain, plainOfAll)
    }
    report("longest append while growing", longest, longestPlain)
    precondition(sum != 1 && heldTable.isEmpty && heldPlain.elements.isEmpty)
}

extension UInt {
    /// A number below another one.
    func quotient(_ size: Int) -> Int { Int(self % UInt(size)) }
}

let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
print("Nanoseconds an operation")
for size in sizes.isEmpty ? [1_000, 1_000_000] : sizes { measure(size) }
