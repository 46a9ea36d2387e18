import Adit
import AditCodable
import AditSQLite
import Glibc
import Testing

struct Notes: State, Codable, Equatable {
    var texts: [String] = []
    enum Change { case add(String) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let text): texts.append(text)
        }
    }
}

@Model struct Counter: State, Equatable {
    var value = 0
    enum Change { case set(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .set(let number): value = number
        }
    }
}

@Suite(.serialized) struct CreateStoreTests {
    let folder = Folder()

    @Test func whatWasChangedIsThereAgain() throws {
        // GIVEN
        var store: StateStore<Counter>? = try createStore(pathInDocuments: folder.store, state: Counter())
        #expect(store?.state() == Counter())

        // WHEN
        store?.change(.set(7))
        store = nil

        // THEN
        #expect(try createStore(pathInDocuments: folder.store, state: Counter()).state() == Counter(value: 7))
        #expect(Shell(folder.store).rows("SELECT value FROM meta WHERE key = 'app'") == ["Counter"])
    }

    @Test func aStateWithoutModelIsOneValue() throws {
        // GIVEN
        var store: StateStore<Notes>? = try createStore(pathInDocuments: folder.store, app: "notes") {
            try StateStore(Notes(), storage: $0)
        }

        // WHEN
        store?.change(.add("a"))
        store = nil

        // THEN
        let again = try createStore(pathInDocuments: folder.store, app: "notes") {
            try StateStore(Notes(), storage: $0)
        }
        #expect(again.state().texts == ["a"])
    }

    @Test func anotherStateIsRefused() throws {
        _ = try createStore(pathInDocuments: folder.store, state: Counter(), app: "it")
        #expect(throws: CodingFailure.self) {
            try createStore(pathInDocuments: folder.store, app: "it") {
                try StateStore(Notes(texts: ["a"]), storage: $0)
            }
        }
        #expect(throws: StorageFailure.self) { try createStore(pathInDocuments: folder.store, state: Counter()) }
    }

    @Test func aStateOfAnotherAppLeavesAKilledStoreAsItWas() throws {
        // GIVEN
        var store: StateStore<Counter>? = try createStore(pathInDocuments: folder.store, state: Counter(), app: "it")
        store?.change(.set(7))
        let left = folder.contents.filter { !$0.key.hasSuffix("-shm") }
        store = nil
        for (name, bytes) in left { write(bytes, to: folder / name) }
        #expect(left.keys.sorted() == ["todo.store", "todo.store-head", "todo.store-wal"])

        // WHEN
        #expect(throws: CodingFailure.self) {
            try createStore(pathInDocuments: folder.store, app: "it") {
                try StateStore(Notes(texts: ["a"]), storage: $0)
            }
        }

        // THEN
        #expect(folder.contents.filter { !$0.key.hasSuffix("-shm") } == left)
        let again = try createStore(pathInDocuments: folder.store, state: Counter(), app: "it")
        #expect(again.state() == Counter(value: 7))
    }

    @Test func whatMigrationsMakeHasToBeAState() throws {
        // GIVEN
        _ = try createStore(pathInDocuments: folder.store, state: Counter(value: 3))
        let before = folder.contents

        // WHEN
        let failure = failure {
            _ = try createStore(
                pathInDocuments: folder.store, state: Counter(), schemaVersion: 2,
                migrations: [StorageMigration(from: 1) { try $0.set(.string("three"), of: "/value") }])
        }

        // THEN
        #expect(failure?.description.hasSuffix("value: found a string; a whole number of 64 bits is expected") == true)
        #expect(folder.contents == before)
        let store = try createStore(
            pathInDocuments: folder.store, state: Counter(), schemaVersion: 2,
            migrations: [StorageMigration(from: 1) { try $0.set(.integer(4), of: "/value") }])
        #expect(store.state().value == 4)
    }

    @Test func relativePathsBeginAtTheUsersData() throws {
        // GIVEN
        let old = getenv("XDG_DATA_HOME").map { String(cString: $0) }
        setenv("XDG_DATA_HOME", folder / "data", 1)
        defer { if let old { setenv("XDG_DATA_HOME", old, 1) } else { unsetenv("XDG_DATA_HOME") } }

        // WHEN
        _ = try createStore(pathInDocuments: "counter/it.store", state: Counter())

        // THEN
        #expect(mode(of: folder / "data/counter/it.store") == 0o600)
        #expect(mode(of: folder / "data/counter") == 0o700)
        try destroyStore(pathInDocuments: "counter/it.store")
        try destroyStore(pathInDocuments: "counter/never/it.store")
        #expect(mode(of: folder / "data/counter/it.store") == 0)
        rmdir(folder / "data/counter")
        #expect(rmdir(folder / "data") == 0)
    }

    @Test func destroyingLeavesNothing() throws {
        // GIVEN
        var storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }
        #expect(failure { try destroyStore(pathInDocuments: folder.store) }?.kind == .locked)
        storage.close()
        write(read(folder.store)!, to: folder.store + ".backup-v1")
        write(read(folder.store)!, to: folder.store + ".backup-v12-new")
        write([1], to: folder.store + ".backup-video")

        // WHEN
        try destroyStore(pathInDocuments: folder.store)

        // THEN
        #expect(folder.names == ["todo.store.backup-video"])
        try destroyStore(pathInDocuments: folder.store)
        storage = try SQLiteStorage.open(folder.store, app: "todo")
        #expect(storage.head == nil)
    }

    @Test func anotherSpellingOfANameIsAnotherStore() throws {
        // GIVEN two stores whose names are canonically equal, each with a copy from before a migration
        let (one, other) = (folder / "caf\u{E9}.store", folder / "cafe\u{301}.store")
        for path in [one, other] {
            try SQLiteStorage.open(path, app: "todo").close()
            write(read(path)!, to: path + ".backup-v1")
        }

        // WHEN one of them is destroyed
        try destroyStore(pathInDocuments: one)

        // THEN the other one is whole
        let left = ["cafe\u{301}.store", "cafe\u{301}.store.backup-v1"]
        #expect(folder.names.map { Array($0.utf8) } == left.map { Array($0.utf8) })
    }

    @Test func aNameMayBeginWithACombiningMark() throws {
        // GIVEN a path whose last slash is part of another character
        let path = folder / "\u{301}.store"

        // WHEN
        let storage = try SQLiteStorage.open(path, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }
        storage.close()
        write(read(path)!, to: path + ".backup-v1")
        try destroyStore(pathInDocuments: path)

        // THEN
        #expect(folder.names == [])
    }

    @Test func whatIsNoStoreIsNotDestroyed() {
        write(Array("no store".utf8), to: folder.store)
        let before = folder.contents
        #expect(
            failure { try destroyStore(pathInDocuments: folder.store) }
                == StorageFailure(.schema, "\(folder.store) is no store of Adit's, and is not removed"))
        #expect(folder.contents == before)
    }

    @Test func whatWasBeingDestroyedIsGone() throws {
        // GIVEN: as a kill leaves it
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }
        let wal = read(folder.store + "-wal")!
        storage.close()
        rename(folder.store, folder.store + "-gone")
        write(wal, to: folder.store + "-wal")

        // WHEN
        let new = try SQLiteStorage.open(folder.store, app: "todo")

        // THEN
        #expect(try new.state() == StoredState())
        new.close()
        #expect(folder.names == ["todo.store"])
    }
}
