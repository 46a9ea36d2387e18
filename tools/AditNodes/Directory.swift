/// The nodes of a database, and the cores that each of them has: the tables `adit.node` and `adit.place`.
///
/// All times are those of the database's clock. A node has its cores as long as its lease, which it renews; a core of a node
/// whose lease has expired is taken by the next node that asks. That a core has one writer does not depend on this: the
/// storage sees to it, by the core's epoch. The directory says where to send what is for a core, and who may answer reads.
///
/// One thread at a time; its calls wait for the database.
public final class Directory {
    private let database: Database

    /// - Parameters:
    ///   - address: of the database, as libpq takes it.
    ///   - longestStatement: how long a statement may take, in milliseconds.
    /// - Throws: ``DatabaseError`` if there is no libpq.
    public init(_ address: String, longestStatement: Int = 5000) throws(DatabaseError) {
        database = try Database(address, longestStatement: longestStatement)
    }

    /// Checks that the database has the tables.
    public func check() throws(DatabaseError) {
        guard try database.run("SELECT to_regclass('adit.place')").first?[0] != nil else {
            throw DatabaseError(
                "the database has no tables of nodes; adit store init --postgres creates them, and upgrades older tables"
            )
        }
    }

    // MARK: Nodes

    /// A node, as it is registered.
    public struct Registration: Sendable {
        public let name: String
        /// Counts the processes that have had the name.
        public let incarnation: Int64
    }

    /// What became of a registration.
    public enum Registering: Sendable {
        case registered(Registration)
        /// Another node has the name until then, or for longer: milliseconds, and its address.
        case taken(milliseconds: Int, address: String)
    }

    /// Registers a node.
    ///
    /// A node at the same address is this one before it was started again: it cannot be there any more.
    ///
    /// - Parameter lease: in milliseconds.
    public func register(_ name: String, address: String, lease: Int) throws(DatabaseError) -> Registering {
        let registered = try database.run(
            """
            INSERT INTO adit.node AS n (name, address, incarnation, expires)
            VALUES ($1, $2, 1, clock_timestamp() + $3::bigint * interval '1 millisecond')
            ON CONFLICT (name) DO UPDATE SET address = excluded.address, incarnation = n.incarnation + 1,
                expires = clock_timestamp() + $3::bigint * interval '1 millisecond'
            WHERE n.address = excluded.address OR n.expires <= clock_timestamp()
            RETURNING incarnation
            """, [name, address, String(lease)])
        if let number = registered.first?[0].flatMap({ Int64($0) }) {
            return .registered(Registration(name: name, incarnation: number))
        }
        let found = try database.run(
            """
            SELECT greatest(0, ceil(extract(epoch FROM expires - clock_timestamp()) * 1000))::bigint, address
            FROM adit.node WHERE name = $1
            """, [name])
        return .taken(
            milliseconds: found.first?[0].flatMap { Int($0) } ?? 0, address: found.first?[1] ?? "an unknown address")
    }

    /// What a node has after it has renewed its lease.
    public struct Renewal: Sendable {
        /// The cores that it has, and the nodes that they are to be moved to; no other core is its own any more.
        public let cores: [(core: String, target: String?)]
        /// Some cores whose node has no lease.
        public let orphans: [String]
        /// The nodes with a lease, by their names: their incarnations.
        public let nodes: [String: Int64]
    }

    /// How many orphans a renewal returns.
    private static let mostOrphans = 256

    /// Renews a node's lease, also one that has expired: its cores that no other node has taken are still its own.
    ///
    /// - Parameter apps: those whose orphans are returned.
    /// - Returns: nil if another process has registered the name.
    public func renew(_ node: Registration, lease: Int, apps: [String]) throws(DatabaseError) -> Renewal? {
        guard let cores = try renewRow(of: node, lease: lease) else { return nil }
        let found = try database.run(
            """
            SELECT p.core FROM adit.place AS p
            WHERE p.app = ANY (string_to_array($1, ',')) AND NOT EXISTS (SELECT 1 FROM adit.node AS n
                WHERE n.name = p.node AND n.incarnation = p.incarnation AND n.expires > clock_timestamp())
            ORDER BY random() LIMIT \(Directory.mostOrphans)
            """, [apps.joined(separator: ",")])
        let leased = try database.run("SELECT name, incarnation FROM adit.node WHERE expires > clock_timestamp()")
        var nodes: [String: Int64] = [:]
        for row in leased.rows { if let name = row[0] { nodes[name] = row[1].flatMap { Int64($0) } } }
        return Renewal(cores: cores, orphans: found.rows.compactMap { $0[0] }, nodes: nodes)
    }

