import AditJSON
import AditState
import Glibc

/// A copy of an element's id in a reusable buffer.
final class KeptID {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    @exclusivity(unchecked) private var count = 0

    deinit { memory.deallocate() }

    func set(_ id: RowText) {
        count = id.bytes.count
        if count > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: count * 2, alignment: 1)
        }
        if let start = id.bytes.baseAddress, let place = memory.baseAddress { memcpy(place, start, count) }
    }

    func equals(_ id: RowText) -> Bool {
        guard id.bytes.count == count else { return false }
        guard let start = id.bytes.baseAddress, let place = memory.baseAddress else { return true }
        return memcmp(place, start, count) == 0
    }
}
