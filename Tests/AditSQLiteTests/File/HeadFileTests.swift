import Adit
import AditState
@testable import AditSQLite
import Glibc
import Testing

/// What is noted beside a store says how far its log has to go.
@Suite struct HeadFileTests {
    let folder = Folder()

    /// Leaves a store as a kill does, 20 batches behind its last closing.
    func makeKilled(durability: Durability = .full) throws {
        let first = try SQLiteStorage.open(folder.store, app: "todo")
        try first.write { try $0.put("0", of: "/count") }
        first.close()
        let storage = try SQLiteStorage.open(folder.store, app: "todo", durability: durability)
        for number in 0..<20 { try storage.write("\(number)\n") { try $0.put("\(number)", of: "/count") } }
        let left = folder.contents
        storage.close()
        for (name, bytes) in left where !name.hasSuffix("-shm") { write(bytes, to: folder / name) }
        #expect(folder.names == ["todo.store", "todo.store-head", "todo.store-wal"])
    }

    func open(_ durability: Durability = .full) throws -> SQLiteStorage {
        try SQLiteStorage.open(folder.store, app: "todo", durability: durability)
    }

    func sentence(_ revision: Int, _ row: Int) -> String {
        """
        \(folder.store) is damaged: it goes to revision \(revision), opening 1 and row \(row) of the journal; revision 21, \
        opening 1 and row 20 were written, as \(folder.store)-head says; where an older copy of the file is meant to be taken, \
        remove that one
        """
    }

    @Test func aLogThatIsCutShortIsDamage() throws {
        // GIVEN: one bit in the first frame of the log, by which SQLite takes it for empty
        try makeKilled()
        var log = try #require(read(folder.store + "-wal"))
        log[32 + 24 + 100] ^= 4
        write(log, to: folder.store + "-wal")
        let before = folder.contents

        // WHEN, THEN
        #expect(failure { _ = try open() }?.description == sentence(1, 0))
        #expect(failure { _ = try open() }?.description == sentence(1, 0))
        #expect(failure { _ = try SQLiteStorage.check(folder.store, app: "todo") }?.description == sentence(1, 0))
        #expect(folder.contents.filter { !$0.key.hasSuffix("-shm") } == before)

        // WHEN: that is what the user wants
        unlink(folder.store + "-head")

        // THEN
        #expect(try open().state().members == ["/count": "0"])
    }

    @Test func aLogThatIsGoneIsDamage() throws {
        try makeKilled()
        unlink(folder.store + "-wal")
        let before = folder.contents
        #expect(failure { _ = try open() }?.description == sentence(1, 0))
        #expect(failure { _ = try open() }?.description == sentence(1, 0))
        #expect(folder.contents == before)
    }

    @Test func anythingElseBesideIsNoHarm() throws {
        // GIVEN
        try makeKilled()
        let head = try #require(read(folder.store + "-head"))
        let left = folder.contents
        var torn = head
        for index in 512..<560 { torn[index] = 0 }
        var other = head
        for index in [8, 520] { other[index] ^= 1 }
        let texts = [torn, other, [], Array(head.prefix(40)), [UInt8](repeating: 0, count: 1024)]
        for text in texts {
            for (name, bytes) in left { write(bytes, to: folder / name) }
            write(text, to: folder.store + "-head")

            // WHEN
            let storage = try open()

            // THEN
            #expect(try storage.state().members == ["/count": "19"])
            storage.close()
            #expect(folder.names == ["todo.store"])
        }
    }

    @Test(arguments: [Durability.full, .normal])
    func aLossOfPowerMayLoseWhatWasNotSynced(durability: Durability) throws {
        // GIVEN: a log that is lost, and a head that another run of the system has written
        try makeKilled(durability: durability)
        unlink(folder.store + "-wal")
        var head = try #require(read(folder.store + "-head"))
        for place in [0, 512] {
            head[place + 72] ^= 1
            var words = head[place..<place + 88].withUnsafeBytes { Array($0.bindMemory(to: Int64.self)) }
            let sum = words.reduce(0 as UInt64) { RowChecksum.mixed($0 ^ UInt64(bitPattern: $1)) }
            words = [Int64(bitPattern: sum)]
            words.withUnsafeBytes { head.replaceSubrange(place + 88..<place + 96, with: $0) }
        }
        write(head, to: folder.store + "-head")

        // WHEN
        let failure = failure { try open(durability).close() }

        // THEN
        #expect(failure?.description == (durability == .full ? sentence(1, 0) : nil))
    }

    @Test func aFileThatIsMadeAnewHasNothingOfAnOldOne() throws {
        try makeKilled()
        unlink(folder.store)
        unlink(folder.store + "-wal")
        let storage = try open()
        try storage.write { try $0.put("1", of: "/count") }
        storage.close()
        #expect(folder.names == ["todo.store"])
    }

    @Test func aHeadFileThatIsCutShortMeanwhileIsWrittenOn() throws {
        // GIVEN an open store, whose head file another process cuts to nothing
        let storage = try open()
        try storage.write { try $0.put("1", of: "/count") }
        truncate(folder.store + "-head", 0)

        // WHEN, THEN the process goes on
        for number in 2..<5 { try storage.write { try $0.put("\(number)", of: "/count") } }
        #expect(read(folder.store + "-head")?.count ?? 0 >= 96)
        storage.close()
        #expect(try open().state().members == ["/count": "4"])
    }
}