    private func renewRow(
        of node: Registration, lease: Int
    ) throws(DatabaseError) -> [(core: String, target: String?)]? {
        try database.transaction { () throws(DatabaseError) in
            let renewed = try database.run(
                """
                UPDATE adit.node SET expires = clock_timestamp() + $3::bigint * interval '1 millisecond'
                WHERE name = $1 AND incarnation = $2::bigint
                """, [node.name, String(node.incarnation), String(lease)])
            guard renewed.changed == 1 else { return nil }
            let found = try database.run(
                "SELECT core, target FROM adit.place WHERE node = $1 AND incarnation = $2::bigint",
                [node.name, String(node.incarnation)])
            return found.rows.compactMap { row in row[0].map { ($0, row[1]) } }
        }
    }

    /// Ends a node's lease. Its cores are free.
    public func leave(_ node: Registration) throws(DatabaseError) {
        try database.run(
            "UPDATE adit.node SET expires = clock_timestamp() WHERE name = $1 AND incarnation = $2::bigint",
            [node.name, String(node.incarnation)])
    }

    // MARK: Cores

    /// Where a core is.
    public enum Place: Sendable {
        /// This node has it, or has taken it.
        case here(app: String)
        /// Another node has it, with a lease of so many milliseconds more.
        case there(Neighbour, app: String, lease: Int)
        /// No node has it, and nothing says which app it is of.
        case ofUnknownApp
        /// This node's lease has expired.
        case noLease
    }

    /// Another node, with a lease.
    public struct Neighbour: Sendable, Hashable {
        public let name, address: String
        public let incarnation: Int64
    }

    /// Finds the node that has a core; takes it for this one if none has.
    ///
    /// A node that is not registered yet has no lease.
    ///
    /// - Parameter app: the app of a core that has never been opened; nil if that is not known.
    public func place(
        _ core: String, app: String?, for node: Registration?
    ) throws(DatabaseError) -> Place {
        guard let node else { return .noLease }
        return try database.transaction { () throws(DatabaseError) in
            // An older place, if there is one, stays as it is until its node's lease is known.
            try database.run(
                """
                INSERT INTO adit.place (core, app, node, incarnation)
                SELECT $1, app, $3, 0 FROM (
                    SELECT coalesce((SELECT app FROM adit.core WHERE name = $1), nullif($2, '')) AS app) AS known
                WHERE app IS NOT NULL ON CONFLICT DO NOTHING
                """, [core, app ?? "", node.name])
            let found = try database.run(
                "SELECT app, node, incarnation FROM adit.place WHERE core = $1 FOR UPDATE", [core])
            guard let row = found.first, let app = row[0], let holder = row[1],
                let number = row[2].flatMap({ Int64($0) })
            else { return .ofUnknownApp }
            if holder == node.name, number == node.incarnation { return .here(app: app) }
            if let (neighbour, lease) = try leasedNode(holder, number) {
                return .there(neighbour, app: app, lease: lease)
            }
            let taken = try database.run(
                """
                UPDATE adit.place SET node = $2, incarnation = $3::bigint, target = NULL
                WHERE core = $1 AND EXISTS (SELECT 1 FROM adit.node
                    WHERE name = $2 AND incarnation = $3::bigint AND expires > clock_timestamp())
                """, [core, node.name, String(node.incarnation)])
            return taken.changed == 1 ? .here(app: app) : .noLease
        }
    }

