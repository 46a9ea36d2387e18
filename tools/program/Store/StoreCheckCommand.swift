import Adit
import AditSQLite
import ArgumentParser

struct StoreCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether a store can be opened; it is not changed.",
        discussion: """
            With a LIBRARY, what opening it there would result in, migrations included. Without one, whether the file is \
            whole: its structure, its checksums and its log.
            """)

    @Option(help: "The name of the core, if the store is in a database; with a LIBRARY.")
    var core: String?

    @Argument(help: "The file of a store, or the address of a database.", completion: .file())
    var file: String

    @Argument(help: "The library of its app.", completion: .file(extensions: ["so"]))
    var library: String?

    @Argument(help: "The app; by default, the one that the store names.")
    var app: String?

    func run() throws(Failure) {
        let store = try StorePlace(file, core: core)
        try store.checkExists()
        if let library {
            let app = try StoreApp(of: store, library: library, app: app)
            var config = store.config
            config["check"] = true
            let verdict = try app.run(config)
            // The verdict leaves the checksums of the journal out: a store opens without them.
            if store.file != nil {
                try StoreReading.read(file) { (_, storage) in try storage.readJournal { (_, _) in true } }
            }
            return try Console.print(verdict)
        }
        guard store.file != nil else {
            throw Failure(.misuse, "found a database without a library; adit store check \(file) LIBRARY is expected")
        }
        let stored: StoreFile
        do throws(StorageFailure) { stored = try SQLiteStorage.verify(file) } catch { throw Failure(error) }
        try Console.print(
            """
            whole: version \(stored.schemaVersion) of the app "\(stored.app)"; all rows are as they were written. Whether they \
            are a state of the app, its library says: adit store check \(file.shellQuoted) LIBRARY
            """)
    }
}
