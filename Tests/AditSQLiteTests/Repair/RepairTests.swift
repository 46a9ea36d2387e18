import Adit
import AditJSON
import AditState
import Glibc
import Testing
@testable import AditSQLite

/// What can be saved of a damaged store is in a new one, and what is lost is said.
@Suite struct RepairTests {
    let folder = Folder()
    var new: String { folder / "new.store" }

    static let count = 600

    /// A store with a table of some pages, closed or as a kill leaves it; and what is in it.
    func makeStore(killed: Bool = false) throws -> StoredState {
        let first = try SQLiteStorage.open(folder.store, app: "todo")
        try first.write("a\n") { try $0.put("0", of: "/count") }
        first.close()
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write("b\n") { sink in
            try sink.declare("/items")
            for number in 0..<Self.count {
                try sink.insert(
                    "{\"text\":\"\(String(repeating: "x", count: 100)) \(number)\"}", "id \(number)", in: "/items",
                    after: number == 0 ? nil : "id \(number - 1)")
            }
        }
        for number in 0..<20 {
            try storage.write("c\n") { sink in
                try sink.put("\(number)", of: "/count")
                try sink.replace("{\"text\":\"changed \(number)\"}", "id \(number * 20)", in: "/items")
            }
        }
        let state = try storage.state()
        let left = folder.contents
        storage.close()
        if killed { for (name, bytes) in left where !name.hasSuffix("-shm") { write(bytes, to: folder / name) } }
        return state
    }

    func repair(_ findFailures: (any StateStorage) throws -> [CodingFailure] = { _ in [] }) throws -> StorageRepair {
        try SQLiteStorage.repair(folder.store, to: new, app: "todo", findFailures: findFailures)
    }

    func reopened() throws -> (state: StoredState, head: StorageHead?) {
        let storage = try SQLiteStorage.open(new, app: "todo")
        defer { storage.close() }
        return (try storage.state(), storage.head)
    }

    func isRefused() -> Bool {
        failure { _ = try SQLiteStorage.open(folder.store, app: "todo").state() }?.description.contains("is damaged: ")
            ?? false
    }

    /// Where a text is in the file.
    func place(of text: String, in ending: String = "") throws -> Int {
        let bytes = try #require(read(folder.store + ending))
        let text = Array(text.utf8)
        return try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    }

    func flip(_ place: Int, bit: UInt8 = 1, in ending: String = "") throws {
        var bytes = try #require(read(folder.store + ending))
        bytes[place] ^= bit
        write(bytes, to: folder.store + ending)
    }