    /// The node of that incarnation, and the milliseconds left of its lease; nil if it has expired. Waits for a renewal that
    /// is being written.
    private func leasedNode(_ name: String, _ incarnation: Int64) throws(DatabaseError) -> (Neighbour, lease: Int)? {
        let found = try database.run(
            """
            SELECT address, ceil(extract(epoch FROM expires - clock_timestamp()) * 1000)::bigint FROM adit.node
            WHERE name = $1 AND incarnation = $2::bigint AND expires > clock_timestamp() FOR SHARE
            """, [name, String(incarnation)])
        guard let row = found.first, let address = row[0] else { return nil }
        let neighbour = Neighbour(name: name, address: address, incarnation: incarnation)
        return (neighbour, row[1].flatMap { Int($0) } ?? 0)
    }

    /// Gives up a core that this node has.
    ///
    /// - Parameter forGood: it is opened when it is next asked for, and not by the next node that finds it.
    public func release(_ core: String, of node: Registration, forGood: Bool) throws(DatabaseError) {
        let change = forGood ? "DELETE FROM adit.place" : "UPDATE adit.place SET incarnation = 0, target = NULL"
        try database.run(
            "\(change) WHERE core = $1 AND node = $2 AND incarnation = $3::bigint",
            [core, node.name, String(node.incarnation)])
    }

    /// Hands a core of this node to another one.
    ///
    /// - Returns: nil if there is no such node with a lease: the core is free then.
    public func hand(
        _ core: String, of node: Registration, to target: String
    ) throws(DatabaseError) -> Neighbour? {
        try database.transaction { () throws(DatabaseError) in
            let found = try database.run(
                "SELECT address, incarnation FROM adit.node WHERE name = $1 AND expires > clock_timestamp() FOR SHARE",
                [target])
            guard let row = found.first, let address = row[0], let number = row[1].flatMap({ Int64($0) }) else {
                try release(core, of: node, forGood: false)
                return nil
            }
            let handed = try database.run(
                """
                UPDATE adit.place SET node = $4, incarnation = $5::bigint, target = NULL
                WHERE core = $1 AND node = $2 AND incarnation = $3::bigint
                """, [core, node.name, String(node.incarnation), target, String(number)])
            return handed.changed == 1 ? Neighbour(name: target, address: address, incarnation: number) : nil
        }
    }

    // MARK: For an operator

    /// A core in the database, and the node that has it.
    public struct Entry: Sendable {
        public let core, app: String
        /// Nil if no node with a lease has it.
        public let node, address: String?
        /// The milliseconds until the node's lease expires.
        public let lease: Int?
        /// The node that it is being moved to.
        public let target: String?
    }

    /// All cores of the database, by their names; or the one of a name.
    public func entries(_ core: String? = nil) throws(DatabaseError) -> [Entry] {
        let found = try database.run(
            """
            SELECT coalesce(c.name, p.core), coalesce(c.app, p.app), n.name, n.address,
                floor(extract(epoch FROM n.expires - clock_timestamp()) * 1000)::bigint,
                CASE WHEN n.name IS NOT NULL THEN p.target END
            FROM adit.core AS c FULL JOIN adit.place AS p ON p.core = c.name
            LEFT JOIN adit.node AS n ON n.name = p.node AND n.incarnation = p.incarnation AND n.expires > clock_timestamp()
            WHERE $1 = '' OR coalesce(c.name, p.core) = $1
            ORDER BY 1
            """, [core ?? ""])
        return found.rows.map { row in
            Entry(
                core: row[0] ?? "", app: row[1] ?? "", node: row[2], address: row[3], lease: row[4].flatMap { Int($0) },
                target: row[5])
        }
    }

    /// The nodes with a lease, by their names.
    public func nodes() throws(DatabaseError) -> [String] {
        try database.run("SELECT name FROM adit.node WHERE expires > clock_timestamp() ORDER BY 1").rows
            .compactMap { $0[0] }
    }

    /// Asks the node that has a core to hand it to another one, which it does when it next renews its lease.
    ///
    /// - Returns: whether a node with a lease has the core.
    public func requestMove(of core: String, to target: String) throws(DatabaseError) -> Bool {
        try database.run(
            """
            UPDATE adit.place AS p SET target = $2 FROM adit.node AS n
            WHERE p.core = $1 AND n.name = p.node AND n.incarnation = p.incarnation AND n.expires > clock_timestamp()
            """, [core, target]
        ).changed == 1
    }
}
