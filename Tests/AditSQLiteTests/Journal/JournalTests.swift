import Adit
@testable import AditSQLite
import Testing

/// The journal keeps what it is to keep, and hardly more.
@Suite struct JournalTests {
    let folder = Folder()

    func open(_ retention: Retention) throws -> SQLiteStorage {
        try SQLiteStorage.open(folder.store, app: "todo", durability: .normal, retention: retention)
    }

    @Test func newestBatchesComeFirst() throws {
        // GIVEN
        let storage = try open(.standard)

        // WHEN
        for number in 1...5 { try storage.write("\(number)\n") { _ in } }

        // THEN
        var heads: [Int] = []
        var entries: [String] = []
        try storage.readJournal { head, text in
            heads.append(head.revision)
            entries.append(text.string)
            return heads.count < 3
        }
        #expect(heads == [5, 4, 3])
        #expect(entries == ["5\n", "4\n", "3\n"])
    }

    @Test func whatIsOverTheSizeGoes() throws {
        // GIVEN
        let storage = try open(Retention(bytes: 10_000))
        let entry = String(repeating: "x", count: 99) + "\n"

        // WHEN
        for _ in 0..<1000 {
            try storage.write(entry) { _ in }

            // THEN
            let bytes = try storage.entries().reduce(0) { $0 + $1.utf8.count }
            #expect(bytes <= 10_000 + 1_250 + 100)
            #expect(bytes >= min(storage.head!.revision * 100, 10_000))
        }
    }

    @Test func whatIsOverTheSizeGoesAfterReopening() throws {
        // GIVEN
        var storage = try open(Retention(bytes: 10_000))
        for number in 0..<90 { try storage.write("\(number)" + String(repeating: "x", count: 98) + "\n") { _ in } }
        storage.close()

        // WHEN
        storage = try open(Retention(bytes: 1000))
        try storage.write("last\n") { _ in }

        // THEN
        #expect(try storage.entries().count <= 13)
        #expect(try storage.entries().first == "last\n")
    }

    @Test func oneThatIsOverTheSizeByItselfIsKeptUntilTheNext() throws {
        // GIVEN
        let storage = try open(Retention(bytes: 100))
        let large = String(repeating: "x", count: 5000)

        // WHEN
        try storage.write(large) { _ in }

        // THEN
        #expect(try storage.entries() == [large])
        for _ in 0..<20 { try storage.write(String(repeating: "y", count: 50)) { _ in } }
        #expect(try !storage.entries().contains(large))
    }

    @Test func whatIsOverTheAgeGoes() throws {
        // GIVEN
        let storage = try open(Retention(bytes: 1 << 20, age: 60))
        let clock = Clock()
        storage.journal.now = { clock.now }
        for number in 0..<10 {
            try storage.write("\(number)\n") { _ in }
            clock.now += 10_000
        }

        // WHEN
        clock.now += 30_000
        try storage.write("last\n") { _ in }

        // THEN: those of the last minute
        #expect(try storage.entries() == ["last\n", "9\n", "8\n", "7\n"])
    }

    final class Clock { var now: Int64 = 1_000_000 }

    @Test(arguments: [(2, "1 row; 2 are expected"), (3, "2 rows; 3 are expected")])
    func rowsThatAreMissingAreDamage(count: Int, found: String) throws {
        // GIVEN
        let storage = try open(.standard)
        for number in 1...count { try storage.write("\(number)\n") { _ in } }
        storage.close()

        // WHEN
        Shell(folder.store).run("DELETE FROM journal WHERE number = 1")

        // THEN
        #expect(
            failure { _ = try open(.standard) }?.description
                == "\(folder.store) is damaged: its journal has \(found)")
    }

    @Test func withoutSizeThereIsNone() throws {
        // GIVEN
        var storage = try open(.standard)
        try storage.write("a\n") { _ in }
        storage.close()

        // WHEN
        storage = try open(.none)
        try storage.write(StorageHead(revision: 2, opens: 2), entries: { fatalError("nobody asks for entries") }) { _ in
        }

        // THEN
        #expect(try storage.entries() == [])
    }

    @Test func whatWasUndoneIsNotCounted() throws {
        // GIVEN
        struct Rejection: Error {}
        let storage = try open(Retention(bytes: 1000))
        let entry = String(repeating: "x", count: 100)
        for _ in 0..<5 { try storage.write(entry) { _ in } }

        // WHEN
        for _ in 0..<50 {
            #expect(throws: Rejection.self) {
                try storage.write(storage.head!, entries: { fatalError("nobody asks for entries") }) { _ in
                    throw Rejection()
                }
            }
        }
        try storage.write(entry) { _ in }

        // THEN
        #expect(try storage.entries().count == 6)
    }
}

/// What was written last is known again, whether a batch had entries or not.
@Suite struct HeadTests {
    let folder = Folder()

    func reopened(_ retention: Retention = .standard, _ body: (SQLiteStorage) throws -> Void = { _ in }) throws
        -> StorageHead?
    {
        let storage = try SQLiteStorage.open(folder.store, app: "todo", durability: .normal, retention: retention)
        defer { storage.close() }
        let head = storage.head
        try body(storage)
        return head
    }

    @Test func theHeadIsThatOfTheLastBatch() throws {
        let heads = [(3, 1), (4, 1), (4, 2), (2, 2), (9, 3), (9, 4), (10, 4)].map {
            StorageHead(revision: $0.0, opens: $0.1)
        }
        var last: StorageHead?
        for (number, head) in heads.enumerated() {
            for entries in ["", "entry\n", ""] where !(number % 2 == 0 && entries.isEmpty) {
                #expect(try reopened { try $0.write(head, entries: entries) { _ in } } == last)
                last = head
                #expect(try reopened() == head)
            }
        }
        // And where a journal is no longer wanted.
        #expect(try reopened(.none) { try $0.write(heads[0], entries: "a\n") { _ in } } == last)
        #expect(try reopened(.none) { try $0.write(heads[1], entries: "b\n") { _ in } } == heads[0])
        #expect(try reopened { try $0.write(heads[2], entries: "c\n") { _ in } } == heads[1])
        #expect(try reopened() == heads[2])
    }

    @Test func aBatchThatWasUndoneDoesNotCount() throws {
        struct Rejection: Error {}
        let head = StorageHead(revision: 5, opens: 1)
        for entries in ["", "entry\n"] {
            _ = try reopened { storage in
                try storage.write(head, entries: entries) { _ in }
                #expect(throws: Rejection.self) {
                    try storage.write(StorageHead(revision: 6, opens: 2), entries: entries) { _ in throw Rejection() }
                }
                #expect(storage.head == head)
            }
            #expect(try reopened() == head)
        }
    }
}
