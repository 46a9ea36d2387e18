import AditLibrary
import AditNodes

/// A store as a command names it: a file, or a core in a database.
struct StorePlace {
    /// The file; nil for a core in a database.
    let file: String?
    /// The core in a database; nil for a file.
    private let core: (name: String, database: String)?
    /// Its part of a config.
    let config: JSONValue

    /// - Parameters:
    ///   - text: a path, or the address of a database.
    ///   - core: the name of the core in the database.
    init(_ text: String, core: String?) throws(Failure) {
        if StorePlace.isDatabase(text) {
            guard let core else {
                throw Failure(.misuse, "found a database without the name of a core in it; --core NAME is expected")
            }
            (file, config) = (nil, ["postgres": .string(text), "core": .string(core)])
            self.core = (core, text)
        } else {
            if core != nil {
                throw Failure(
                    .misuse, "found --core for \(text), a file; postgresql://HOST/DATABASE is expected of a database")
            }
            (file, config) = (text, ["path": .string(text)])
            self.core = nil
        }
    }

    static func isDatabase(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// How messages name it: without the address of a database, which may contain a password.
    var title: String { core.map { "the core \"\($0.name)\"" } ?? file ?? "" }

    /// Returns the app that the file or the database names; nil if there is no file or core yet.
    func storedApp() throws(Failure) -> String? {
        if let file { return File.exists(file) ? try StoreReading.identify(file).app : nil }
        return try databaseApp()
    }

    /// Returns the app of a core in a database; nil for a file, and if there is no core of that name yet.
    func databaseApp() throws(Failure) -> String? {
        guard let core else { return nil }
        return try DatabaseOptions.asking { () throws(DatabaseError) in
            let directory = try Directory(core.database)
            try directory.check()
            return try directory.entries(core.name).first?.app
        }
    }

    /// Checks that a file is there. The library says whether a core is.
    func checkExists() throws(Failure) {
        if let file { try File.checkExists(file) }
    }
}

extension Library {
    /// Returns the app of a store that is to be opened: the one that its file names, or the only one of the library.
    ///
    /// - Parameter file: it need not be there yet; nil without a store.
    func app(ofStore file: String?) throws(Failure) -> String {
        try app { () throws(Failure) in
            guard let file, File.exists(file) else { return nil }
            return try StoreReading.app(of: file)
        }
    }

    /// Returns the app of a store: the one that it names, or the only one of the library.
    ///
    /// - Parameter named: returns the app that the store names; nil if it names none.
    /// - Throws: the error of `named`, if several apps can be meant; ``Failure`` that says which there are.
    func app(of named: () throws(Failure) -> String?) throws(Failure) -> String {
        do throws(Failure) {
            if let app = try named() { return app }
        } catch {
            // With one app, the library itself says what is wrong, or repairs it.
            guard try apps().count == 1 else { throw error }
        }
        return try onlyApp()
    }
}
