import AditHost
import CAdit

extension UnsafeMutablePointer<adit_error> {
    /// Reports success.
    func clear() {
        pointee.code = Int32(ADIT_OK)
        pointee.offset = UInt32.max
        pointee.text.0 = 0
    }

    /// Reports success, with a text.
    func set(_ text: String) { fill(Int32(ADIT_OK), offset: nil, text) }

    /// Reports an error.
    func fill(_ error: HostError) { fill(Int32(error.code.number), offset: error.offset, error.text) }

    private func fill(_ code: Int32, offset: Int?, _ text: String) {
        pointee.code = code
        pointee.offset = offset.flatMap(UInt32.init(exactly:)) ?? UInt32.max
        var text = text
        withUnsafeMutableBytes(of: &pointee.text) { memory in
            text.withUTF8 { bytes in
                var count = min(bytes.count, memory.count - 1)
                // Truncate before the first byte of a character.
                while count > 0, count < bytes.count, bytes[count] & 0xC0 == 0x80 { count -= 1 }
                memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count]))
                memory[count] = 0
            }
        }
    }
}
