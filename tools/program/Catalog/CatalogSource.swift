import AditClients
import AditLibrary

/// Where a catalog is: a file, standard input as `-`, or an app in a library as `LIBRARY:APP`.
struct CatalogSource {
    /// The catalog of an app, as JSON.
    let text: String
    /// The library that it is from; nil if it is from a file.
    let library: Library?

    /// Reads a catalog.
    ///
    /// - Throws: ``Failure``, with the place.
    init(_ place: String) throws(Failure) {
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

    private static func file(_ path: String) throws(Failure) -> String {
        var bytes: [UInt8] = []
        do throws(SystemError) { bytes = try File.bytes(of: path, limit: ClientModel.longestCatalog) } catch {
            throw Failure(.misuse, "\(path): \(error)")
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
