import Adit
import AditLibrary
import AditSQLite
import ArgumentParser

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Look into the store of a core, check it, repair it, move it, export and import its state.",
        discussion: """
            A store that a core has open is refused; that core answers @stats and @export itself. check, repair, log and \
            stats need no library, but repair does where the file does not say its app (docs/packages.md). A core in a \
            PostgreSQL database is named by the address of the database and --core; check, export, import and move take one.

            The status is 0; 1 if the store is not as it should be, or the work failed; or 2 if nothing was done.
            """,
        subcommands: [
            StoreCheckCommand.self, StoreRepairCommand.self, StoreExportCommand.self, StoreImportCommand.self,
            StoreLogCommand.self, StoreStatsCommand.self, StoreInitCommand.self, StoreMoveCommand.self,
        ])
}

/// The library and the app of a store.
struct StoreApp {
    let library: Library
    let name: String

    init(_ library: Library, _ name: String) { (self.library, self.name) = (library, name) }

    /// - Parameter app: by default, the one that the store names, or the only one of the library.
    init(of store: StorePlace, library: String, app: String?) throws(Failure) {
        self.library = try Library.load(library)
        let apps = try self.library.apps()
        name = if let app { app } else { try self.library.app(of: store.storedApp) }
        guard apps.contains(name) else {
            let found = app == nil ? "\(store.title) is of the app \"\(name)\"" : "found no app \"\(name)\""
            let advice = app == nil ? "Give its own library" : "Name one of them"
            throw Failure(.misuse, "\(found); \(library) holds \(apps.joined(separator: ", ")). \(advice)")
        }
    }

    /// Does what a config asks of the file.
    ///
    /// - Returns: a sentence about it.
    func run(_ store: JSONValue) throws(Failure) -> String {
        do throws(CoreError) {
            return try Core.run(
                of: library, app: name, config: JSONValue(dictionaryLiteral: ("store", store)).description)
        } catch {
            throw Failure(ofStore: error)
        }
    }
}

extension Failure {
    /// An error of `adit_open` about a store. Its status is that of the same error without a library.
    init(ofStore error: CoreError) {
        // What is no state of the app was found by looking into the store, which is what was asked for.
        let isVerdict = error.code == .schema && error.text.hasPrefix("impossible: ")
        if isVerdict || error.code == .store {
            self.init(.failed, error.text)
        } else {
            self.init(error)
        }
    }

    /// An error of a store, with what to do.
    init(_ failure: StorageFailure) {
        switch failure.kind {
        case .locked:
            self.init(.misuse, "\(failure), or ask its core: @stats, @get, @export (adit serve, adit shell)")
        case .fenced, .schema: self.init(.misuse, failure.description)
        case .failed, .resources: self.init(.failed, failure.description)
        }
    }
}

/// Reads a store without its library.
enum StoreReading {
    /// Returns the app and the version that the file names.
    static func identify(_ path: String) throws(Failure) -> StoreFile {
        try File.checkExists(path)
        do throws(StorageFailure) { return try SQLiteStorage.identify(path) } catch { throw Failure(error) }
    }

    /// Returns the app that the file names, for a command that does nothing without it.
    static func app(of path: String) throws(Failure) -> String {
        do throws(Failure) { return try identify(path).app } catch { throw Failure(.misuse, error.text) }
    }

    /// Reads the file; it is not changed.
    static func read<R>(_ path: String, _ body: (StoreFile, any StateStorage) throws -> R) throws(Failure) -> R {
        let file = try identify(path)
        do { return try SQLiteEngine().read(file) { try body(file, $0) } } catch {
            switch error {
            case let failure as Failure: throw failure
            case let failure as StorageFailure: throw Failure(failure)
            default: throw Failure(.failed, "\(path): \(error)")
            }
        }
    }
}
