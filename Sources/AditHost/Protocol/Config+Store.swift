import Adit
import AditJSON

extension Config {
    /// The store of a core's state.
    @Model
    package struct Store {
        /// The file of the store; nil if it is in a database.
        package let path: FilePath?
        /// The address of a PostgreSQL database, as libpq takes it; nil if the store is a file.
        package let postgres: String?
        /// The name of the core in the database.
        package let core: String?
        /// The number of connections to the database that the cores of the process share; nil for one for each core.
        package let connections: Bound<Int8>?
        package var durability: Durability = .full
        package var retention: Retention = Retention()
        /// The redelivery of output that the host has not acknowledged; nil if disabled.
        package let redelivery: Redelivery?
        /// The memory of handled messages with an @id, which are not handled again; nil if disabled.
        package let once: Once?
        /// Whether to check the store without opening a core.
        package var check = false
        /// The file for the recoverable data of a damaged store, which is not opened then; nil to open the store.
        package let repair: FilePath?
        /// Whether to create or upgrade the tables of the database without opening a core.
        package var create = false
        /// The place that the store is copied to, which is not opened then; nil to open the store.
        package let move: Place?

        /// Whether a core is opened; if not, `adit_open` returns a sentence.
        package var opensCore: Bool { !check && !create && repair == nil && move == nil }

        /// A place for a store.
        package struct Place {
            /// The file of the store; nil if it is in a database.
            package let path: FilePath?
            /// The address of a PostgreSQL database, as libpq takes it; nil if the store is a file.
            package let postgres: String?
            /// The name of the core in the database.
            package let core: String?

            /// The name of the store in messages. The address of a database may contain a password.
            package var name: String { path?.path ?? core.map { "the core \"\($0)\"" } ?? "the database" }
        }

        /// The place of the store.
        package var place: Place { Place(path: path, postgres: postgres, core: core) }

        /// The name of the store in messages. The address of a database may contain a password.
        package var name: String { place.name }

        package enum Durability: String { case full, normal }

        /// The redelivery of output that the host has not acknowledged.
        package struct Redelivery {
            /// How the host acknowledges a message: by @heard, or by driving the core again after its delivery.
            package var acknowledged: Acknowledgement = .host
            /// The maximum size of the kept messages in bytes; the oldest are dropped first.
            package var bytes: Bound<Int64> = Bound(16 << 20)

            init() {}
        }

        package enum Acknowledgement: String { case host, automatic }

        /// The memory of handled messages with an @id.
        package struct Once {
            /// The maximum number of messages.
            package var count: Bound<Int32> = Bound(10_000)
            /// Their maximum age in seconds; nil for no limit.
            package var seconds: Bound<Int32>?

            init() {}
        }

        /// The amount of the journal that is kept.
        package struct Retention {
            /// The size of the entries in bytes.
            package var bytes: Count = Count(16 << 20)
            /// The maximum age of an entry in seconds; nil for no limit.
            package var seconds: Count?

            init() {}
        }
    }
}

extension Config.Store {
    /// Checks that the keys name one place, and one thing to do.
    func checkPlace() throws(CodingFailure) {
        func refuse(_ key: String, _ reason: String) -> CodingFailure {
            CodingFailure(path: "store.\(key)", reason: reason)
        }
        if create {
            guard postgres != nil else {
                throw refuse("create", "found without \"postgres\", the database that gets the tables")
            }
            if core != nil { throw refuse("create", "found beside \"core\"; the tables are those of all cores") }
            if path != nil { throw refuse("path", "found beside \"postgres\"; a store is in one place") }
            if check || repair != nil || move != nil || connections != nil {
                throw refuse("create", "found beside another thing to do")
            }
            return
        }
        try place.check("store")
        if connections != nil, postgres == nil {
            throw refuse("connections", "found without \"postgres\", the database that they are made to")
        }
        if postgres != nil, repair != nil {
            throw refuse("repair", "found beside \"postgres\"; restore a backup of the database")
        }
        guard let move else { return }
        try move.check("store.move")
        if check || repair != nil { throw refuse("move", "found beside another thing to do") }
        if connections != nil { throw refuse("connections", "found beside \"move\", which opens no core") }
    }
}

extension Config.Store.Place {
    /// Checks that the keys name one place.
    ///
    /// - Parameter place: the path of the object in the config.
    func check(_ place: String) throws(CodingFailure) {
        func refuse(_ key: String, _ reason: String) -> CodingFailure {
            CodingFailure(path: "\(place).\(key)", reason: reason)
        }
        guard let postgres else {
            if path == nil { throw CodingFailure(path: place, reason: "missing key \"path\"") }
            if core != nil { throw refuse("core", "found without \"postgres\", the database that the core is in") }
            return
        }
        if path != nil { throw refuse("path", "found beside \"postgres\"; a store is in one place") }
        if postgres.isEmpty { throw refuse("postgres", "found \"\"; the address of a database is expected") }
        guard let core, !core.isEmpty, core.utf8.count <= 255, !core.utf8.contains(0) else {
            throw refuse("core", "found \"\(core ?? "")\"; the name of the core is expected, of 1 to 255 bytes")
        }
    }
}
