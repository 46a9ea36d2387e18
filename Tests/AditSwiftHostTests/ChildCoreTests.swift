import AditSwiftHost
import Testing

// A child: notes of one sheet, or of one row.
@Message private enum SheetMessage: Equatable, Sendable {
    case add(String)
    case addLater(String)
    case addDate
    case fail
    case close
    @Outgoing case wasAdded(String)
}

@Model private struct Sheet: State, Identifiable, Equatable {
    var id = 0
    var notes: [String] = []
    var ticks = false
    enum Change { case add(String) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let note): notes.append(note)
        }
    }
}

// What the children's observers were notified of.
private final class Notified: @unchecked Sendable {
    var paths: [[String]] = []
}

private func sheetApp(_ notified: Notified = Notified(), hasSources: Bool = true) -> App<Sheet, SheetMessage> {
    App("sheet", state: Sheet(), views: [View("count") { $0.notes.count }]) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        let dates = DateReader()
        store.updated { (changes: ChangeSet) in notified.paths.append(changes.map(\.path.description)) }
        if hasSources {
            core.sources = { $0.ticks ? [.every(.seconds(1), id: "tick") { output(.add("tick")) }] : [] }
        }
        return [
            Feature { message in
                switch message {
                case .add(let note):
                    store.change(.add(note))
                    output(.wasAdded(note))
                case .addLater(let note): effects.after(.seconds(1), id: "later") { output(.add(note)) }
                case .addDate: store.change(.add("\(dates.date())"))
                case .fail:
                    store.change(.add("lost"))
                    throw Refusal(description: "no")
                case .close, .wasAdded: break
                }
            }
        ]
    }
}

private struct DateReader { @Dependency(\.date) var date }

@Message private enum DeskMessage: Equatable, Sendable {
    case open(ticks: Bool)
    case sheet(SheetMessage)
    case addRow(Int)
    case removeRow(Int)
    case row(id: Int, SheetMessage)
}

@Model private struct Desk: State, Equatable {
    var sheet: Sheet?
    var rows: Table<Int, Sheet> = []
    enum Change { case open(ticks: Bool), close, addRow(Int), removeRow(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .open(let ticks): sheet = Sheet(ticks: ticks)
        case .close: sheet = nil
        case .addRow(let id): rows.updateOrAppend(Sheet(id: id))
        case .removeRow(let id): rows.remove(id)
        }
    }
}

private func deskApp(_ notified: Notified = Notified()) -> App<Desk, DeskMessage> {
    App("desk", state: Desk(), views: sheetApp().views(of: \.sheet, named: "sheet")) { core in
        let store = core.store
        return [
            Feature { message in
                switch message {
                case .open(let ticks): store.change(.open(ticks: ticks))
                case .sheet(.close): store.change(.close)
                case .addRow(let id): store.change(.addRow(id))
                case .removeRow(let id): store.change(.removeRow(id))
                case .row, .sheet: break
                }
            },
            core.scope(.sheet, sheetApp(notified), state: \.sheet, message: DeskMessage.sheet) {
                if case .sheet(let message) = $0 { message } else { nil }
            }
            .dependency(\.date, .constant(.epoch)),
            core.scope(.row, sheetApp(notified, hasSources: false), each: \.rows, message: { .row(id: $0, $1) }) {
                if case .row(let id, let message) = $0 { (id, message) } else { nil }
            },
        ]
    }
}

/// GIVEN a core with child cores that come and go WHEN messages come THEN each child handles its own as long as its part
/// of the state is there.
@Suite struct ChildCoreTests {
    private let notified = Notified()
    private let core: AppCore<Desk, DeskMessage>

    init() throws { core = try AppCore(deskApp(notified), clock: .virtual) }

    private func send(_ messages: DeskMessage...) {
        for message in messages { core.send(message) }
        core.process()
    }

    @Test func D15_aSheetIsACoreAsLongAsItIsOpen() {
        send(.open(ticks: false), .sheet(.add("a")))
        #expect(core.state.sheet?.notes == ["a"])
        send(.sheet(.close))
        #expect(core.state.sheet == nil)
        send(.open(ticks: false), .sheet(.add("b")))
        #expect(core.state.sheet?.notes == ["b"])
    }

    @Test func D15_aSheetHasItsParentsDependencies() {
        // WHEN the first message to the sheet has a date of its own
        send(.open(ticks: false))
        core.send(.sheet(.addDate), with: { $0.date = .constant(Timestamp("2026-11-21T09:30:00Z")!) })
        send(.sheet(.addDate))
        // THEN the override of the scope counts, and the sheet is not made of the message's
        #expect(core.state.sheet?.notes == ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])
    }

    @Test func D15_aChildInheritsTheValuesOfItsParent() throws {
        // GIVEN a core with a date of its own, whose row has no other
        let noon = Timestamp("2026-11-21T12:00:00Z")!
        let core = try AppCore(deskApp(), clock: .virtual, dependencies: { $0.date = .constant(noon) })
        for message: DeskMessage in [.addRow(1), .row(id: 1, .addDate)] { core.send(message) }
        core.process()
        // THEN
        #expect(core.state.rows[id: 1]?.notes == ["\(noon)"])
    }

    @Test func D15_aChildOfAChildInheritsWhatIsOverriddenForItsParent() throws {
        // GIVEN a desk with a date of its own in a room, which comes and goes
        let noon = Timestamp("2026-11-21T12:00:00Z")!
        let core = try AppCore(roomApp { $0.dependency(\.date, .constant(noon)) }, clock: .virtual)
        for message: RoomMessage in [.bring, .desk(.addRow(1)), .desk(.row(id: 1, .addDate))] { core.send(message) }
        core.process()
        #expect(core.state.desk?.rows[id: 1]?.notes == ["\(noon)"])
    }

