@testable import AditJSON
@testable import AditState

// A text lives as long as the process does: that is for tests.
extension RowText: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }

    init(_ text: String) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
        copy.copyBytes(from: text.utf8)
        self.init(UnsafeRawBufferPointer(copy))
    }
}
