import Glibc

/// Folders of the system.
enum Folder {
    /// Returns the entries of a folder, by name.
    static func entries(of path: String) throws(SystemError) -> [(name: String, isFolder: Bool)] {
        guard let folder = opendir(path) else { throw SystemError() }
        defer { closedir(folder) }
        var entries: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard name != ".", name != "..", stat("\(path)/\(name)", &status) == 0 else { continue }
            entries.append((name, status.st_mode & S_IFMT == S_IFDIR))
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Makes a folder, with those around it, for this user only. What cannot be made shows when it is used.
    static func make(_ path: String) {
        let parent = File.parts(of: path).folder
        if !File.exists(parent) { make(parent) }
        mkdir(path, 0o700)
    }

    /// Removes a folder with all that is in it, as far as that is possible.
    static func remove(_ path: String) {
        // Once more if something was added meanwhile.
        for _ in 0..<100 {
            for entry in (try? entries(of: path)) ?? [] {
                if entry.isFolder { remove("\(path)/\(entry.name)") } else { unlink("\(path)/\(entry.name)") }
            }
            if rmdir(path) == 0 || errno != ENOTEMPTY { return }
        }
    }

    /// Returns the path without links; nil if there is nothing.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Makes a folder with a new name, which begins with a path.
    static func makeTemporary(_ start: String) throws(SystemError) -> String {
        var template = Array((start + ".XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError() }
        return template.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
