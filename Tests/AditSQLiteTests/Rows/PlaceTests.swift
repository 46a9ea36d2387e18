import Adit
import AditState
@testable import AditSQLite
import Testing

/// There is always room for an element.
@Suite struct PlaceTests {
    let folder = Folder()

    func open() throws -> SQLiteStorage {
        let storage = try SQLiteStorage.open(folder.store, app: "todo", durability: .normal)
        if storage.head == nil {
            try storage.write { sink in
                try sink.declare("/items")
                try sink.insert("0", "a", in: "/items", after: nil)
                try sink.insert("0", "z", in: "/items", after: "a")
            }
        }
        return storage
    }

    func ids(_ storage: SQLiteStorage) throws -> [String] { try storage.state().tables["/items"]?.map(\.id) ?? [] }

    @Test func thousandsComeBehindTheSameElement() throws {
        // GIVEN
        let storage = try open()

        // WHEN
        try storage.write { sink in
            for number in 0..<5000 { try sink.insert("0", "\(number)", in: "/items", after: "a") }
        }

        // THEN
        #expect(try ids(storage) == ["a"] + (0..<5000).reversed().map { "\($0)" } + ["z"])
    }

    @Test func thousandsComeOneAfterTheOtherBetweenTwo() throws {
        // GIVEN
        let storage = try open()

        // WHEN
        try storage.write { sink in
            for number in 0..<5000 {
                try sink.insert("0", "\(number)", in: "/items", after: number == 0 ? "a" : "\(number - 1)")
            }
        }

        // THEN
        #expect(try ids(storage) == ["a"] + (0..<5000).map { "\($0)" } + ["z"])
    }

    @Test func thousandsComeFirst() throws {
        // GIVEN
        let storage = try open()

        // WHEN
        try storage.write { sink in
            for number in 0..<5000 { try sink.insert("0", "\(number)", in: "/items", after: nil) }
        }

        // THEN
        #expect(try ids(storage) == (0..<5000).reversed().map { "\($0)" } + ["a", "z"])
    }

    @Test(arguments: [Int64.max, .max - 1, .min, .min + 5])
    func thereIsRoomAtTheEndsOfTheNumbers(place: Int64) throws {
        // GIVEN
        let first = try open()
        try first.transaction {
            let seed = Int64(bitPattern: RowChecksum.seed(of: "/items"))
            try first.database.execute(
                """
                UPDATE "/items" SET place = \(place), sum = adit_moved(sum, place, \(place), \(seed))
                WHERE id = '\(place > 0 ? "z" : "a")'
                """)
            try first.record(#require(first.head))
        }
        first.close()
        let storage = try open()

        // WHEN
        try storage.write { sink in
            try sink.insert("0", "y", in: "/items", after: "z")
            try sink.insert("0", "b", in: "/items", after: "a")
            try sink.insert("0", "c", in: "/items", after: "b")
            try sink.insert("0", "first", in: "/items", after: nil)
            try sink.move("z", in: "/items", after: "y")
        }

        // THEN
        #expect(try ids(storage) == ["first", "a", "b", "c", "y", "z"])
    }

    @Test func allCanBeMoved() throws {
        // GIVEN
        let storage = try open()
        try storage.write { sink in
            for number in 0..<2000 {
                try sink.insert("0", "\(number)", in: "/items", after: number == 0 ? "z" : "\(number - 1)")
            }
        }

        // WHEN
        try storage.write { sink in
            for number in (0..<2000).reversed() {
                try sink.move("\(number)", in: "/items", after: number == 1999 ? nil : "\(number + 1)")
            }
        }

        // THEN
        #expect(try ids(storage) == (0..<2000).reversed().map { "\($0)" } + ["a", "z"])
        storage.close()
        #expect(Shell(folder.store).faults == [])
    }

    @Test func elementsHaveTableNamesOfTheirOwn() throws {
        // GIVEN: names that are one to SQLite, and one with a quote in it
        let storage = try open()
        let names = ["/Items", "/it\"ems", "/items/x"]

        // WHEN
        try storage.write { sink in
            for name in names {
                try sink.declare(name)
                try sink.insert("\"\(name)\"", "a", in: name, after: nil)
            }
        }
        storage.close()

        // THEN
        let tables = try open().state().tables
        #expect(tables.keys.sorted() == (names + ["/items"]).sorted())
        for name in names { #expect(tables[name]?.map(\.value) == ["\"\(name)\""]) }
    }

    @Test func whatTheStateHasAndTheFileHasNotIsDamage() throws {
        // GIVEN
        let storage = try open()
        try storage.write { _ in }
        for body in [
            { (sink: any RowSink) in try sink.replace("1", "q", in: "/items") },
            { sink in try sink.remove("q", in: "/items") },
            { sink in try sink.move("q", in: "/items", after: nil) },
            { sink in try sink.insert("1", "b", in: "/items", after: "q") },
            { sink in try sink.insert("1", "a", in: "/items", after: nil) },
        ] {
            // WHEN
            let failure = failure { try storage.write("", body) }

            // THEN
            #expect(failure?.description.hasPrefix("\(folder.store) is damaged: ") == true)
            #expect(try ids(storage) == ["a", "z"])
        }
        try storage.write { sink in try sink.insert("1", "b", in: "/items", after: "a") }
        #expect(try ids(storage) == ["a", "b", "z"])
    }

    @Test func aRefusalThatIsSwallowedIsOneOfAll() throws {
        // GIVEN
        let storage = try open()

        // WHEN
        let failure = failure {
            try storage.write { sink in
                try sink.insert("1", "b", in: "/items", after: "a")
                try? sink.insert("1", "c", in: "/tags", after: nil)
                try? sink.insert("1", "d", in: "/items", after: "b")
            }
        }

        // THEN
        #expect(failure?.description == "\(folder.store) could not be written: the table /tags was not declared")
        #expect(try ids(storage) == ["a", "z"])
    }
}
