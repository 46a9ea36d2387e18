import AditJSON
import Glibc

/// A buffer of messages to the host: consecutive JSON texts, each followed by a NUL. The core's loop.
package final class MessageBuffer {
    // Accesses last for one statement each.
    private let writer = JSONWriter()
    /// The end offsets of the messages. Elements after the first ``total`` are stale and get overwritten: emptying the
    /// list after each batch costs more.
    @exclusivity(unchecked) private var ends: [Int] = []
    @exclusivity(unchecked) private var total = 0
    @exclusivity(unchecked) private var first = 0
    /// The number of messages that were removed from the front.
    @exclusivity(unchecked) private(set) var handedOver = 0

    package init() {}

    /// The number of messages.
    package var count: Int { total - first }

    /// The size of the messages in bytes, with their NULs.
    package var byteCount: Int { writer.count - taken }

    /// The size in bytes of the removed messages that still occupy memory.
    private var taken: Int { first == 0 ? 0 : ends[first - 1] + 1 }

    /// Adds a message. If writing it throws, nothing is added.
    @inline(__always)
    func add(_ write: (JSONWriter) throws(CodingFailure) -> Void) throws(CodingFailure) {
        let start = writer.count
        do { try write(writer) } catch {
            writer.truncate(to: start)
            throw error
        }
        let end = writer.count
        writer.write(byte: 0)
        if total < ends.count { ends[total] = end } else { ends.append(end) }
        total += 1
    }

    /// Calls `body` with the last message, if any.
    func withLast(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard count > 0 else { return }
        withText(total - 1) { body(UnsafeRawBufferPointer(start: $0, count: $1)) }
    }

    /// Adds to the last message, if any.
    func extendLast(_ write: (JSONWriter) -> Void) {
        guard count > 0 else { return }
        writer.truncate(to: ends[total - 1])
        write(writer)
        ends[total - 1] = writer.count
        writer.write(byte: 0)
    }

    /// Removes the last message.
    func dropLast() {
        if count > 0 { truncate(to: count - 1) }
    }

    /// Removes each message in order, and calls `hear` with it. If `hear` does not return, the later messages stay.
    ///
    /// - Parameter hear: a function that must not add messages.
    package func drain(_ hear: (UnsafePointer<CChar>, Int) -> Void) {
        while first < total {
            first += 1
            handedOver += 1
            withText(first - 1, hear)
        }
        clear()
    }

    /// Removes the first message and returns it as memory to be freed; nil if empty.
    package func takeFirst() -> OwnedText? {
        guard count > 0 else { return nil }
        let text = withText(first) { OwnedText(copying: $0, $1) }
        first += 1
        handedOver += 1
        if first == total {
            clear()
        } else if first > 1024 && first > total / 2 || taken > 1 << 16 && taken > writer.count / 2 {
            compact()
        }
        return text
    }

    /// Removes the messages from the given one on and returns them as a JSON array in memory to be freed.
    package func takeArray(from start: Int) -> OwnedText {
        let array = JSONWriter()
        array.write(literal: "[")
        for index in (first + start)..<total {
            if index > first + start { array.write(literal: ",") }
            withText(index) { array.write(raw: UnsafeRawBufferPointer(start: $0, count: $1)) }
        }
        array.write(literal: "]")
        truncate(to: start)
        return array.bytes.withMemoryRebound(to: CChar.self) { OwnedText(copying: $0.baseAddress, $0.count) }
    }

    /// Removes the messages from the given one on.
    package func truncate(to count: Int) {
        total = first + count
        writer.truncate(to: total == 0 ? 0 : ends[total - 1] + 1)
        if self.count == 0 { clear() }
    }

    private func withText<R>(_ index: Int, _ body: (UnsafePointer<CChar>, Int) -> R) -> R {
        let start = index == 0 ? 0 : ends[index - 1] + 1
        let text = UnsafeRawBufferPointer(rebasing: writer.bytes[start...ends[index]])
        return text.withMemoryRebound(to: CChar.self) { body($0.baseAddress.unsafelyUnwrapped, $0.count - 1) }
    }

    private func clear() {
        if ends.count > 4096 { ends = [] }
        total = 0
        first = 0
        writer.truncate(to: 0)
        writer.shrink(to: 1 << 16)
    }

    /// Frees the memory of removed messages.
    private func compact() {
        let start = ends[first - 1] + 1
        writer.dropFirst(start)
        writer.shrink(to: max(1 << 16, 2 * writer.count))
        ends = ends[first..<total].map { $0 - start }
        total = ends.count
        first = 0
    }
}

/// A NUL-terminated text in memory from `malloc`, which a host frees.
package struct OwnedText {
    package let pointer: UnsafeMutablePointer<CChar>?
    package let count: Int

    /// Copies a text; `pointer` is nil if the allocation fails.
    init(copying text: UnsafePointer<CChar>?, _ count: Int) {
        pointer = malloc(count + 1)?.assumingMemoryBound(to: CChar.self)
        self.count = count
        if let pointer, let text { memcpy(pointer, text, count) }
        pointer?[count] = 0
    }

    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { OwnedText(copying: $0.baseAddress, $0.count) }
        }
    }
}
