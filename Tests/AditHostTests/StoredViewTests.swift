import Adit
import AditJSON
import AditSQLite
import AditState
import Glibc
import TestSupport
import Testing

@testable import AditHost

@Model
private struct Ledger: State {
    var entries: Table<Int, Entry> = []

    enum Change {
        case set(Entry)
        case move(Int, to: String)
        case remove(Int)
        case place(Int, at: Int)
        case cut(to: Int)
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .set(let entry): entries.updateOrAppend(entry)
        case .move(let id, let account): entries.update(id) { $0.account = account }
        case .remove(let id): entries.remove(id)
        case .place(let id, let place): entries.move(id, to: min(place, max(0, entries.count - 1)))
        case .cut(let count): entries = Table(entries.prefix(count))
        }
    }
}

@Model
private struct Entry: Equatable, Identifiable {
    var id: Int
    var account: String
    var amount: Decimal
    var day: CalendarDay
    var isOverdue = false
}

@Message private enum LedgerMessage {
    case set(Entry)
    case move(Int, to: String)
    case remove(Int)
    case place(Int, at: Int)
    case cut(to: Int)
    /// Changes what `set` does, and fails.
    case fail(Entry)
}

private struct Refusal: Error {}

/// Version 1 had whole numbers of cents in the place of amounts, in the table `rows`.
private func ledgerApp() -> App<Ledger, LedgerMessage> {
    App(
        "ledger", schemaVersion: 2,
        migrations: [
            StorageMigration(from: 1) { rows in
                try rows.rename("/rows", to: "/entries")
                try rows.updateElements(of: "/entries") { entry in
                    guard case .integer(let cents)? = entry.removeValue(forKey: "cents") else { throw Refusal() }
                    entry["amount"] = .string("\(Decimal(Int(cents), scale: 2))")
                }
            }
        ],
        state: Ledger(),
        views: [
            View("total", of: \.entries, sum: \.amount),
            View("balances", of: \.entries, sum: \.amount, by: \.account),
            View("overdue", countOf: \.entries, where: { $0.isOverdue }, by: \.account),
            View("latest", of: \.entries, maximum: \.day, by: \.account),
            View("least", of: \.entries, minimum: \.amount, by: \.account),
        ], undo: .all
    ) { core in
        let store = core.store
        return [
            Feature { message in
                switch message {
                case .set(let entry): store.change(.set(entry))
                case .move(let id, let account): store.change(.move(id, to: account))
                case .remove(let id): store.change(.remove(id))
                case .place(let id, let place): store.change(.place(id, at: place))
                case .cut(let count): store.change(.cut(to: count))
                case .fail(let entry):
                    store.change(.set(entry))
                    throw Refusal()
                }
            }
        ]
    }
}

/// The app as it was before, with cents.
private enum Former {
    @Model struct Ledger: State {
        var rows: Table<Int, Row> = []

        enum Change { case set(Row) }
        mutating func apply(_ change: Change) { if case .set(let row) = change { rows.updateOrAppend(row) } }
    }

    @Model struct Row: Identifiable {
        var id: Int
        var account: String
        var cents: Int
        var day: CalendarDay
    }

    @Message enum FormerMessage { case set(Row) }

    static func ledgerApp() -> App<Ledger, FormerMessage> {
        App("ledger", state: Ledger()) { core in
            let store = core.store
            return [Feature { message in if case .set(let row) = message { store.change(.set(row)) } }]
        }
    }
}

/// A core on a store in a file, or in memory.
private final class StoredBench {
    let core: HostedCore
    private let buffer = MessageBuffer()

    init<S, Message>(_ app: App<S, Message>, _ config: String) throws {
        let (engine, buffer) = (SQLiteEngine(), buffer)
        core = try withJSON(config) { root in
            let opening = try Opening(reading: root, storage: engine)
            return try HostedCore(
                AppEntry(app, storage: engine).makeCore(opening), opening, buffer: buffer, isPulled: false)
        }
    }

    /// Sends messages at once, and returns what is heard.
    @discardableResult
    func send(_ texts: String...) throws -> [String] { try send(texts) }

    @discardableResult
    func send(_ texts: [String]) throws -> [String] {
        for text in texts {
            var text = text
            _ = try text.withUTF8 { try core.enqueue(UnsafeRawBufferPointer($0), ticket: nil) }
        }
        core.beginCall()
        core.enter()
        while core.handleNext(through: core.lastQueued) {}
        core.endBatch()
        core.leave()
        var heard: [String] = []
        buffer.drain { text, _ in heard.append(String(cString: text)) }
        return heard
    }

    /// The value of a part, as text.
    func value(_ path: String) throws -> String {
        let heard = try send(#"{"@get":{"path":"\#(path)"}}"#)
        let text = try #require(heard.last)
        let start = try #require(text.firstRange(of: #""value":"#)).upperBound
        return String(text[start...].dropLast(2))
    }

    func close() {
        core.enter()
        core.endBatch()
        core.endEffects()
        core.close()
        core.leave()
    }
}

/// GIVEN views of sums, numbers and extremes that are followed, whole and by groups WHEN a store is opened again or migrated,
/// or steps are undone and redone THEN they are what they would be if they were worked out anew.
struct StoredViewTests {
    private let path = "/tmp/adit-views-\(getpid())-\(UInt64.random(in: 0 ... .max)).store"

