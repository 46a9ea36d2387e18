import Adit
import AditSQLite
import CSQLite
import Glibc
import Testing

@Suite struct PermissionTests {
    let folder = Folder()

    /// Does something as a user who owns nothing here: on this thread alone.
    func asNobody<R>(_ body: () throws -> R) rethrows -> R? {
        // Not in Swift's Glibc module.
        guard getuid() == 0, let function = dlsym(nil, "setfsuid") else { return nil }
        let setFileUser = unsafeBitCast(function, to: (@convention(c) (uid_t) -> CInt).self)
        _ = setFileUser(65534)
        defer { _ = setFileUser(0) }
        return try body()
    }

    @Test func onlyTheUserCanReadIt() throws {
        // GIVEN
        let old = umask(0)
        defer { umask(old) }

        // WHEN
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }

        // THEN
        #expect(folder.names == ["todo.store", "todo.store-head", "todo.store-shm", "todo.store-wal"])
        for name in folder.names { #expect(mode(of: folder / name) == 0o600) }
    }

    @Test func aFileThatCannotBeReadIsRefused() throws {
        try SQLiteStorage.open(folder.store, app: "todo").close()
        chmod(folder.path, 0o755)
        let before = folder.contents
        let refused = asNobody { failure { _ = try SQLiteStorage.open(folder.store, app: "todo") } }
        if let refused {
            #expect(refused == StorageFailure(.failed, "\(folder.store) could not be opened: Permission denied"))
        }
        #expect(folder.contents == before)
    }

    // Bug: a lock was asked for that only a writer can have.
    @Test func aFileThatCannotBeWrittenIsReadUnlessALogIsLeft() throws {
        // GIVEN a store that was closed in order
        let storage = try SQLiteStorage.open(folder.store, app: "todo")
        try storage.write { try $0.put("1", of: "/count") }
        storage.close()
        chmod(folder.store, 0o444)
        chmod(folder.path, 0o755)
        func revision() throws -> Int? {
            try SQLiteEngine().read(StoreFile(path: folder.store, app: "todo")) { $0.head?.revision }
        }

        // WHEN a user reads it who cannot write it THEN all of it is there, and no one writes it meanwhile
        let found = try asNobody { (try SQLiteStorage.verify(folder.store).app, try revision()) }
        if let found {
            #expect(found.0 == "todo")
            #expect(found.1 == 1)
        }
        let during = try asNobody {
            try SQLiteEngine().read(StoreFile(path: folder.store, app: "todo")) { _ in
                failure { _ = try SQLiteStorage.open(folder.store, app: "todo") }
            }
        }
        if let during { #expect(during?.kind == .locked) }
        let opened = asNobody { failure { _ = try SQLiteStorage.open(folder.store, app: "todo") } }
        if let opened {
            #expect(opened == StorageFailure(.failed, "\(folder.store) could not be opened: Permission denied"))
        }
        #expect(folder.names == ["todo.store"])

        // GIVEN what a process has left that was killed THEN it is refused, as SQLite would have to write beside it
        write(Array("log".utf8), to: folder.store + "-wal")
        let refused = asNobody { failure { _ = try SQLiteStorage.identify(folder.store) } }
        if let refused {
            #expect(
                refused
                    == StorageFailure(
                        .failed,
                        """
                        \(folder.store) could not be opened: it cannot be written, and its last changes are in \
                        \(folder.store)-wal; copy both, with \(folder.store)-head if it is there, to a folder that can be \
                        written
                        """))
        }
    }

    @Test func aDirectoryThatCannotBeWrittenIsRefused() throws {
        // GIVEN
        try SQLiteStorage.open(folder.store, app: "todo").close()
        chmod(folder.path, 0o755)
        chmod(folder.store, 0o666)
        let before = folder.contents

        // WHEN
        let refused = asNobody {
            (
                failure { _ = try SQLiteStorage.open(folder.store, app: "todo") },
                failure { _ = try SQLiteStorage.open(folder / "new", app: "todo") }
            )
        }

        // THEN
        if let refused {
            #expect(refused.0?.kind == .failed)
            #expect(
                refused.0?.description.hasSuffix("its directory has to be writable (SQLite 1544)") == true,
                "\(refused.0 as Any)")
            #expect(refused.1 == StorageFailure(.failed, "\(folder / "new") could not be created: Permission denied"))
        }
        #expect(folder.contents == before)
    }
}
