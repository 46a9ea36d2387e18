import Adit
import AditSQLite
import AditState
import Glibc
import Testing

@Suite struct LockTests {
    let folder = Folder()

    func open(_ path: String? = nil) throws -> SQLiteStorage {
        try SQLiteStorage.open(path ?? folder.store, app: "todo")
    }

    @Test func oneAtATimeHasTheFileInAProcess() throws {
        // GIVEN
        let storage = try open()
        symlink("todo.store", folder / "link")

        // WHEN, THEN
        let sentence =
            "\(folder.store) is open in this process already; one core at a time can have it: close that one first"
        #expect(failure { _ = try open() } == StorageFailure(.locked, sentence))
        #expect(failure { _ = try open(folder / "link") } == StorageFailure(.locked, sentence))
        try storage.write { try $0.put("1", of: "/count") }
        storage.close()
        #expect(try open(folder / "link").state().members == ["/count": "1"])
    }

    @Test func oneAtATimeHasTheFile() throws {
        // GIVEN: a lock as another process has it
        try open().close()
        let other = try FileDescriptor.open(folder.store, .readWrite)
        try other.lock(nil, .exclusive)

        // WHEN
        let failure = failure { _ = try open() }

        // THEN
        #expect(
            failure
                == StorageFailure(
                    .locked,
                    "\(folder.store) is open in another process already; one core at a time can have it: close that one first"
                ))
        other.close()
        _ = try open()
    }

    @Test func anotherProcessFindsItLocked() throws {
        // GIVEN
        let lock = """
            import fcntl, struct, sys
            fcntl.fcntl(open(sys.argv[1], "r+"), 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0x40001000, 1, 0))
            """
        let storage = try open()

        // WHEN, THEN
        #expect(
            run(
                "python3", "-c",
                "try:\n " + lock.replacing("\n", with: "\n ") + "\nexcept BlockingIOError: sys.exit(7)", folder.store)
                == 7)
        storage.close()
        #expect(run("python3", "-c", lock, folder.store) == 0)
    }

    @Test func whoeverHoldsALockIsNotWaitedFor() throws {
        // GIVEN
        let storage = try open()
        try storage.write("a\n") { try $0.put("1", of: "/count") }
        let shell = Shell(folder.store)
        #expect(shell.run("BEGIN IMMEDIATE"))

        // WHEN
        let start = ContinuousClock.now
        let failure = failure { try storage.write("b\n") { try $0.put("2", of: "/count") } }
        let time = ContinuousClock.now - start

        // THEN
        #expect(failure?.kind == .locked)
        #expect(
            failure?.description
                == "\(folder.store) could not be written: another process holds a lock on it; try again when it is released"
        )
        #expect(time < .milliseconds(100))
        #expect(shell.run("COMMIT"))
        try storage.write("c\n") { try $0.put("3", of: "/count") }
        #expect(try storage.state().members == ["/count": "3"])
        #expect(try storage.entries() == ["c\n", "a\n"])
    }

    @Test func othersReadWhileItIsOpen() throws {
        // GIVEN
        let storage = try open()
        try storage.write { sink in
            try sink.declare("/items")
            try sink.insert("{\"text\":\"Milk\"}", "A", in: "/items", after: nil)
        }
        let shell = Shell(folder.store, readOnly: true)
        #expect(shell.run("BEGIN"))
        #expect(shell.rows("SELECT value FROM \"/items\"") == ["{\"text\":\"Milk\"}"])

        // WHEN
        try storage.write { try $0.insert("{}", "B", in: "/items", after: "A") }

        // THEN
        #expect(shell.rows("SELECT id FROM \"/items\" ORDER BY place") == ["A"])
        #expect(shell.run("COMMIT"))
        #expect(shell.rows("SELECT id FROM \"/items\" ORDER BY place") == ["A", "B"])
        let query = "SELECT CASE count(*) WHEN 2 THEN 'two' END FROM \"/items\""
        #expect(run("sh", "-c", "test \"$(sqlite3 -readonly \"$1\" \"$2\")\" = two", "sh", folder.store, query) == 0)
    }

    @Test func manyThreadsMakeItOnce() throws {
        // GIVEN, WHEN
        let results = Results()
        let path = folder.store
        let threads = (0..<8).map { _ in
            Thread {
                for _ in 0..<20 {
                    guard let storage = try? SQLiteStorage.open(path, app: "todo", durability: .normal) else {
                        continue
                    }
                    let count = Int(try! storage.state().members["/count"] ?? "0")!
                    try! storage.write { try $0.put("\(count + 1)", of: "/count") }
                    storage.close()
                    results.add()
                }
            }
        }
        for thread in threads { thread.join() }

        // THEN
        #expect(try open().state().members == ["/count": "\(results.count)"])
        #expect(results.count > 0)
    }
}
