import Adit
import AditC
import AditPostgres
import AditSQLite
import AditState
import CounterCore
import Glibc
import TimedTodoCore

/// Exports the app counter, the app todo with a durable timer, and one that fetches lists until it has them, whose stores are in the
/// database of $ADIT_POSTGRES: a path in a config is the name of a core there. With $ADIT_POSTGRES_CONNECTIONS, the cores share as
/// many connections.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer {
    export(
        counterApp(), timedTodoApp(), timedTodoApp("retries", retry: RetryPolicy(backoffCoefficient: 1)),
        storage: PathsInPostgres())
}

/// An engine by which the tests of stores in files run on a database.
private struct PathsInPostgres: StorageEngine {
    private let engine = PostgresEngine(files: SQLiteEngine())
    private let address: String
    private let connections: Int?

    init() {
        connections = getenv("ADIT_POSTGRES_CONNECTIONS").flatMap { Int(String(cString: $0)) }
        // Without a database, a test would run on files, which it does anyhow.
        guard let address = getenv("ADIT_POSTGRES").map({ String(cString: $0) }) else {
            fatalError("ADIT_POSTGRES: found none; the address of a database is expected")
        }
        self.address = address
        do throws(StorageFailure) { try PostgresSchema.create(in: address) } catch { fatalError("\(error)") }
    }

    private func place(_ file: StoreFile) -> StoreFile {
        var place = file
        (place.path, place.core, place.connections) = (address, file.path, connections)
        return place
    }

    func open(
        _ file: StoreFile, durability: Durability, retention: Retention, validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        try engine.open(place(file), durability: durability, retention: retention, validate: validate)
    }

    func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict { try engine.check(place(file), findFailures: findFailures) }

    func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair { try engine.repair(place(file), to: path, findFailures: findFailures) }

    func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try engine.read(place(file), body)
    }

    func isStore(_ head: UnsafeRawBufferPointer) -> Bool { engine.isStore(head) }
    func hasOpen(_ path: String) -> Bool { engine.hasOpen(path) }
}
