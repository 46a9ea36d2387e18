import AditLibrary
import AditSQLite
import ArgumentParser

/// The arguments of an export and an import.
private struct StoreTransfer {
    let store: StorePlace
    let file: String
    let library: String
    let app: String?

    /// Opens a core of the store, has it handle a message, and waits for the answer of that name.
    func run(_ message: String, _ options: [String: JSONValue], answer: String) throws(Failure) -> JSONValue {
        Interrupt.begin()  // from before the store may be made
        let isNew = store.file.map { !File.exists($0) } ?? false
        do throws(Failure) { return try attempt(message, options, answer: answer) } catch {
            // A store that was made for this is not left behind with the app's own state.
            if isNew, let file = store.file, let path = Folder.real(file) { try? destroyStore(pathInDocuments: path) }
            throw error
        }
    }

    private func attempt(_ message: String, _ options: [String: JSONValue], answer: String) throws(Failure) -> JSONValue
    {
        let file = try TransferFile(file)
        let app = try StoreApp(of: store, library: library, app: app)
        let config: JSONValue = ["store": store.config, "files": ["folder": .string(file.folder)]]
        let core: Core
        do throws(CoreError) {
            core = try Core(of: app.library, app: app.name, config: config.description)
        } catch {
            throw Failure(ofStore: error)
        }
        var body: JSONValue = ["path": .string(file.name)]
        for (key, value) in options { body[key] = value }
        do throws(CoreError) {
            try core.send(JSONValue(dictionaryLiteral: (message, body), ("@id", "adit")).description)
        } catch {
            try? core.close(timeout: 10_000)
            throw Failure(.misuse, error.text)
        }
        var result = JSONValue.null
        try LongWork.run(core) { (message) throws(Failure) in
            guard message["@id"]?.string == "adit" else { return false }
            if let error = message["@error"] {
                throw Failure(.failed, file.withPath(error["message"]?.string ?? ""))
            }
            guard let report = message[answer] else { return false }
            result = report
            return true
        }
        return result
    }
}

/// The file of an export or an import, as the config of a core and its message name it.
private struct TransferFile {
    /// As it was given.
    private let path: String
    let folder: String
    let name: String

    init(_ path: String) throws(Failure) {
        self.path = path
        // The core follows no link.
        let real = Folder.real(path)
        if real == nil, File.isTaken(path) {
            throw Failure(.misuse, "\(path): found a symbolic link to nothing; the path of a file is expected")
        }
        (folder, name) = File.parts(of: real ?? path)
        guard !name.isEmpty else { throw Failure(.misuse, "found \"\(path)\"; the path of a file is expected") }
        guard File.exists(folder) else { throw Failure(.misuse, "\(path): \(SystemError())") }
    }

    /// Returns an error of the core with the path in place of the name.
    func withPath(_ text: String) -> String {
        text.hasPrefix("\(name):") || text.hasPrefix("\(name) ") ? path + text.dropFirst(name.count) : text
    }
}

struct StoreExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the state of a store to a file, as JSON.",
        discussion: """
            The library opens the store, as any host does: an older version is migrated, and timers that are due are \
            handled. The file has its previous content, or all of the state. ^C ends it.
            """)

    @Flag(help: "Replace the file, if it is there.")
    var replace = false

    @Flag(help: "Write masks in place of secrets.")
    var maskSecrets = false

    @Option(help: "The name of the core, if the store is in a database.")
    var core: String?

    @Argument(help: "The file of the store, or the address of a database.", completion: .file())
    var store: String

    @Argument(help: "The file to write.", completion: .file(extensions: ["json"]))
    var file: String

    @Argument(help: "The library of its app.", completion: .file(extensions: ["so"]))
    var library: String

    @Argument(help: "The app; by default, the one that the store names, or the only one of the library.")
    var app: String?

    func run() throws(Failure) {
        let place = try StorePlace(store, core: core)
        try place.checkExists()
        guard replace || !File.exists(file) else {
            throw Failure(.misuse, "\(file) is there already; --replace replaces it")
        }
        var options: [String: JSONValue] = [:]
        if replace { options["replace"] = true }
        if maskSecrets { options["secrets"] = "masked" }
        let transfer = StoreTransfer(store: place, file: file, library: library, app: app)
        do throws(Failure) {
            let report = try transfer.run("@export", options, answer: "@exported")
            try Console.print(
                "exported: \(file) has revision \(report["revision"] ?? 0), \(report["bytes"] ?? 0) bytes")
        } catch {
            // What is there is complete: ^C came too late.
            guard error.status == .interrupted, !replace, File.exists(file) else { throw error }
            try Console.print("exported: \(file)")
        }
    }
}

struct StoreImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replace the state of a store with one that was exported.",
        discussion: """
            A store that is not there is made. An export of an older version is migrated. The store has its previous state, \
            or all of the new one; where there was none, ^C leaves none.
            """)

    @Option(help: "The name of the core, if the store is in a database.")
    var core: String?

    @Argument(help: "The file of the store, or the address of a database.", completion: .file())
    var store: String

    @Argument(help: "The file with the state.", completion: .file(extensions: ["json"]))
    var file: String

    @Argument(help: "The library of its app.", completion: .file(extensions: ["so"]))
    var library: String

    @Argument(help: "The app; by default, the one that the store names, or the only one of the library.")
    var app: String?

    func run() throws(Failure) {
        try File.checkExists(file)
        let report = try StoreTransfer(store: StorePlace(store, core: core), file: file, library: library, app: app)
            .run("@import", [:], answer: "@imported")
        let name = core.map { "the core \"\($0)\"" } ?? store
        try Console.print("imported: \(name) has revision \(report["revision"] ?? 0)")
    }
}
