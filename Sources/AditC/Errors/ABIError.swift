import Adit
import AditJSON
import AditState
import CAdit

/// A failure of a function of the C interface.
struct ABIError: Error {
    let code: Int32
    var offset: Int?
    let text: String

    init(_ code: Int, _ text: String, offset: Int? = nil) {
        self.code = Int32(code)
        self.offset = offset
        self.text = text
    }

    /// Creates an error with the text of its code.
    init(_ code: Int) { self.init(code, String(describing: sentence(for: code))) }

    init(_ error: JSONSyntaxError) {
        switch error.kind {
        case .syntax: self.init(ADIT_EJSON, error.text, offset: error.offset)
        case .depth, .size: self.init(ADIT_ESIZE, error.text, offset: error.offset)
        case .memory: self.init(ADIT_ENOMEM, error.text)
        }
    }

    init(_ failure: StorageFailure) { self.init(failure.code, failure.description) }

    init(_ code: Int, _ failure: CodingFailure) { self.init(code, failure.description) }
}

extension StorageFailure {
    /// The failure's code in the C interface.
    var code: Int {
        switch kind {
        case .failed: ADIT_ESTORE
        case .locked: ADIT_ELOCKED
        case .schema: ADIT_ESCHEMA
        case .resources: ADIT_ENOMEM
        }
    }
}

extension UnsafeMutablePointer<adit_error> {
    /// Reports success.
    func clear() {
        pointee.code = Int32(ADIT_OK)
        pointee.offset = UInt32.max
        pointee.text.0 = 0
    }

    /// Reports success, with a text.
    func tell(_ text: String) { fill(Int32(ADIT_OK), offset: nil, text) }

    /// Reports an error.
    func fill(_ refusal: ABIError) { fill(refusal.code, offset: refusal.offset, refusal.text) }

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
