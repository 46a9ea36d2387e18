import AditLibrary
import AditNodes
import ArgumentParser
import Glibc

/// `adit cores`: the cores of a database, and the nodes that have them.
struct CoresCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cores", abstract: "List the cores of a PostgreSQL database, or move one between nodes.",
        subcommands: [CoresListCommand.self, CoresMoveCommand.self], defaultSubcommand: CoresListCommand.self)
}

/// The database that a command is about.
struct DatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address of the database.", valueName: "url"))
    var postgres: String

    /// - Throws: ``Failure`` if it cannot be reached, or has no tables of nodes.
    func directory() throws(Failure) -> Directory {
        try DatabaseOptions.asking { () throws(DatabaseError) in
            let directory = try Directory(postgres)
            try directory.check()
            return directory
        }
    }

    static func asking<R>(_ question: () throws(DatabaseError) -> R) throws(Failure) -> R {
        do throws(DatabaseError) { return try question() } catch { throw Failure(.failed, error.text) }
    }
}

struct CoresListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the cores, with the nodes that have them.",
        discussion: "A core without a node is opened by the node that is first asked for it.")

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Print an array of JSON.")
    var json = false

    func run() throws(Failure) {
        let directory = try database.directory()
        let entries = try DatabaseOptions.asking { () throws(DatabaseError) in try directory.entries() }
        if json {
            try Console.print(JSONValue.array(entries.map(\.json)).description)
        } else {
            for line in table(of: entries) { try Console.print(line) }
        }
    }

    /// The entries in columns, under their names.
    private func table(of entries: [Directory.Entry]) -> [String] {
        let rows =
            [["CORE", "APP", "NODE", "ADDRESS", "LEASE"]]
            + entries.map { entry in
                [
                    entry.core, entry.app, (entry.node ?? "-") + (entry.target.map { " → \($0)" } ?? ""),
                    entry.address ?? "-", entry.lease.map { "\($0) ms" } ?? "-",
                ]
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        return rows.map { zip($0, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmedEnd }
    }
}

extension Directory.Entry {
    fileprivate var json: JSONValue {
        var object: JSONValue = ["core": .string(core), "app": .string(app)]
        if let node { object["node"] = .string(node) }
        if let address { object["address"] = .string(address) }
        if let lease { object["lease"] = .number(String(lease)) }
        if let target { object["target"] = .string(target) }
        return object
    }
}

struct CoresMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a core to another node, while it is used.",
        discussion: """
            The node that has the core handles what was sent to it, closes it, and hands it over; what is sent meanwhile waits. It \
            notices the request within a third of its lease.
            """)

    @OptionGroup var database: DatabaseOptions

    @Argument(help: "The name of the core.")
    var core: String

    @Option(help: ArgumentHelp("The node that gets it.", valueName: "node"))
    var to: String

    @Option(help: ArgumentHelp("How long the move may take.", valueName: "seconds"))
    var timeout = 30

    func run() throws(Failure) {
        let directory = try database.directory()
        let nodes = try DatabaseOptions.asking { () throws(DatabaseError) in try directory.nodes() }
        guard nodes.contains(to) else {
            let known = nodes.isEmpty ? "no node runs" : "these nodes run: \(nodes.joined(separator: ", "))"
            throw Failure(.misuse, "--to \(to): there is no such node; \(known)")
        }
        for step in 0..<(timeout * 20) {
            let entries = try DatabaseOptions.asking { () throws(DatabaseError) in try directory.entries(core) }
            guard let entry = entries.first else {
                throw Failure(.misuse, "the database has no core \"\(core)\"; adit cores list lists them")
            }
            if entry.node == to { return try Console.print("\(core) is at \(to), \(entry.address ?? "")") }
            guard let node = entry.node else {
                throw Failure(.misuse, "no node has \"\(core)\"; the node that is first asked for it opens it")
            }
            if step == 0 || entry.target != to {
                _ = try DatabaseOptions.asking { () throws(DatabaseError) in try directory.requestMove(of: core, to: to)
                }
            }
            usleep(50_000)
            if step == timeout * 20 - 1 {
                throw Failure(.failed, "\(core) is still at \(node) after \(timeout) s; the request stays")
            }
        }
    }
}