    @Test func allOfAWholeFileIsSaved() throws {
        let state = try makeStore()
        let repair = try repair()
        #expect(
            repair
                == StorageRepair(
                    path: new, revision: 22, written: 22, members: 1, lostMembers: [],
                    tables: [.init(path: "/items", saved: Self.count, lost: 0)], isWhole: true, failures: []))
        #expect(
            repair.description
                == "\(new) has all that was committed: revision 22, 1 member, 600 elements of /items")
        #expect(try reopened().state == state)
        #expect(try reopened().head == StorageHead(revision: 22, opens: 1))
        #expect(folder.names == ["new.store", "todo.store"])
    }

    // Bug: it had "1 members" and "1 elements".
    @Test func aReportCountsInTheSingular() {
        let repair = StorageRepair(
            path: "/b.store", revision: 3, written: 3, members: 1, lostMembers: [],
            tables: [.init(path: "/items", saved: 1, lost: 0), .init(path: "/tags", saved: 0, lost: 1)], isWhole: true,
            failures: [])
        #expect(
            repair.description
                == "/b.store has all that was committed: revision 3, 1 member, 1 element of /items, 0 elements of /tags (1 lost)"
        )
    }

    // Bug: the app of a file that was cut had to be named, though the file says it.
    @Test func aFileThatIsCutNamesItsApp() throws {
        _ = try makeStore()
        try write(Array(#require(read(folder.store)).dropLast(4096)), to: folder.store)
        #expect(failure { _ = try SQLiteStorage.identify(folder.store) }?.kind == .failed)
        let repair = try SQLiteStorage.repair(folder.store, to: new)
        #expect(repair.members == 1)
        #expect(try SQLiteStorage.identify(new).app == "todo")
    }

    @Test func anElementThatIsDamagedIsLeftOut() throws {
        // GIVEN
        var state = try makeStore()
        try flip(place(of: "changed 7\""))
        #expect(isRefused())
        let before = try #require(read(folder.store))

        // WHEN
        let repair = try repair()

        // THEN
        #expect(repair.tables == [.init(path: "/items", saved: Self.count - 1, lost: 1)])
        #expect(!repair.isWhole)
        #expect(
            repair.description
                == "\(new) has what could be saved: revision 22, 1 member, 599 elements of /items (1 lost)")
        state.tables["/items"]?.removeAll { $0.id == "id 140" }
        #expect(try reopened().state == state)
        #expect(read(folder.store) == before)
        #expect(folder.names == ["new.store", "todo.store"])
    }

    @Test func aMemberThatIsDamagedIsNamed() throws {
        // GIVEN: the row of the member, whose checksum is between its path and its value
        var state = try makeStore()
        try flip(place(of: "/count") + 8)
        #expect(isRefused())

        // WHEN
        let repair = try repair()

        // THEN
        #expect(repair.members == 0)
        #expect(repair.lostMembers == ["/count"])
        #expect(
            repair.description
                == "\(new) has what could be saved: revision 22, 0 members (lost: /count), 600 elements of /items")
        state.members = [:]
        #expect(try reopened().state == state)
    }

    @Test func pagesOfGarbageCostWhatIsInThem() throws {
        // GIVEN
        let state = try makeStore()
        let whole = try #require(read(folder.store))
        for page in 0..<whole.count / 4096 {
            // WHEN
            var garbled = whole
            for index in page * 4096..<(page + 1) * 4096 {
                garbled[index] = UInt8(truncatingIfNeeded: index &* 131 &+ 7)
            }
            write(garbled, to: folder.store)
            unlink(new)
            var repair: StorageRepair?
            let failure = failure { repair = try self.repair() }

            // THEN: all that is there is as it was, in its order
            guard let repair else {
                // The first page, or that of `meta`, says what is where.
                #expect(page < 2, "\(page): \(failure as Any)")
                #expect(!folder.names.contains("new.store"))
                continue
            }
            let saved = try reopened().state
            let expected = try #require(state.tables["/items"])
            let found = saved.tables["/items"] ?? []
            #expect(found.count == repair.tables.first?.saved ?? 0)
            #expect(found == expected.filter(Set(found.map(\.id)).contains(id:)), "\(page)")
            #expect(repair.isWhole == (saved == state))
            #expect(read(folder.store) == garbled)
        }
        #expect(folder.names == ["new.store", "todo.store"])
    }

    @Test(arguments: [32 + 24 + 2000, 32 + 20, 32 + 5, 18, 25, 2])
    func aLogWithOneDamagedFrameIsTaken(place: Int) throws {
        // GIVEN: a bit in the first frame of the log, by which SQLite takes it for empty
        let state = try makeStore(killed: true)
        try flip(place, bit: 4, in: "-wal")
        #expect(isRefused())
        let before = folder.contents

        // WHEN
        let repair = try repair()

        // THEN
        #expect(repair.revision == 22)
        #expect(repair.written == 22)
        #expect(try reopened().state == state)
        for name in ["todo.store", "todo.store-wal", "todo.store-head"] {
            #expect(folder.contents[name] == before[name])
        }
    }

    @Test func aLogThatIsGoneIsSaid() throws {
        _ = try makeStore(killed: true)
        unlink(folder.store + "-wal")
        let repair = try repair()
        #expect(repair.revision == 1)
        #expect(repair.written == 22)
        #expect(repair.description == "\(new) has what could be saved: revision 1 (22 was written), 1 member")
        #expect(try reopened().state.members == ["/count": "0"])
    }

    // The head file says how far the log has to go. Without it, a log of which nothing can be used may have had anything.
    @Test(arguments: [32 + 24 + 2000, 32 + 20, 32 + 5, 18, 25, 2])
    func aLogOfWhichNothingCanBeUsedIsNotAllThatWasCommitted(place: Int) throws {
        // GIVEN
        _ = try makeStore(killed: true)
        unlink(folder.store + "-head")
        var log = try #require(read(folder.store + "-wal"))
        // Nor can a mended log be read: each frame is damaged.
        for frame in stride(from: 32, to: log.count, by: 24 + 4096) { log[min(frame + 16, log.count - 1)] ^= 1 }
        log[place] ^= 4
        write(log, to: folder.store + "-wal")

        // WHEN
        let repair = try repair()

        // THEN
        #expect(!repair.isWhole)
        #expect(repair.description.contains("has what could be saved: revision "), "\(repair)")
    }

    @Test func aLogThatIsReadToItsEndIsAllThatWasCommitted() throws {
        let state = try makeStore(killed: true)
        unlink(folder.store + "-head")
        let repair = try repair()
        #expect(repair.isWhole)
        #expect(try reopened().state == state)
    }

    @Test(arguments: [false, true])
    func aStoreWhoseElementsWereRemovedAndMovedLacksNothing(killed: Bool) throws {
        // GIVEN
        _ = try makeStore()
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write("d\n") { sink in
            try sink.remove("id 7", in: "/items")
            try sink.move("id 9", in: "/items", after: "id 100")
            try sink.insert("{\"text\":\"new\"}", "new", in: "/items", after: "id 3")
        }
        let state = try storage.state()
        let left = folder.contents
        storage.close()
        if killed { for (name, bytes) in left where !name.hasSuffix("-shm") { write(bytes, to: folder / name) } }

        // WHEN
        let repair = try repair()

        // THEN
        #expect(
            repair.description
                == "\(new) has all that was committed: revision 23, 1 member, 600 elements of /items")
        #expect(try reopened().state == state)
    }

    @Test func aHeaderThatIsDamagedIsMended() throws {
        let state = try makeStore()
        for place in [0, 16, 18, 20, 33, 55, 59, 71] {
            try flip(place, bit: 2)
            unlink(new)
            _ = try repair()
            #expect(try reopened().state == state, "\(place)")
            try flip(place, bit: 2)
        }
    }

    /// Finds the elements whose text is 7, as a state does that expects strings.
    private func findSevens(in storage: any StateStorage) throws -> [CodingFailure] {
        var failures: [CodingFailure] = []
        try storage.readElements(of: "/items") { (id, value) throws(CodingFailure) in
            guard value.string.contains(":7}") else { return }
            failures.append(
                CodingFailure(path: "text", reason: "found 7; a string is expected").within(id.string)
                    .within("entities").within("items"))
        }
        return failures
    }

    @Test func elementsThatAreNoneOfTheStateAreLeftOut() throws {
        // GIVEN
        var state = try makeStore()
        #expect(makeFirstFormat(folder.store, tables: "/items"))
        Shell(folder.store).run("UPDATE \"/items\" SET value = '{\"text\":7}' WHERE id IN ('id 3', 'id 30')")

        // WHEN
        let repair = try repair(findSevens)

        // THEN
        #expect(repair.tables == [.init(path: "/items", saved: Self.count - 2, lost: 2)])
        #expect(repair.failures == [])
        state.tables["/items"]?.removeAll { ["id 3", "id 30"].contains($0.id) }
        #expect(try reopened().state == state)
    }

    @Test func anotherSpellingOfAnIDIsAnotherElement() throws {
        // GIVEN two elements whose ids are canonically equal
        let ids = ["e\u{301}", "\u{E9}"]
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write("a\n") { sink in
            try sink.declare("/items")
            try sink.insert("{\"text\":\"seven\"}", ids[0], in: "/items", after: nil)
            try sink.insert("{\"text\":7}", ids[1], in: "/items", after: ids[0])
        }
        storage.close()

        // WHEN one of them cannot be read
        let repair = try repair(findSevens)

        // THEN the other one is saved
        #expect(repair.tables == [.init(path: "/items", saved: 1, lost: 1)])
        #expect(try reopened().state.tables["/items"]?.map { Array($0.id.utf8) } == [Array(ids[0].utf8)])
    }

    @Test func anotherSpellingOfAMemberIsAnotherMember() throws {
        // GIVEN two members whose names are canonically equal
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write("a\n") { sink in
            try sink.put("1", of: "/caf\u{E9}")
            try sink.put("2", of: "/cafe\u{301}")
        }
        storage.close()

        // WHEN the store is repaired THEN both are saved
        let repair = try repair()
        #expect(repair.members == 2)
        #expect(repair.isWhole)
    }

    @Test func whatCannotBeRepairedIsRefused() throws {
        _ = try makeStore()
        func sentence(_ app: String = "todo", _ path: String? = nil, to new: String? = nil) -> String? {
            let failure = failure {
                _ = try SQLiteStorage.repair(path ?? folder.store, to: new ?? self.new, app: app)
            }
            return failure?.description.replacing(folder.path, with: "")
        }
        #expect(sentence("counter") == "/todo.store has the state of the app \"todo\"; that of \"counter\" is expected")
        #expect(sentence(to: folder.store) == "/todo.store could not be created: it is there already")
        #expect(sentence("todo", folder / "missing") == "/missing is not there")
        write(Array("no store".utf8), to: folder / "text")
        #expect(sentence("todo", folder / "text") == "/text is damaged: nothing of a store was found in it")
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        #expect(failure { _ = try repair() }?.kind == .locked)
        storage.close()
        #expect(folder.names == ["text", "todo.store"])
    }
}

extension Set<String> {
    fileprivate func contains(id element: StoredState.Element) -> Bool { contains(element.id) }
}
