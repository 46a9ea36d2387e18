@testable import AditState
import AditJSON
import Synchronization
import TestSupport
import Testing

@testable import Adit

@Model
private struct Ledger: State {
    var entries: Table<Int, Entry> = []

    struct Change { let edit: (inout Table<Int, Entry>) -> Void }
    mutating func apply(_ change: Change) { change.edit(&entries) }
}

@Model
private struct Entry: Equatable, Identifiable {
    var id: Int
    var account: String
    var amount: Decimal
    var quantity = 1
}

/// The ledger of docs/views.md.
private enum Page {
    @Model struct Ledger: State {
        var entries: Table<Int, Entry> = []

        enum Change { case add(Entry) }
        mutating func apply(_ change: Change) {
            switch change {
            case .add(let entry): entries.append(entry)
            }
        }
    }

    @Model struct Entry: Equatable, Identifiable {
        var id: Int
        var account: String
        var amount: Decimal
        var day: CalendarDay
        var isOverdue = false
    }

    @Message enum Message { case add(Int) }

    static func ledgerApp() -> App<Ledger, Message> {
        App(
            "ledger", state: Ledger(),
            views: [
                View("total", of: \.entries, sum: \.amount),  // "12.50"
                View("balances", of: \.entries, sum: \.amount, by: \.account),  // {"cash": "812.50", "rent": "-800.00"}
                View("overdue", countOf: \.entries, where: { $0.isOverdue }, by: \.account),  // {"rent": 2}
                View("latest", of: \.entries, maximum: \.day, by: \.account),  // {"cash": "2026-11-28"}
            ]
        ) { _ in [] }
    }
}

/// A ledger whose views are read and followed, as those of a core are, without messages.
private final class FollowedLedger {
    private let store: StateStore<Ledger>
    private let reading: FollowedStore<Ledger>
    let views: ViewRegistry<Ledger>

    init(_ ledger: Ledger, views: [View<Ledger>]) {
        store = StateStore(ledger)
        let following = Following(StateCoding.generated(), views: views)
        store.cell.following = following
        self.views = following.views
        reading = FollowedStore(store, following, describe: { nil })
    }

    var state: Ledger { store.state() }

    func batch(_ edit: @escaping (inout Table<Int, Entry>) -> Void) {
        message(edit)
        commit()
    }

    func message(fails: Bool = false, _ edit: @escaping (inout Table<Int, Entry>) -> Void) {
        store.transaction.begin()
        store.change(Ledger.Change(edit: edit))
        if fails { store.transaction.rollBack() } else { store.transaction.commitMessage() }
    }

    func commit() { store.transaction.commit() }

