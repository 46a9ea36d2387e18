import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// GIVEN a storage in memory.
struct MemoryStorageTests {
    private let storage = MemoryStorage()
    private let head = StorageHead(revision: 1, opens: 1)

    private func rows() throws -> [String] {
        var rows: [String] = []
        try storage.readMembers { path, value in rows.append("\(path)=\(value.string)") }
        for table in storage.readTables() {
            try storage.readElements(of: table) { id, value in rows.append("\(table)/\(id.string)=\(value.string)") }
        }
        return rows.sorted()
    }

    @Test func `WHEN nothing was written THEN it has no head`() throws {
        #expect(storage.head == nil)
        #expect(try rows() == [])
    }

    @Test func `WHEN a transaction fails THEN all is as before it`() throws {
        try storage.write(head, entries: { "a\n" }) {
            try $0.put("1", of: "/count")
            try $0.declare("/items")
            try $0.insert("1", "a", in: "/items", after: nil)
        }
        let before = try rows()
        #expect(throws: StorageFailure(.failed, "found no x in /items; it is expected to be there")) {
            try storage.write(StorageHead(revision: 2, opens: 1), entries: { "b\n" }) {
                try $0.put("2", of: "/count")
                try $0.insert("2", "b", in: "/items", after: "a")
                try $0.remove("a", in: "/items")
                try $0.remove("x", in: "/items")
            }
        }
        #expect(try rows() == before)
        #expect(storage.head == head)
        var journal: [String] = []
        try storage.readJournal { _, entries in
            journal.append(entries.string)
            return true
        }
        #expect(journal == ["a\n"])
    }

    @Test func `WHEN rows are given that cannot be THEN it says so`() throws {
        try storage.write(head, entries: { .empty }) {
            try $0.declare("/items")
            try $0.insert("1", "a", in: "/items", after: nil)
        }
        let wrong: [((any RowSink) throws -> Void, String)] = [
            ({ try $0.remove("/count") }, "found no member /count; it is expected to be there"),
            (
                { try $0.insert("1", "a", in: "/items", after: nil) },
                "found a in /items; an id that is not there is expected"
            ),
            ({ try $0.insert("1", "b", in: "/items", after: "c") }, "found no c in /items; it is expected to be there"),
            (
                { try $0.insert("1", "b", in: "/other", after: nil) },
                "found no table /other; it is expected to be there"
            ),
            ({ try $0.replace("1", "b", in: "/items") }, "found no b in /items; it is expected to be there"),
            ({ try $0.move("b", in: "/items", after: nil) }, "found no b in /items; it is expected to be there"),
            ({ try $0.removeAll(in: "/other") }, "found no table /other; it is expected to be there"),
        ]
        for (body, text) in wrong {
            #expect(throws: StorageFailure(.failed, text)) { try storage.write(head, entries: { .empty }, body) }
        }
    }

    @Test func `WHEN the journal is longer than it may be THEN the oldest batches go`() throws {
        let storage = MemoryStorage(journalBytes: 10)
        for revision in 1...5 {
            try storage.write(
                StorageHead(revision: revision, opens: 1), entries: { RowText("batch\(revision)\n"[...].description) }
            ) { _ in }
        }
        var revisions: [Int] = []
        try storage.readJournal { head, _ in
            revisions.append(head.revision)
            return true
        }
        #expect(revisions == [5])
    }

    @Test func `WHEN it is given to the next store THEN that has the state of the first`() throws {
        let first = try StateStore(Shop(), storage: storage)
        first.change(.random(.init(seed: 1), steps: 200))
        let next = try StateStore(Shop(), storage: storage)
        #expect(try encoded(next.state()) == encoded(first.state()))
        #expect(storage.head == StorageHead(revision: 1, opens: 2))
    }
}
