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

    /// Checks that a file is there. The library says whether a core is.
    func checkExists() throws(Failure) {
        if let file, !File.exists(file) { throw Failure(.misuse, "\(file): No such file or directory") }
    }
}
