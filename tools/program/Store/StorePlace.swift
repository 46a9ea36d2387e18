import AditLibrary

/// A store as a command names it: a file, or a core in a database.
struct StorePlace {
    /// The file; nil for a core in a database.
    let file: String?
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
        } else {
            if core != nil {
                throw Failure(
                    .misuse, "found --core for \(text), a file; postgresql://HOST/DATABASE is expected of a database")
            }
            (file, config) = (text, ["path": .string(text)])
        }
    }

    static func isDatabase(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Returns the app that the file names; nil if there is no file yet, or the store is in a database.
    func storedApp() throws(Failure) -> String? {
        guard let file, File.exists(file) else { return nil }
        return try StoreReading.identify(file).app
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

    /// Returns the app of a file: the one that it names, or the only one of the library.
    ///
    /// - Parameter named: returns the app that the file names; nil if it names none.
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
