import AditState
import CPostgres

/// The tables of all cores of a database, in its schema `adit`.
///
/// In an index of elements by their places, `\/` parts the names of a core and a table: no name has it.
///
/// Texts are stored as they were written: a number keeps its digits, and JSON its spelling. They are compared by their
/// bytes (`COLLATE "C"`), as the order of a language changes with the system's library.
public enum PostgresSchema {
    /// The version of the tables.
    static let version = 2

    private static let statements = """
        CREATE SCHEMA IF NOT EXISTS adit;
        CREATE TABLE adit.meta (version bigint NOT NULL);
        CREATE TABLE adit.core (
            name text COLLATE "C" PRIMARY KEY, app text NOT NULL, schema_version bigint NOT NULL,
            epoch bigint NOT NULL DEFAULT 0, owner bigint NOT NULL, backend integer, backend_start timestamptz,
            revision bigint NOT NULL DEFAULT 0, opens bigint NOT NULL DEFAULT 0, batch bigint NOT NULL DEFAULT 0,
            state bigint NOT NULL DEFAULT 0, ends bigint NOT NULL DEFAULT 0, sum bigint NOT NULL
        ) WITH (fillfactor = 50);
        CREATE TABLE adit.member (
            core text COLLATE "C", path text COLLATE "C", sum bigint NOT NULL, value text COLLATE "C" NOT NULL,
            PRIMARY KEY (core, path));
        CREATE TABLE adit.part (core text COLLATE "C", path text COLLATE "C", PRIMARY KEY (core, path));
        CREATE TABLE adit.element (
            core text COLLATE "C", part text COLLATE "C", id text COLLATE "C", place numeric NOT NULL,
            sum bigint NOT NULL, value text COLLATE "C" NOT NULL,
            PRIMARY KEY (core, part, id));
        CREATE UNIQUE INDEX element_place ON adit.element ((core || '\\/' || part), place);
        CREATE TABLE adit.journal (
            core text COLLATE "C", number bigint, revision bigint NOT NULL, opens bigint NOT NULL,
            time bigint NOT NULL, begins bigint NOT NULL, ends bigint NOT NULL, sum bigint NOT NULL,
            entries text COLLATE "C" NOT NULL, PRIMARY KEY (core, number));
        INSERT INTO adit.meta VALUES (1);
        """

    /// What makes of the tables of each version those of the next, from the first on.
    private static let upgrades = [
        // The nodes of `adit serve`, and the cores that each of them has. The place of a core that no node has is of the
        // incarnation 0.
        """
        CREATE TABLE adit.node (
            name text COLLATE "C" PRIMARY KEY, address text NOT NULL, incarnation bigint NOT NULL,
            expires timestamptz NOT NULL
        ) WITH (fillfactor = 50);
        CREATE TABLE adit.place (
            core text COLLATE "C" PRIMARY KEY, app text NOT NULL, node text COLLATE "C" NOT NULL,
            incarnation bigint NOT NULL, target text COLLATE "C");
        CREATE INDEX place_node ON adit.place (node, incarnation);
        """
    ]

    /// Creates the tables, or upgrades those of an older version.
    ///
    /// - Parameter address: the address of the database, as `postgres` in the config of a store.
    /// - Returns: the address without a password, the version of the tables as they were, nil if there were none, and as they
    ///   are.
    /// - Throws: ``StorageFailure``: `schema` if the tables are of a newer version; `failed` if the database cannot be
    ///   reached, is not in UTF-8, or refuses.
    @discardableResult
    public static func create(in address: String) throws(StorageFailure) -> (name: String, old: Int?, new: Int) {
        let connection = try Connection(Address(address))
        defer { connection.close() }
        try checkEncoding(connection)
        // Two that create them at once do so one after the other; the number is "adit" in ASCII.
        try connection.run("BEGIN; SELECT pg_advisory_xact_lock(1633970548)")
        let found = try version(in: connection)
        if found == nil { try connection.run(statements) }
        for upgrade in upgrades.dropFirst(max(found ?? 1, 1) - 1) { try connection.run(upgrade) }
        // A newer version stays what it is.
        try connection.run("UPDATE adit.meta SET version = \(version) WHERE version < \(version)")
        try connection.run("COMMIT")
        try check(connection)
        return (connection.name, found, version)
    }

    /// Checks that the database has tables of this version.
    static func check(_ connection: Connection) throws(StorageFailure) {
        try checkEncoding(connection)
        guard let found = try version(in: connection) else {
            throw StorageFailure(
                .schema, "\(connection.name) has no tables of Adit; adit store init --postgres creates them")
        }
        guard found == version else {
            throw StorageFailure(
                .schema,
                """
                \(connection.name) has tables of version \(found); version \(version) is expected\
                \(found < version ? ": adit store init --postgres upgrades them" : ", so a newer library opens them")
                """)
        }
    }

    private static func checkEncoding(_ connection: Connection) throws(StorageFailure) {
        let encoding = try connection.value("SHOW server_encoding")
        guard encoding == "UTF8" else {
            throw StorageFailure(
                .failed,
                "\(connection.name) could not be opened: found the encoding \(encoding ?? ""); UTF8 is expected")
        }
    }

    private static func version(in connection: Connection) throws(StorageFailure) -> Int? {
        guard try connection.value("SELECT to_regclass('adit.meta')") != "" else { return nil }
        return try connection.value("SELECT version FROM adit.meta").flatMap { Int($0) }
    }
}
