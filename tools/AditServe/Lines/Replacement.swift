import NIOCore

/// A change to a text on its way to a core: one of its parts is replaced.
///
/// The core's errors have offsets in the text that it was given. A replacement leads back to the text of the sender.
struct Replacement {
    /// Where the part begins, in both texts.
    let start: Int
    /// The lengths of the part before and after, in bytes.
    let oldCount, newCount: Int

    /// Returns where a byte of the new text was in the old one. Those of the new part were in the old part.
    func origin(of offset: Int) -> Int {
        offset < start ? offset : max(start, offset - newCount + oldCount)
    }
}

extension Bytes {
    /// Returns the text with another one in the place of a part.
    func replacing(_ part: Bytes, with new: String) -> (text: ByteBuffer, change: Replacement) {
        var text = ByteBuffer()
        text.append(Bytes(start, to: part.start))
        text.writeString(new)
        text.append(Bytes(part.end, to: end))
        return (text, Replacement(start: part.start - start, oldCount: part.count, newCount: new.utf8.count))
    }
}
