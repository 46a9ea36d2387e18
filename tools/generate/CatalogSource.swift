import AditClients
import Glibc

/// Where a catalog is: a file, standard input, or an app in a library.
struct CatalogSource {
    private let place: String

    init(_ place: String) { self.place = place }

    func read() throws(CatalogError) -> String {
        if place == "-" { return try text(of: 0) }
        let file = open(place, O_RDONLY | O_CLOEXEC)
        if file >= 0 {
            defer { close(file) }
            return try text(of: file)
        }
        let reason = String(cString: strerror(errno))
        guard let colon = place.lastIndex(of: ":") else { throw CatalogError(reason) }
        return try catalog(of: String(place[place.index(after: colon)...]), in: String(place[..<colon]))
    }

    private func text(of file: Int32) throws(CatalogError) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count == 0 { break }
            if bytes.count > ClientModel.longestCatalog {
                throw CatalogError("found more than \(ClientModel.longestCatalog) bytes; a catalog is expected")
            }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw CatalogError(String(cString: strerror(errno)))
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CatalogError("found bytes that are no UTF-8")
        }
        return text
    }

    /// Says where a library was looked for, and what to do.
    private func reason(of fault: String, _ library: String) -> String {
        guard fault.hasPrefix("\(library): cannot open shared object file: No such file") else { return fault }
        let buffer = getcwd(nil, 0)
        defer { free(buffer) }
        let folder = buffer.map { String(cString: $0) } ?? "."
        guard !library.contains("/") else {
            let place = library.hasPrefix("/") ? library : "\(folder)/\(library)"
            return """
                \(library): there is no such file; it was looked for at \(place). Give the path of an Adit library; \
                scripts/build makes build/lib/libadit_cores.so
                """
        }
        let folders = getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "not set"
        return """
            \(library): there is no such library in \(folder), in LD_LIBRARY_PATH (\(folders)) and in the folders of the \
            system (ldconfig -p). Give its path, or add its folder to LD_LIBRARY_PATH
            """
    }

    private func catalog(of app: String, in library: String) throws(CatalogError) -> String {
        typealias Catalog =
            @convention(c) (
                UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<Int>
            ) -> Int32
        typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
        // A name without a slash would be searched for in the folders of the system.
        let path = library.contains("/") || access(library, F_OK) != 0 ? library : "./" + library
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw CatalogError(reason(of: String(cString: dlerror()), library))
        }
        guard let catalogSymbol = dlsym(handle, "adit_catalog"), let freeSymbol = dlsym(handle, "adit_free") else {
            throw CatalogError("found no adit_catalog; an Adit library is expected")
        }
        let catalog = unsafeBitCast(catalogSymbol, to: Catalog.self)
        var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        guard catalog(app, &text, &length) == 0, let text else {
            throw CatalogError("found no app \"\(app)\" in the library")
        }
        defer { unsafeBitCast(freeSymbol, to: Free.self)(text) }
        return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    }
}
