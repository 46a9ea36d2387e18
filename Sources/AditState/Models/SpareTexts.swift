import AditJSON

/// Buffers of sent patches, for the next ones: an allocation takes as long as writing an operation (`benchmarks/run`).
/// The core's loop.
package final class SpareTexts {
    @exclusivity(unchecked) private var texts: [JSONWriter] = []

    package init() {}

    /// Returns an empty text.
    func removeText() -> JSONWriter { texts.popLast() ?? JSONWriter() }

    /// Keeps a text that is no longer needed, unless there are many.
    func put(_ text: JSONWriter) {
        guard texts.count < 16 else { return }
        text.truncate(to: 0)
        text.shrink(to: 1 << 12)
        texts.append(text)
    }
}
