import AditClients
import AditLibrary

/// Where a catalog is: a file, standard input as `-`, or an app in a library as `LIBRARY:APP`.
struct CatalogSource {
    /// As it was given.
    private let place: String
    /// The catalog of an app, as JSON.
    let text: String
    /// The library that it is from; nil if it is from a file.
    let library: Library?

    /// Reads a catalog.
    ///
    /// - Throws: ``Failure``, with the place.
    init(_ place: String) throws(Failure) {
        self.place = place
        guard place != "-", !File.exists(place), let colon = place.lastIndex(of: ":") else {
            (text, library) = (try CatalogSource.file(place), nil)
            return
        }
        let library = try Library.load(String(place[..<colon]))
        do throws(CoreError) { text = try library.catalog(of: String(place[place.index(after: colon)...])) } catch {
            throw Failure(.misuse, "\(place): \(error.text)")
        }
        self.library = library
    }

    /// Checks that the text is JSON, and may be a catalog.
    ///
    /// - Throws: ``Failure``, with the place: that of the fault, if it is in a file.
    func check() throws(Failure) {
        guard try JSONValue(Array(text.utf8), of: place)["$defs"]?.object != nil else {
            throw Failure(
                .misuse, "\(place): found no \"$defs\"; the catalog of an app is expected, from adit catalog --json")
        }
    }

    private static func file(_ path: String) throws(Failure) -> String {
        let bytes = try File.contents(of: path, limit: ClientModel.longestCatalog)
        if bytes.starts(with: "\u{7F}ELF".utf8) {
            throw Failure(.misuse, "\(path): found a library without an app; \(path):APP is expected")
        }
        if bytes.isEmpty { throw Failure(.misuse, "\(path): found an empty file; a catalog is expected") }
        guard bytes.count <= ClientModel.longestCatalog else {
            throw Failure(
                .misuse, "\(path): found more than \(ClientModel.longestCatalog) bytes; a catalog is expected")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.misuse, "\(path): found bytes that are no UTF-8")
        }
        return text
    }
}
