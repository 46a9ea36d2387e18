import AditJSON
import AditState

/// Returns the absolute path of a store's file. Relative paths begin at the directory of this user's data
/// (`$XDG_DATA_HOME`, by default `~/.local/share`).
///
/// - Parameter isMade: whether missing directories of a relative path are created, for this user only.
func path(inDocuments path: String, making isMade: Bool) throws(StorageFailure) -> String {
    if path.isAbsolute { return path }
    let full = try documentsDirectory(for: path) + "/" + path
    guard isMade else { return full }
    for slash in full.utf8.indices.dropFirst() where full.utf8[slash] == UInt8(ascii: "/") {
        let directory = String(full[..<slash])
        do { try FileSystem.createDirectory(directory) } catch {
            throw StorageFailure(.failed, "\(full) could not be created: \(directory): \(error.text)")
        }
    }
    return full
}

private func documentsDirectory(for path: String) throws(StorageFailure) -> String {
    // According to the specification (XDG Base Directory), relative values are ignored.
    if let data = ProcessEnvironment.variable("XDG_DATA_HOME"), data.isAbsolute { return data }
    if let home = ProcessEnvironment.variable("HOME"), home.isAbsolute { return home + "/.local/share" }
    throw StorageFailure(
        .failed, "\(path) is relative to the directory of this user's data, which is unknown: HOME is not set")
}

extension String {
    fileprivate var isAbsolute: Bool { utf8.first == UInt8(ascii: "/") }
}