    @Test func `a child is not made of what its first message overrides`() {
        // GIVEN
        let date = Timestamp("2026-11-21T09:30:00Z")!
        send(.addRow(1))
        core.send(.row(id: 1, .addDate), with: { $0.date = .constant(date) })
        core.send(.row(id: 1, .addDate))
        core.process()
        // THEN
        #expect(core.state.rows[id: 1]?.notes.first == "\(date)")
        #expect(core.state.rows[id: 1]?.notes.last != "\(date)")
    }

    @Test func D15_whatASheetHasStartedEndsWithIt() {
        // GIVEN
        send(.open(ticks: true), .sheet(.addLater("late")))
        #expect(core.effectCount == 2)
        // WHEN
        send(.sheet(.close))
        // THEN neither its effect nor its source is left
        #expect(core.effectCount == 0)
        send(.open(ticks: false))
        core.advance(by: .seconds(5))
        #expect(core.state.sheet?.notes == [])
    }

    @Test func `each element of a table is a core`() {
        send(.addRow(1), .addRow(2), .row(id: 1, .add("a")), .row(id: 2, .add("b")), .row(id: 1, .add("c")))
        #expect(core.state.rows.map(\.notes) == [["a", "c"], ["b"]])
        send(.row(id: 1, .addLater("late")), .row(id: 2, .addLater("late")))
        // WHEN one is removed
        send(.removeRow(1))
        #expect(core.effectCount == 1)
        core.advance(by: .seconds(1))
        #expect(core.state.rows.map(\.notes) == [["b", "late"]])
    }

    @Test func `a message to a child that does not exist fails and changes nothing`() async {
        // GIVEN
        let outputs = core.outputs
        send(.addRow(1))
        // WHEN
        core.send(.sheet(.add("a")), id: "sheet")
        core.send(.row(id: 7, .add("a")), id: "row")
        core.process()
        core.close()
        // THEN
        var failures: [String] = []
        for await case .failure(let failure, let id) in outputs { failures.append("\(id ?? ""): \(failure)") }
        #expect(failures.count == 2)
        #expect(failures.first?.contains(#"found no child core "sheet" for sheet.add: its state is not there"#) == true)
        #expect(failures.last?.hasPrefix("row: ") == true)
        #expect(core.state.rows.map(\.notes) == [[]])
    }

    @Test func `what a child throws undoes what it changed`() {
        send(.addRow(1), .row(id: 1, .add("a")), .row(id: 1, .fail))
        #expect(core.state.rows[id: 1]?.notes == ["a"])
    }

    @Test func `the observers of a child are notified of its part`() {
        send(.open(ticks: false), .addRow(1), .sheet(.add("a")), .row(id: 1, .add("b")))
        notified.paths = []
        // WHEN
        send(.row(id: 1, .add("c")))
        // THEN
        #expect(notified.paths == [["/notes"]] || notified.paths == [["/notes/1"]])
    }

    @Test func `a child's views have values while it exists`() throws {
        #expect(throws: AppCoreError.self) { try core.view("sheet.count", as: Int.self) }
        send(.open(ticks: false), .sheet(.add("a")))
        #expect(try core.view("sheet.count", as: Int.self) == 1)
    }

    @Test func `a million children cost nothing until they are used`() {
        send(.addRow(1))
        for id in 0..<1000 { core.send(.addRow(id)) }
        send(.row(id: 999, .add("a")))
        #expect(core.state.rows[id: 999]?.notes == ["a"])
        // Those that have gone are not kept.
        for id in 0..<1000 { core.send(.row(id: id, .add("b"))) }
        for id in 0..<999 { core.send(.removeRow(id)) }
        send(.row(id: 999, .add("c")))
        #expect(core.state.rows.map(\.notes) == [["a", "b", "c"]])
    }

    @Test func `a child that ends takes its own children with it`() throws {
        // GIVEN a desk that comes and goes, with a sheet
        let core = try AppCore(roomApp(), clock: .virtual)
        for message: RoomMessage in [
            .bring, .desk(.open(ticks: true)), .desk(.sheet(.addLater("late"))), .desk(.addRow(1)),
            .desk(.row(id: 1, .addLater("late"))),
        ] { core.send(message) }
        core.process()
        #expect(core.effectCount == 3)
        #expect(core.state.desk?.sheet != nil)
        // WHEN
        core.send(.takeAway)
        core.process()
        // THEN
        #expect(core.effectCount == 0)
        core.send(.bring)
        core.process()
        core.advance(by: .seconds(5))
        #expect(core.state.desk == Desk())
    }
}

@Message private enum RoomMessage: Equatable, Sendable {
    case bring
    case takeAway
    case desk(DeskMessage)
}

@Model private struct Room: State {
    var desk: Desk?
    enum Change { case bring, takeAway }
    mutating func apply(_ change: Change) {
        desk =
            switch change {
            case .bring: Desk()
            case .takeAway: nil
            }
    }
}

private func roomApp(
    _ altered: @escaping @Sendable (Feature<RoomMessage>) -> Feature<RoomMessage> = { $0 }
) -> App<Room, RoomMessage> {
    App("room", state: Room()) { core in
        let store = core.store
        return [
            altered(
                core.scope(.desk, deskApp(), state: \.desk, message: RoomMessage.desk) {
                    if case .desk(let message) = $0 { message } else { nil }
                }),
            Feature([.bring, .takeAway]) { store.change($0 == .bring ? .bring : .takeAway) },
        ]
    }
}
