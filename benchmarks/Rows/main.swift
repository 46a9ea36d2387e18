import Adit
import AditJSON
import AditState

@Model struct Item: Equatable, Identifiable {
    var id: UUID
    var text: String
    var completed = false
    var created: Timestamp
    var due: Timestamp?
    var alterDate: Timestamp?
}

@Model struct Items: State {
    var items: Table<UUID, Item> = []
    var title = "a"
    var count = 0
    enum Change { case set }
    mutating func apply(_ change: Change) {}
}

/// A sink that takes everything.
final class Nothing: RowSink {
    var calls = 0
    func put(_ value: RowText, of member: String) { calls += 1 }
    func remove(_ member: String) { calls += 1 }
    func declare(_ table: String) { calls += 1 }
    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) { calls += 1 }
    func replace(_ value: RowText, _ id: RowText, in table: String) { calls += 1 }
    func move(_ id: RowText, in table: String, after place: RowText?) { calls += 1 }
    func remove(_ id: RowText, in table: String) { calls += 1 }
    func removeAll(in table: String) { calls += 1 }
}

import Glibc
func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
func measure(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
    let start = cpu()
    try body()
    let us = cpu() - start
    print(name, "\((us / Double(count) * 1000).rounded() / 1000) µs each,", "\((us / 1000).rounded()) ms")
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
var state = Items()
let date = Timestamp("2026-11-21T09:30:00.123Z")!
var generator = SystemRandomNumberGenerator()
for number in 0..<count {
    state.items.append(
        Item(
            id: UUID(using: &generator), text: "Something to do, number \(number)", created: date,
            due: number % 3 == 0 ? date : nil))
}
let storage = MemoryStorage()
let coding = StateCoding<Items>.generated()
try measure("writeAll to nothing", count) { try coding.writeAll(state, to: Nothing()) }
try measure("writeAll to MemoryStorage", count) {
    try storage.write(
        StorageHead(revision: 0, opens: 1), entries: { RowText(UnsafeRawBufferPointer(start: nil, count: 0)) }
    ) { try coding.writeAll(state, to: $0) }
}
do {
    var bytes = 0
    try measure("parse alone", count) {
        try storage.readElements(of: "/items") { (_, value) throws(CodingFailure) in
            bytes += try JSONReader.read(value.bytes, as: "a row that is") { $0.raw?.count ?? 0 }
        }
    }
    print(bytes)
    try measure("parse and decode", count) {
        try storage.readElements(of: "/items") { (_, value) throws(CodingFailure) in
            let item = try JSONReader.read(value.bytes, as: "a row that is") { (reader) throws(CodingFailure) in
                try Item(reading: reader)
            }
            if item.completed { bytes += 1 }
        }
    }
}
for _ in 0..<3 {
    var read: Items?
    try measure("readStored", count) { read = try coding.readStored(storage) }
    if read?.items.count != count { print("wrong") }
}

if CommandLine.arguments.count > 2, CommandLine.arguments[2] == "load" { exit(0) }
let scale = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 100 : 1
let rows = RowWriter()
let changes = ChangeWriter(nil, wantsAll: false)
let sink = Nothing()
var original = state
let ids = state.items.prefix(1000).map(\.id)
for withJournal in [false, true] {
    let journal = JSONWriter()
    func batch(_ name: String, _ count: Int, _ body: (Int, inout Items) -> Void) throws {
        let n = max(1, count / scale)
        try measure(name + (withJournal ? " with journal" : ""), n) {
            for i in 0..<n {
                Items.forgetChanges(of: &state)
                Items.saveOriginal(of: &state, in: &original, on: 1)
                body(i, &state)
                journal.truncate(to: 0)
                rows.begin(sink, journal: withJournal ? journal : nil)
                changes.begin(wantsAll: false, rows: rows)
                try Items.writeChanges(of: state, since: original, to: changes)
                rows.end()
            }
        }
    }
    try batch("nothing", 100_000) { _, _ in }
    try batch("one member", 100_000) {
        $1.count += 1; _ = $0
    }
    try batch("one element", 100_000) { i, s in s.items.update(ids[i % 1000]) { $0.completed.toggle() } }
    try batch("two elements", 100_000) { i, s in
        s.items.update(ids[i % 1000]) { $0.completed.toggle() }
        s.items.update(ids[(i + 1) % 1000]) { $0.completed.toggle() }
    }
    try batch("one append", 100_000) { i, s in
        s.items.append(Item(id: UUID(using: &generator), text: "more", created: date))
    }
    try batch("one removal, in the middle", 10_000) { i, s in s.items.remove(s.items[s.items.count / 2].id) }
    try batch("one move", 10_000) { i, s in s.items.move(ids[i % 1000], to: i * 7 % 1000) }
    try batch("256 appends", 1_000) { i, s in
        for _ in 0..<256 { s.items.append(Item(id: UUID(using: &generator), text: "more", created: date)) }
    }
}
print(sink.calls)
