// SPDX-License-Identifier: Apache-2.0
import Adit
import AditSQLite
import ArgumentParser

struct StoreCheckCommand: StoreSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether a store can be opened; it is not changed.",
        discussion: """
            With a LIBRARY, what opening it there would result in, migrations included. Without one, whether the file is \
            whole: its structure, its checksums and its log.
            """)

    @Argument(help: "The file of a store.", completion: .file())
    var file: String

    @Argument(help: "The library of its app.", completion: .file(extensions: ["so"]))
    var library: String?

    @Argument(help: "The app; by default, the one that the file names.")
    var app: String?

    func execute() throws(Failure) {
        guard File.exists(file) else { throw Failure(.misuse, "\(file): No such file or directory") }
        if let library {
            let app = try StoreApp(of: file, library: library, app: app)
            return try Console.print(try app.run(["path": .string(file), "check": true]))
        }
        let stored = try StoreReading.identify(file)
        let verdict: StorageVerdict
        do throws(StorageFailure) {
            verdict = try SQLiteStorage.check(file, app: stored.app, schemaVersion: stored.schemaVersion)
        } catch {
            throw Failure(error)
        }
        if case .impossible(let failures) = verdict {
            throw Failure(.failed, "impossible: " + failures.map(\.description).joined(separator: "; "))
        }
        try Console.print(
            """
            whole: version \(stored.schemaVersion) of the app "\(stored.app)"; all rows are as they were written. Whether they \
            are a state of the app, its library says: adit store check \(file) LIBRARY
            """)
    }
}

struct StoreRepairCommand: StoreSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Write the data that can be saved of a damaged store to a new file.",
        discussion: """
            The damaged file is not changed. With a LIBRARY, what is no state of its app is left out.
            """)

    @Argument(help: "The damaged file.", completion: .file())
    var file: String

    @Argument(help: "The new file.", completion: .file())
    var new: String

    @Argument(help: "The library of its app.", completion: .file(extensions: ["so"]))
    var library: String?

    @Argument(help: "The app; by default, the one that the file names.")
    var app: String?

    func execute() throws(Failure) {
        guard File.exists(file) else { throw Failure(.misuse, "\(file): No such file or directory") }
        var progress = ProgressLine()
        progress.show("repairing \(file); ^C ends it, and leaves the file as it is")
        defer { progress.clear() }
        if let library {
            let app = try StoreApp(of: file, library: library, app: app)
            return try Console.print(try app.run(["path": .string(file), "repair": .string(new)]))
        }
        let stored: StoreFile
        do throws(StorageFailure) { stored = try SQLiteStorage.identify(file) } catch {
            guard error.kind == .failed else { throw Failure(error) }
            throw Failure(
                .failed, "\(error). Its library may save more: adit store repair \(file) \(new) LIBRARY APP")
        }
        do throws(StorageFailure) {
            let repair = try SQLiteEngine().repair(stored, to: new) { _ in [] }
            try? Console.print("repaired: \(repair)")
        } catch {
            throw Failure(error)
        }
    }
}
