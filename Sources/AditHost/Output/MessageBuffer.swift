import AditJSON

/// A buffer of messages to the host: consecutive JSON texts, each followed by a NUL. The core's loop.
///
/// All messages are in one block of memory, with their end offsets beside it. A message costs no allocation once the
/// block is large enough, and a callback gets a pointer into the block. Messages leave at the front; the block is
/// compacted when more than half of it is unused, and shrinks when it is empty.
///
/// A batch adds its messages while it is handled. If it is lost, they are removed again from the back
/// (``truncate(to:)``). A host's callback may leave by an exception, or not at all: a message counts as handed over
/// before the callback, so it is not delivered twice, and as delivered after it, so that an output that is kept is not
/// acknowledged too early.
package final class MessageBuffer {
    // Accesses last for one statement each.
    private let writer = JSONWriter()
    /// The messages that a callback is given at once. Not a variable of the call: a callback may not return.
    private let array = JSONWriter()
    /// The end offsets of the messages. Elements after the first ``total`` are stale and get overwritten: emptying the
    /// list after each batch costs more.
    @exclusivity(unchecked) private var ends: [Int] = []
    @exclusivity(unchecked) private var total = 0
    @exclusivity(unchecked) private var first = 0
    /// The number of messages that were removed from the front.
    @exclusivity(unchecked) private(set) var handedOver = 0
    /// The number of these that the host has: its callback has returned, or it was given the text.
    @exclusivity(unchecked) private(set) var delivered = 0

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
    /// - Parameters:
    ///   - isArray: whether `hear` is called once with all of them, as a JSON array; it is not if there are none.
    ///   - hear: a function that must not add messages.
    /// - Returns: the number of messages.
    @discardableResult
    package func drain(asArray isArray: Bool = false, _ hear: (UnsafePointer<CChar>, Int) -> Void) -> Int {
        let count = count
        if isArray {
            drainArray(hear)
            return count
        }
        while first < total {
            first &+= 1
            handedOver &+= 1
            withText(first &- 1, hear)
            delivered = handedOver
        }
        clear()
        return count
    }

    private func drainArray(_ hear: (UnsafePointer<CChar>, Int) -> Void) {
        guard count > 0 else { return }
        array.truncate(to: 0)
        writeArray(from: first, to: array)
        array.write(byte: 0)
        handedOver += count
        clear()
        let text = UnsafeRawPointer(array.base).assumingMemoryBound(to: CChar.self)
        hear(text, array.count - 1)
        delivered = handedOver
        array.shrink(to: 0)
    }

    /// Removes messages from the front and returns them as a JSON array in memory to be freed; nil if empty.
    ///
    /// - Parameter mostBytes: the size limit of the array; the first message is removed in any case.
    package func removeArray(mostBytes: Int) -> OwnedText? {
        guard count > 0 else { return nil }
        let start = taken
        var end = first + 1
        // The texts, with a comma in place of each NUL but the last, and the brackets.
        while end < total, ends[end] - start + 2 <= mostBytes { end += 1 }
        let array = OwnedText(count: ends[end - 1] - start + 2) { target in
            target[0] = UInt8(ascii: "[")
            UnsafeMutableRawPointer(target + 1).copyMemory(
                from: writer.bytes.baseAddress.unsafelyUnwrapped + start, byteCount: ends[end - 1] - start)
            for index in first..<end { target[1 + ends[index] - start] = UInt8(ascii: ",") }
            target[1 + ends[end - 1] - start] = UInt8(ascii: "]")
        }
        // Without memory, nothing is lost.
        if array.pointer != nil { drop(end - first) }
        return array
    }

    /// Removes the first message and returns it as memory to be freed; nil if empty.
    package func removeFirst() -> OwnedText? {
        guard count > 0 else { return nil }
        let text = withText(first) { OwnedText(copying: $0, $1) }
        if text.pointer != nil { drop(1) }
        return text
    }

    /// Removes messages from the front.
    private func drop(_ count: Int) {
        first += count
        handedOver += count
        delivered = handedOver
        if first == total {
            clear()
        } else if first > 1024 && first > total / 2 || taken > 1 << 16 && taken > writer.count / 2 {
            compact()
        }
    }

    /// Removes the messages from the given one on and returns them as the output of a call.
    package func removeOutput(from start: Int) -> CallOutput {
        let array = JSONWriter()
        let ends = writeArray(from: first + start, to: array)
        truncate(to: start)
        let text = array.bytes.withMemoryRebound(to: CChar.self) { OwnedText(copying: $0.baseAddress, $0.count) }
        return CallOutput(array: text, ends: ends)
    }

    /// Adds the messages of a call that was left before it returned them.
    package func putBack(_ output: CallOutput) {
        guard let text = output.array.pointer else { return }
        var start = 1
        for end in output.ends {
            try? add { $0.write(raw: UnsafeRawBufferPointer(start: text + start, count: end - start)) }
            start = end + 1
        }
        Memory.free(text)
    }

    /// Removes the messages from the given one on and returns their texts.
    func remove(from start: Int) -> [[UInt8]] {
        guard start < count else { return [] }
        let texts = (first + start..<total).map { index in
            withText(index) { text, count in Array(UnsafeRawBufferPointer(start: text, count: count)) }
        }
        truncate(to: start)
        return texts
    }

    /// - Returns: the ends of the messages in the array.
    @discardableResult
    private func writeArray(from start: Int, to array: JSONWriter) -> [Int] {
        var ends: [Int] = []
        ends.reserveCapacity(total - start)
        array.write(literal: "[")
        for index in start..<total {
            if index > start { array.write(literal: ",") }
            withText(index) { array.write(raw: UnsafeRawBufferPointer(start: $0, count: $1)) }
            ends.append(array.count)
        }
        array.write(literal: "]")
        return ends
    }

    /// Removes the messages from the given one on.
    package func truncate(to count: Int) {
        total = first + count
        writer.truncate(to: total == 0 ? 0 : ends[total - 1] + 1)
        if self.count == 0 { clear() }
    }

    private func withText<R>(_ index: Int, _ body: (UnsafePointer<CChar>, Int) -> R) -> R {
        let (start, end) = (index == 0 ? 0 : ends[index &- 1] &+ 1, ends[index])
        let text = writer.bytes.baseAddress.unsafelyUnwrapped + start
        return body(text.assumingMemoryBound(to: CChar.self), end &- start)
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

/// The messages that a call caused.
package struct CallOutput {
    /// A JSON array of them, in memory to be freed.
    package let array: OwnedText
    /// The ends of the messages in its text.
    fileprivate let ends: [Int]
}

/// A NUL-terminated text in memory that a host frees.
package struct OwnedText {
    package let pointer: UnsafeMutablePointer<CChar>?
    package let count: Int

    /// Copies a text; `pointer` is nil if the allocation fails.
    init(copying text: UnsafePointer<CChar>?, _ count: Int) {
        self.init(count: count) { if let text { UnsafeMutableRawPointer($0).copyMemory(from: text, byteCount: count) } }
    }

    /// Allocates a text that `fill` writes; `pointer` is nil if that fails.
    init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.count = count
        guard let bytes = Memory.allocate(count + 1) else {
            pointer = nil
            return
        }
        fill(bytes)
        bytes[count] = 0
        pointer = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: CChar.self)
    }

    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { OwnedText(copying: $0.baseAddress, $0.count) }
        }
    }
}