    private func remove() { for ending in ["", ".backup-v1"] { unlink(path + ending) } }

    /// Opens a core whose views are followed, and so kept up to date.
    private func open(isStored: Bool = true) throws -> StoredBench {
        let store = isStored ? #","store":{"path":"\#(path)"}"# : ""
        let bench = try StoredBench(ledgerApp(), #"{"undo":true\#(store)}"#)
        try bench.send(#"{"@subscribe":{"path":"/view"}}"#)
        return bench
    }

    /// Compares the views with those of a core that begins with the state.
    private func check(_ bench: StoredBench, _ step: String) throws {
        let state = try bench.value("")
        let anew = try StoredBench(ledgerApp(), #"{"state":\#(state)}"#)
        #expect(try bench.value("/view") == anew.value("/view"), "\(step)")
        anew.close()
    }

    private func entry(_ id: Int, _ account: String, _ amount: String, _ day: Int = 1, isOverdue: Bool = false)
        -> String
    {
        #"{"id":\#(id),"account":"\#(account)","amount":"\#(amount)","day":"2026-11-\#(10 + day)","isOverdue":\#(isOverdue)}"#
    }

    @Test func `a store that is opened again has them, and goes on`() throws {
        defer { remove() }
        let first = try open()
        try first.send(
            #"{"set":\#(entry(1, "cash", "12.50"))}"#, #"{"set":\#(entry(2, "rent", "-800.00", isOverdue: true))}"#)
        try check(first, "before")
        first.close()
        // WHEN
        let second = try open()
        // THEN
        #expect(try second.value("/view/balances") == #"{"cash":"12.50","rent":"-800.00"}"#)
        #expect(try second.value("/view/overdue") == #"{"rent":1}"#)
        try second.send(#"{"move":{"_0":2,"to":"cash"}}"#)
        #expect(try second.value("/view/balances") == #"{"cash":"-787.50"}"#)
        try check(second, "after")
        second.close()
    }

    @Test func `a store that is migrated has them, and goes on`() throws {
        defer { remove() }
        let former = try StoredBench(Former.ledgerApp(), #"{"store":{"path":"\#(path)"}}"#)
        for (id, cents) in [1250, -80_000, 5].enumerated() {
            let account = id == 1 ? "rent" : "cash"
            try former.send(
                #"{"set":{"id":\#(id),"account":"\#(account)","cents":\#(cents),"day":"2026-11-0\#(id + 1)"}}"#)
        }
        former.close()
        // WHEN
        let bench = try open()
        // THEN
        #expect(try bench.value("/view/balances") == #"{"cash":"12.55","rent":"-800.00"}"#)
        #expect(try bench.value("/view/latest") == #"{"cash":"2026-11-03","rent":"2026-11-02"}"#)
        try bench.send(#"{"remove":1}"#)
        #expect(try bench.value("/view/balances") == #"{"cash":"12.55"}"#)
        try check(bench, "after")
        bench.close()
    }

    @Test(arguments: [false, true])
    func `undone, redone and failed steps leave them as the state has them`(isStored: Bool) throws {
        defer { remove() }
        var random = SeededGenerator(seed: isStored ? 41 : 43)
        var bench = try open(isStored: isStored)
        var (undone, redone) = (0, 0)
        for step in 0..<200 {
            var texts: [String] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let (id, number) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<100, using: &random))
                let account = ["cash", "rent", "tax"][number % 3]
                let amount = "\(Decimal(number - 50, scale: number % 3))"
                let value = entry(id, account, amount, number % 20, isOverdue: number % 2 == 0)
                switch Int.random(in: 0..<14, using: &random) {
                case 0..<5: texts.append(#"{"set":\#(value)}"#)
                case 5: texts.append(#"{"move":{"_0":\#(id),"to":"\#(account)"}}"#)
                case 6: texts.append(#"{"remove":\#(id)}"#)
                case 7: texts.append(#"{"place":{"_0":\#(id),"at":\#(number % 12)}}"#)
                case 8 where number < 20: texts.append(#"{"cut":{"to":4}}"#)
                case 9: texts.append(#"{"fail":\#(value)}"#)
                case 10, 11: texts.append(#"{"@undo":{}}"#)
                default: texts.append(#"{"@redo":{}}"#)
                }
            }
            let heard = try bench.send(texts)
            undone += heard.count { $0.hasPrefix(#"{"@undone""#) }
            redone += heard.count { $0.hasPrefix(#"{"@redone""#) }
            if isStored, step % 23 == 22 {
                bench.close()
                bench = try open()
            }
            try check(bench, "step \(step): \(texts)")
        }
        #expect(undone > 40 && redone > 10, "\(undone) and \(redone)")
        bench.close()
    }
}
