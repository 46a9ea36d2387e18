import Adit
import AditJSON
import AditState
import Testing

@Model private struct Room: State {
    var name = ""
    var lamps: Table<Int, Lamp> = []
    var list: [Lamp] = []
    var byName: [String: Lamp] = [:]
    var chosen: Lamp?
    var mode = Mode.off
    var level = Level.low
    var any = JSON.null
    enum Change {}
    mutating func apply(_: Change) {}
}

@Model private struct Lamp: Identifiable, Equatable {
    let id: Int
    var color = "white"
    /// The next one, of the same type.
    var next: [Lamp] = []
}

@Model private enum Mode: Equatable { case off, on(brightness: Int, lamp: Lamp), all([Lamp]) }

@Model private enum Level: String { case low, high }

@Message private enum RoomMessage { case nothing }

/// GIVEN a pointer WHEN a host asks for that part of the state THEN one that no state can have is told from one that is
/// not there now.
struct UnknownPartTests {
    private let core = App<Room, RoomMessage>(
        "room", state: Room(),
        views: [View("on", of: \.lamps) { $0.color != "black" }, View("count", countOf: \.lamps) { _ in true }]
    ) { _ in [] }.makeCore(context: .test).core

    private func failure(_ pointer: String) throws -> String? {
        core.reading.failure(at: try #require(JSONPointer(pointer)))?.description
    }

    @Test(arguments: [
        "", "/name", "/lamps", "/lamps/ids/7", "/lamps/entities/7/color", "/lamps/entities/nobody", "/list/0/next/3/id",
        "/list/-", "/byName/x/color", "/byName/~0", "/chosen/color", "/mode/off", "/mode/on/lamp/next", "/mode/all/0",
        "/any/a/b/0", "/view", "/view/on/entities/1/color", "/view/count",
    ])
    func `what may be there is no failure`(pointer: String) throws { #expect(try failure(pointer) == nil) }

    @Test(arguments: [
        (
            "/lamp",
            "no member \"lamp\"; did you mean \"lamps\"? one of name, lamps, list, byName, chosen, mode, level, any, view"
        ),
        ("/", "no member \"\"; one of name, lamps, list, byName, chosen, mode, level, any, view"),
        ("/lamps/7", "no member \"7\"; one of ids, entities"),
        ("/lamps/ids/x", "found \"x\"; a position in a list is expected"),
        ("/lamps/ids/01", "found \"01\"; a position in a list is expected"),
        ("/lamps/entities/7/colour", "no member \"colour\"; did you mean \"color\"? one of id, color, next"),
        ("/list/0/next/3/nope", "no member \"nope\"; one of id, color, next"),
        ("/list/1e0", "found \"1e0\"; a position in a list is expected"),
        ("/byName/x/y", "no member \"y\"; one of id, color, next"),
        ("/chosen/colr", "no member \"colr\"; did you mean \"color\"? one of id, color, next"),
        ("/name/0", "found \"0\" behind a value that has no parts"),
        ("/level/low", "found \"low\" behind a value that has no parts"),
        ("/mode/of", "no case \"of\"; did you mean \"off\"? one of off, on, all"),
        ("/mode/off/x", "no member \"x\"; none is expected"),
        ("/mode/on/level", "no member \"level\"; one of brightness, lamp"),
        ("/view/onn", "no member \"onn\"; did you mean \"on\"? one of on, count"),
        ("/view/count/0", "found \"0\" behind a value that has no parts"),
    ])
    func `what no state can have is, with what it has`(pointer: String, reason: String) throws {
        #expect(try failure(pointer) == "\(pointer): \(reason)")
    }

    @Test func `the pointer ends where it went wrong`() throws {
        #expect(try failure("/lamps/entity/7/color") == "/lamps/entity: no member \"entity\"; one of ids, entities")
    }

    @Test func `of plain Codable types nothing is known`() throws {
        let core = App<Words, Word>("words", state: Words()) { _ in [] }.makeCore(context: .test).core
        #expect(core.reading.failure(at: try #require(JSONPointer("/nothing"))) == nil)
    }
}
