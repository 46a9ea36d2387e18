import AditLibrary
import ArgumentParser

struct StoreInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create the tables of all cores in a PostgreSQL database, or upgrade them.",
        discussion: """
            Whoever does this needs the permission to create a schema; cores need only that to use it. It needs a library that \
            was built with adit_add_library(… POSTGRES): adit itself is not linked to libpq.
            """)

    @Option(help: ArgumentHelp("The address of the database.", valueName: "url"))
    var postgres: String

    @Argument(help: "A library with stores in PostgreSQL.", completion: .file(extensions: ["so"]))
    var library: String

    func run() throws(Failure) {
        let loaded = try Library.load(library)
        guard let app = try loaded.apps().first else { throw Failure(.misuse, "\(library) holds no app") }
        // The tables are those of any app.
        let result = try StoreApp(loaded, app).run(["postgres": .string(postgres), "create": true])
        try Console.print(result)
    }
}

struct StoreMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a store from a file to a database, or from a database to a file.",
        discussion: """
            One of FROM and TO is a file, the other one the address of a database, postgresql://HOST/DATABASE, with the name of \
            the core as --core. The state, its journal and everything beside them are written to TO in one transaction, or \
            nothing is. A core in a database is taken from the host that has it open. FROM is left as it was: remove it, as \
            what a host writes to it from then on is not in TO.
            """)

    @Option(help: "The name of the core in the database.")
    var core: String?

    @Argument(help: "The store.", completion: .file())
    var from: String

    @Argument(help: "The new place; it has no store.", completion: .file())
    var to: String

    @Argument(help: "The library of its app, with stores in PostgreSQL.", completion: .file(extensions: ["so"]))
    var library: String

    @Argument(help: "The app; by default, the one that the store names, or the only one of the library.")
    var app: String?

    func validate() throws {
        guard StorePlace.isDatabase(from) != StorePlace.isDatabase(to) else {
            throw ValidationError(
                "found \(StorePlace.isDatabase(from) ? "two databases" : "two files"); one file is expected, and one postgresql://HOST/DATABASE"
            )
        }
    }

    func run() throws(Failure) {
        let source = try StorePlace(from, core: StorePlace.isDatabase(from) ? core : nil)
        let target = try StorePlace(to, core: StorePlace.isDatabase(to) ? core : nil)
        try source.checkExists()
        if let file = target.file { try File.checkIsNew(file) }
        var config = source.config
        config["move"] = target.config
        try Console.print(StoreApp(of: source, library: library, app: app).run(config))
    }
}
