import AditState

/// The connections that the cores of a process share: some of them write, each on a separate thread, and a core stays
/// on one; others serve openings and reads, and are kept for the next ones.
final class ConnectionPool: @unchecked Sendable {  // What changes is under the lock.
    private let address: Address
    private let isDurable: Bool
    private let writers: [SharedWriter]
    private let lock = Lock()
    private var idle: [Connection] = []
    private let generation = Fork.watch()

    private init(_ key: Key) {
        (address, isDurable) = (key.address, key.isDurable)
        writers = (0..<key.count).map { _ in SharedWriter(key.address, isDurable: key.isDurable) }
    }

    deinit {
        // In a forked child, the connections are the parent's, and the threads do not exist.
        for connection in idle {
            if generation.isCurrent { connection.close() } else { connection.abandon() }
        }
        for writer in writers where generation.isCurrent { writer.close() }
    }

    /// Returns the writer of a core.
    func writer(of core: String) -> SharedWriter {
        // Not Swift's hash value, which differs from run to run: measurements would, too.
        writers[Int(RowChecksum.text(core) % UInt64(writers.count))]
    }

    /// Returns a connection that nothing else uses.
    func take() throws(StorageFailure) -> Connection {
        while let connection = lock.withLock({ idle.popLast() }) {
            if connection.isAlive { return connection }
            connection.close()
        }
        return try PostgresStorage.connected(address, isDurable: isDurable)
    }

    /// Keeps a connection for the next one that needs it, or closes it.
    func keep(_ connection: Connection) {
        guard connection.isOpen else { return }
        let isKept = lock.withLock {
            guard idle.count < writers.count else { return false }
            idle.append(connection)
            return true
        }
        if !isKept { connection.close() }
    }

    // MARK: The pools of the process

    private struct Key: Hashable {
        let address: Address
        let isDurable: Bool
        let count: Int
    }

    private struct Entry { weak var pool: ConnectionPool? }

    private final class Registry: @unchecked Sendable {  // Under its lock.
        let lock = Lock()
        var entries: [Key: Entry] = [:]
        init() { Fork.protect(lock) }
    }

    private static let registry = Registry()

    /// Returns the pool of a database.
    ///
    /// - Parameters:
    ///   - isDurable: whether its commits wait for the disk of the database.
    ///   - count: the number of connections that write.
    static func shared(_ address: Address, isDurable: Bool, count: Int) -> ConnectionPool {
        let key = Key(address: address, isDurable: isDurable, count: count)
        return registry.lock.withLock {
            if let pool = registry.entries[key]?.pool, pool.generation.isCurrent { return pool }
            registry.entries = registry.entries.filter { $0.value.pool != nil }
            let pool = ConnectionPool(key)
            registry.entries[key] = Entry(pool: pool)
            return pool
        }
    }
}
