import AditJSON
import AditState
import AditSystem
import Glibc

/// Where a store's file is: relative paths begin at the directory where this user's programs keep their data
/// (`$XDG_DATA_HOME`, or else `~/.local/share`).
///
/// - Parameter isMade: whether directories that are missing on the way to a relative path are made, for this user
///   alone.
func path(inDocuments path: String, making isMade: Bool) throws(StorageFailure) -> String {
    if path.hasPrefix("/") { return path }
    let full = try documentsDirectory(for: path) + "/" + path
    guard isMade else { return full }
    for slash in full.indices.dropFirst() where full[slash] == "/" {
        let directory = String(full[..<slash])
        if mkdir(directory, 0o700) != 0, errno != EEXIST {
            throw StorageFailure(.failed, "\(full) could not be created: \(directory): \(SystemError.last.text)")
        }
    }
    return full
}

private func documentsDirectory(for path: String) throws(StorageFailure) -> String {
    // The specification (XDG Base Directory) has relative ones ignored.
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data }
    if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.local/share" }
    throw StorageFailure(
        .failed, "\(path) is relative to the directory of this user's data, and there is none: HOME is not set")
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
