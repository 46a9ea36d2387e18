import AditJSON

/// The text of a value with masks in place of its secrets, and where they are. The core's loop.
final class MaskedText {
    private let writer = JSONWriter()

    var bytes: UnsafeRawBufferPointer { writer.bytes }
    /// The JSON Pointers of the masks, from the value.
    var paths: [String] { writer.secretPaths ?? [] }

    /// - Parameter write: writes the value.
    func write(_ write: PartWalk.Write) throws(CodingFailure) {
        writer.truncate(to: 0)
        writer.shrink(to: 1 << 14)
        writer.masksSecrets = true
        writer.secretPaths = []
        try write(writer)
    }
}
