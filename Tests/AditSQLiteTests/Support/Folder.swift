import Glibc

/// A directory of a test's own, which goes with it.
final class Folder {
    let path: String

    init() {
        var template = Array("/tmp/adit-sqlite-XXXXXX".utf8CString)
        mkdtemp(&template)
        path = String(cString: realpath(template, nil))
    }

    deinit { empty(path) }

    /// The path of a store's file.
    var store: String { self / "todo.store" }

    static func / (folder: Folder, name: String) -> String { "\(folder.path)/\(name)" }

    /// The names of what is in it, in order.
    var names: [String] { entries(path).sorted() }

    /// What is in it: names and bytes.
    var contents: [String: [UInt8]] {
        entries(path).reduce(into: [:]) { $0[$1] = read(self / $1) }
    }
}

func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk.prefix(count))
    }
}

func write(_ bytes: [UInt8], to path: String) {
    let file = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

private func entries(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

private func empty(_ path: String) {
    for name in entries(path) {
        let entry = "\(path)/\(name)"
        if unlink(entry) != 0 { empty(entry) }
    }
    rmdir(path)
}
