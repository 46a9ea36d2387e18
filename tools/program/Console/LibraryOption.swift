import AditLibrary

extension Library {
    /// Loads the library that a command line names.
    ///
    /// - Throws: ``Failure`` that says where it was looked for, and what to do.
    static func load(_ path: String) throws(Failure) -> Library {
        do throws(LibraryError) { return try Library(path: path) } catch { throw Failure(.misuse, error.text) }
    }

    /// Returns the names of its apps.
    func apps() throws(Failure) -> [String] {
        var text = ""
        do throws(CoreError) { text = try catalog() } catch { throw Failure(.misuse, "\(path): \(error.text)") }
        return ((try? JSONValue(parsing: text))?.object ?? JSONValue.Object()).map(\.key)
    }

    /// Returns the app of a library that has one.
    func onlyApp() throws(Failure) -> String {
        let apps = try apps()
        guard apps.count == 1 else {
            throw Failure(.misuse, "\(path) holds \(apps.joined(separator: ", ")); name one of them behind it")
        }
        return apps[0]
    }
}

extension Failure {
    /// An error of `adit_open`.
    init(_ error: CoreError) {
        self.init(.misuse, error.code == .app ? "\(error.text). Name one of them" : error.text)
    }
}