    /// What is at a path, as text; nil where there is nothing.
    func value(_ path: String) throws -> String? {
        let writer = JSONWriter()
        return try reading.write(PartPath(#require(JSONPointer(path))), to: writer) == .nothing ? nil : writer.text
    }

    func subscribe(_ path: String) {
        guard let pointer = JSONPointer(path) else { return }
        _ = reading.subscribe(path, of: nil, to: pointer, nil)
    }

    /// What there is to tell, in the order of the paths.
    func news() -> [String] {
        var news: [String] = []
        while let subscriber = reading.subscriptions.dequeue() {
            switch subscriber.removeUpdate() {
            case .none: break
            case .value: news.append("\(subscriber.name) =")
            case .operations(let writer): news.append("\(subscriber.name) [\(writer.text)]")
            }
        }
        return news.sorted()
    }
}

/// GIVEN views of sums, numbers and extremes of a table, whole and by groups WHEN the table changes THEN they are what
/// they would be if they were worked out anew, at the cost of the changes.
struct AggregateViewTests {
    /// How often an element was looked at.
    private final class Tally: Sendable {
        private let count = Atomic<Int>(0)
        func amount(of entry: Entry) -> Decimal {
            add()
            return entry.amount
        }
        func add() { count.add(1, ordering: .relaxed) }
        func reset() -> Int { count.exchange(0, ordering: .relaxed) }
    }

    private static func views(_ tally: Tally = Tally()) -> [View<Ledger>] {
        [
            View("total", of: \.entries, sum: \.amount),
            View(
                "balances", of: \.entries, sum: { tally.amount(of: $0) },
                by: { entry in
                    tally.add()
                    return entry.account
                }),
            View("quantities", of: \.entries, where: { $0.quantity > 0 }, sum: \.quantity, by: \.account),
            View("counts", countOf: \.entries, by: \.account),
            View("least", of: \.entries, minimum: \.amount),
            View("leasts", of: \.entries, minimum: \.amount, by: \.account),
            View(
                "largests", of: \.entries, where: { $0.quantity > 0 }, maximum: { tally.amount(of: $0) }, by: \.account),
        ]
    }

    private func entry(_ id: Int, _ account: String, _ amount: Decimal, _ quantity: Int = 1) -> Entry {
        Entry(id: id, account: account, amount: amount, quantity: quantity)
    }

    @Test func `the views of the page are there, with their forms in the catalog`() throws {
        let views = Page.ledgerApp().description.views
        #expect(views.map(\.name) == ["total", "balances", "overdue", "latest"])
        let forms = views.map { text(of: $0.schema) }
        #expect(forms[0].hasPrefix(#"{"type":"string","format":"decimal""#))
        #expect(forms[1].hasPrefix(#"{"type":"object","propertyNames":{"pattern":"#))
        #expect(forms[1].contains(#""additionalProperties":{"type":"string","format":"decimal""#))
        #expect(forms[2].contains(#""additionalProperties":{"type":"integer""#))
        #expect(forms[3].contains(#""additionalProperties":{"type":"string","format":"date""#))
    }

    private func text(of schema: Schema) -> String {
        let writer = JSONWriter()
        writer.write(schema)
        return writer.text
    }

    @Test func `balances are sums by account`() throws {
        let core = FollowedLedger(Ledger(), views: Self.views())
        #expect(try core.value("/view/total") == #""0""#)
        #expect(try core.value("/view/balances") == "{}")
        #expect(try core.value("/view/least") == nil)
        core.subscribe("/view/balances")
        core.subscribe("/view/balances/rent")
        core.subscribe("/view/total")
        core.subscribe("/view/least")
        core.batch {
            $0.append(entry(1, "cash", "12.50"))
            $0.append(entry(2, "rent", "-800"))
            $0.append(entry(3, "cash", "0.5"))
        }
        #expect(try core.value("/view/balances") == #"{"cash":"13.00","rent":"-800"}"#)
        #expect(
            core.news() == [
                #"/view/balances [{"op":"add","path":"/cash","value":"13.00"},{"op":"add","path":"/rent","value":"-800"}]"#,
                "/view/balances/rent =", "/view/least =",
                #"/view/total [{"op":"replace","path":"","value":"-787.00"}]"#,
            ])
        core.batch { $0.update(3) { $0.account = "rent" } }
        #expect(
            core.news() == [
                #"/view/balances [{"op":"replace","path":"/cash","value":"12.50"},{"op":"replace","path":"/rent","value":"-799.5"}]"#,
                #"/view/balances/rent [{"op":"replace","path":"","value":"-799.5"}]"#,
            ])
        // The digits are those of the summands that are left.
        core.batch { $0.remove(1) }
        #expect(try core.value("/view/total") == #""-799.5""#)
        #expect(try core.value("/view/balances/cash") == nil)
        _ = core.news()
        core.batch { $0 = [] }
        #expect(try core.value("/view/balances") == "{}")
        #expect(
            core.news() == [
                #"/view/balances [{"op":"remove","path":"/rent"}]"#,
                "/view/balances/rent =", "/view/least =",
                #"/view/total [{"op":"replace","path":"","value":"0"}]"#,
            ])
    }

    @Test func `of equal values, the one of the first element counts`() throws {
        let core = FollowedLedger(Ledger(), views: Self.views())
        core.subscribe("/view/least")
        core.batch {
            $0.append(entry(1, "a", "1.0"))
            $0.append(entry(2, "a", "1"))
        }
        #expect(try core.value("/view/least") == #""1.0""#)
        core.batch { $0.move(2, to: 0) }
        #expect(try core.value("/view/least") == #""1""#)
    }

    @Test func `two spellings of a key are two groups, as on the wire`() throws {
        let core = FollowedLedger(Ledger(), views: Self.views())
        core.subscribe("/view/counts")
        core.batch {
            $0.append(entry(1, "caf\u{e9}", "1"))
            $0.append(entry(2, "cafe\u{301}", "1"))
        }
        #expect(try core.value("/view/counts") == "{\"cafe\u{301}\":1,\"caf\u{e9}\":1}")
    }

    @Test func `a sum that does not fit has no value, and one that fits again has`() throws {
        let core = FollowedLedger(Ledger(), views: Self.views())
        for view in ["total", "balances", "quantities"] { core.subscribe("/view/\(view)") }
        core.batch {
            $0.append(entry(1, "a", "99999999999999999999", .max))
            $0.append(entry(2, "a", "1", 1))
        }
        #expect(try core.value("/view/total") == nil)
        #expect(try core.value("/view/balances") == "{}")
        #expect(try core.value("/view/quantities") == "{}")
        core.batch { $0.remove(2) }
        #expect(try core.value("/view/total") == #""99999999999999999999""#)
        #expect(try core.value("/view/quantities") == #"{"a":9223372036854775807}"#)
    }

    @Test func `a change of one of 200 000 rows looks at that row alone`() throws {
        let tally = Tally()
        var ledger = Ledger()
        for id in 0..<200_000 { ledger.entries.append(entry(id, "account \(id % 100)", Decimal(id, scale: 2))) }
        let core = FollowedLedger(ledger, views: Self.views(tally))
        for view in ["balances", "largests"] { core.subscribe("/view/\(view)") }
        #expect(tally.reset() >= 400_000)
        core.batch { $0.update(77_777) { $0.amount = "0.01" } }
        // Two keys and two summands; and the places of the amount among the 2 000 of its account.
        #expect((1...60).contains(tally.reset()))
        core.batch { $0.update(77_777) { $0.account = "account 1" } }
        #expect((1...60).contains(tally.reset()))
        core.batch { $0.remove(77_777) }
        #expect((1...60).contains(tally.reset()))
        core.batch { $0.append(entry(200_000, "new", "1")) }
        #expect((1...60).contains(tally.reset()))
    }

    @Test func `random edits leave aggregates as they would be worked out anew`() throws {
        var random = SeededGenerator(seed: 23)
        let names = ["total", "balances", "quantities", "counts", "least", "leasts", "largests"]
        let core = FollowedLedger(Ledger(), views: Self.views())
        for name in names { core.subscribe("/view/\(name)") }
        var mirrors = try Dictionary(uniqueKeysWithValues: names.map { ($0, try core.value("/view/\($0)")) })
        for step in 0..<400 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let (id, place) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<30, using: &random))
                let edit = Int.random(in: 0..<8, using: &random)
                let amount = Decimal(place - 15, scale: place % 3)
                let account = ["a", "b", "c", "d"][id % 4]
                core.message(fails: Int.random(in: 0..<5, using: &random) == 0) { entries in
                    switch edit {
                    case 0, 1: entries.append(entry(id, account, amount, place % 5))
                    case 2: entries.insert(entry(id, account, amount), at: place)
                    case 3: entries.remove(id)
                    case 4: entries.move(id, to: place)
                    case 5: entries.update(id) { $0.account = ["a", "b", "c", "d"][place % 4] }
                    case 6 where place == 0: entries = Table(entries.prefix(10))
                    default: entries.update(id) { $0.amount = amount }
                    }
                }
            }
            core.commit()
            let anew = FollowedLedger(core.state, views: Self.views())
            for name in names {
                let path = "/view/\(name)"
                #expect(try core.value(path) == anew.value(path), "step \(step)")
            }
            // Whoever is not told has the same as before.
            let told = Set(core.news().compactMap { $0.split(separator: " ").first.map(String.init) })
            for name in names {
                let value = try core.value("/view/\(name)")
                if value != mirrors[name] ?? nil { #expect(told.contains("/view/\(name)"), "step \(step)") }
                mirrors[name] = value
            }
        }
    }

    @Test func `a view by a closure over many rows is reported once, with what is expected`() throws {
        var ledger = Ledger()
        for id in 0..<5000 { ledger.entries.append(entry(id, "a", "1")) }
        let views = [
            View<Ledger>("sum") { state in state.entries.reduce(0) { $0 + $1.quantity } },
            View<Ledger>("few") { _ in 0 },
        ]
        let core = FollowedLedger(ledger, views: views)
        var reports: [String] = []
        core.views.report = { reports.append($0) }
        #expect(try core.value("/view/sum") == "5000")
        core.subscribe("/view")
        #expect(reports == [])
        for id in 0..<3 { core.batch { $0.update(id) { $0.quantity = 2 } } }
        #expect(
            reports == [
                """
                view "sum": found a closure over 5000 rows, which is called again after each change of them; a view of \
                their table is expected, which is kept up to date: View(…, of:, where:), (…, countOf:, by:), \
                (…, of:, sum:, by:), (…, of:, maximum:, by:)
                """
            ])
    }

    @Test func `durations are summed exactly, however long`() {
        var sum = Duration.Sum()
        #expect(sum.number == .zero)
        let longest = Duration(attoseconds: .max)
        for _ in 0..<3 { sum.add(longest) }
        #expect(sum.number == nil)
        for _ in 0..<2 { sum.remove(longest) }
        #expect(sum.number == longest)
        sum.add(Duration(attoseconds: -1))
        sum.remove(longest)
        #expect(sum.number == Duration(attoseconds: -1))
    }
}
