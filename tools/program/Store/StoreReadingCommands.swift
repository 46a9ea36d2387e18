import Adit
import AditLibrary
import AditSQLite
import ArgumentParser

struct StoreLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Print the journal of a store, an entry a line, as JSON.",
        discussion: "docs/store.md describes the entries. ^C ends it; the file is not changed.")

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Only the entries of the last batches.", valueName: "batches"))
    var last: Int?

    @Argument(help: "The file of a store.", completion: .file())
    var file: String

    func validate() throws {
        if let last, last < 1 {
            throw ValidationError("--last: found \(last); a number of batches from 1 on is expected")
        }
    }

    func run() throws(Failure) {
        // The newest is read first.
        let batches = try StoreReading.read(file) { (_, storage) in
            var batches: [String] = []
            try storage.readJournal { (_, entries) in
                batches.append(entries.string)
                return batches.count < last ?? .max
            }
            return batches
        }
        for entries in batches.reversed() { try Console.write(entries) }
    }
}

struct StoreStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Print what a store has, as JSON.", discussion: "The file is not changed.")

    @Argument(help: "The file of a store.", completion: .file())
    var file: String

    func run() throws(Failure) {
        let stats = try StoreReading.read(file) { (file, storage) -> JSONValue in
            var (members, tables, records) = (0, JSONValue.Object(), 0)
            // The records of the core, such as durable requests, are beside the members of the state.
            try storage.readMembers { (path, _) in if path.hasPrefix("@") { records += 1 } else { members += 1 } }
            for table in try storage.readTables() {
                var count = 0
                try storage.readElements(of: table) { (_, _) in count += 1 }
                tables.append(table, .number(String(count)))
            }
            let figures = storage.figures
            return [
                "app": .string(file.app), "schemaVersion": .number(String(file.schemaVersion)),
                "revision": .number(String(storage.head?.revision ?? 0)),
                "opens": .number(String(storage.head?.opens ?? 0)),
                "bytes": .number(String(figures?.bytes ?? 0)), "logBytes": .number(String(figures?.logBytes ?? 0)),
                "journal": [
                    "batches": .number(String(figures?.journalBatches ?? 0)),
                    "bytes": .number(String(figures?.journalBytes ?? 0)),
                ],
                "members": .number(String(members)), "tables": .object(tables), "records": .number(String(records)),
            ]
        }
        try Console.print(stats.description)
    }
}
