import Glibc

/// Writes JSON text, byte by byte, into memory that grows: no tree is built to be printed.
///
/// The memory is malloc's, so that a finished text can be handed to a C host as it is. The writer adds no commas and
/// closes nothing by itself; it is the coder's task to write well-formed JSON. One thread at a time.
package final class JSONWriter {
    // Accesses to these three last for one statement each, so they cannot overlap, and need not be checked for each byte.
    @exclusivity(unchecked) private var base: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity: Int
    /// How many bytes have been written.
    @exclusivity(unchecked) package private(set) var count = 0

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        base = allocate(self.capacity)
    }

    deinit { free(base) }

    /// What has been written. It is valid until the next write.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// What has been written, as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Goes back to an earlier ``count``, and forgets what came after.
    package func truncate(to count: Int) { self.count = min(self.count, max(0, count)) }

    /// Drops the first `count` bytes.
    ///
    /// - Complexity: O(n) in what remains.
    package func dropFirst(_ count: Int) {
        guard count > 0 else { return }
        let rest = max(0, self.count - count)
        memmove(base, base + (self.count - rest), rest)
        self.count = rest
    }

    /// Gives memory back after an unusually large text, so that one such text is not kept for ever.
    package func shrink(to limit: Int) {
        let limit = max(limit, count, 16)
        guard capacity > limit else { return }
        if let smaller = realloc(base, limit) {
            base = smaller.assumingMemoryBound(to: UInt8.self)
            capacity = limit
        }
    }

    @inline(__always)
    package func write(byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    package func write(literal text: StaticString) {
        write(raw: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package func write(raw: UnsafeRawBufferPointer) {
        guard let start = raw.baseAddress else { return }
        reserve(raw.count)
        memcpy(base + count, start, raw.count)
        count += raw.count
    }

    /// Writes text that is JSON already.
    package func write(json: String) {
        var json = json
        json.withUTF8 { write(raw: UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    private func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        guard let larger = realloc(base, capacity) else { outOfMemory() }
        base = larger.assumingMemoryBound(to: UInt8.self)
    }
}

private func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = malloc(capacity) else { outOfMemory() }
    return memory.assumingMemoryBound(to: UInt8.self)
}

/// Ends the process as a failed allocation anywhere in Swift does: there is no way on.
private func outOfMemory() -> Never { abort() }
