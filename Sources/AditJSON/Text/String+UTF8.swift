extension String {
    /// Creates a string from a parsed text, which is known to be UTF-8 and is not validated again.
    @inline(__always)
    init(checked bytes: UnsafeBufferPointer<UInt8>) {
        // For short texts, which are stored inline, String scans the bytes anyway.
        let isASCII = bytes.count > 15 && TextScan.isASCII(bytes)
        self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
}
