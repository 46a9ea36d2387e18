import Glibc

/// A reader of lines of the standard input, which lets other work run while it waits.
final class LineReader {
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// Returns the next line without its line feed; nil at the end of the input.
    ///
    /// - Parameters:
    ///   - time: returns the time until `idle` has to be called; nil for never.
    ///   - idle: called when that time has passed.
    func next(waitingAtMost time: () -> Duration?, idle: () -> Void) -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeSubrange(...end) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            guard !hasEnded else {
                defer { bytes = [] }
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            fflush(nil)
            let milliseconds = time().map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
            var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, milliseconds) > 0 { fill() } else { idle() }
        }
    }

    private func fill() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count > 0 { bytes += buffer.prefix(count) } else { hasEnded = true }
        }
    }
}

/// Returns the lines of a file that are not empty.
func readLines(of path: String) throws -> [String] {
    guard let file = fopen(path, "r") else {
        throw FileError(description: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// An error of reading a file.
struct FileError: Error, CustomStringConvertible {
    let description: String
}
