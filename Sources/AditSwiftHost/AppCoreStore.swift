import Adit
import AditJSON
import AditState

/// The place of a core's state: a file, or a core in a database.
public struct AppCoreStore: Sendable {
    /// The path of the file; of a core in a database, the address of the database.
    public var path: String
    /// The name of the core in a database; nil for a file.
    public var core: String?
    /// The number of connections to the database that the core shares with others of the process; nil for a separate one.
    public var connections: Int?
    /// The failures that a commit survives.
    public var durability: Durability
    /// The amount of the journal that is kept.
    public var retention: Retention

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - durability: the failures that a commit survives.
    ///   - retention: the amount of the journal that is kept.
    public static func file(
        _ path: String, durability: Durability = .full, retention: Retention = .standard
    ) -> AppCoreStore {
        AppCoreStore(path: path, durability: durability, retention: retention)
    }

    /// A core in a PostgreSQL database, for a core that is opened with `PostgresEngine` of `AditPostgres`.
    ///
    /// - Parameters:
    ///   - address: the address of the database, as libpq takes it.
    ///   - core: the name of the core in it.
    ///   - connections: the number of connections that the core shares with others of the process; nil for a separate one.
    ///   - durability: the failures that a commit survives.
    ///   - retention: the amount of the journal that is kept.
    public static func postgres(
        _ address: String, core: String, connections: Int? = nil, durability: Durability = .full,
        retention: Retention = .standard
    ) -> AppCoreStore {
        AppCoreStore(path: address, core: core, connections: connections, durability: durability, retention: retention)
    }

    /// Writes it as a config does.
    func write(to writer: JSONWriter) {
        writer.writeObject {
            writer.writeProperty(core == nil ? "path" : "postgres") { writer.write(path) }
            if let core { writer.writeProperty("core") { writer.write(core) } }
            if let connections { writer.writeProperty("connections") { writer.write(connections) } }
            writer.writeProperty("durability") { writer.write(durability == .full ? "full" : "normal") }
            writer.writeProperty("retention") {
                writer.writeObject {
                    writer.writeProperty("bytes") { writer.write(retention.bytes) }
                    if let age = retention.age { writer.writeProperty("seconds") { writer.write(age) } }
                }
            }
        }
    }
}
