extension String {
    /// A copy of a text that was parsed, and so is known to be UTF-8: it is not checked again.
    @inline(__always)
    init(checked bytes: UnsafeBufferPointer<UInt8>) {
        // Of short ones, which lie in the string itself, it looks anyhow.
        let isASCII = bytes.count > 15 && TextScan.isASCII(bytes)
        self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
}
