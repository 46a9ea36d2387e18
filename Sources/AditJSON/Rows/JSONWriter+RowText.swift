import Glibc

extension JSONWriter {
    /// Whether what has been written is a text, byte for byte, with a quote before and behind it or without.
    package func holds(_ text: RowText) -> Bool {
        let quotes = count - text.bytes.count
        guard quotes == 0 || quotes == 2 else { return false }
        guard let start = text.bytes.baseAddress else { return true }
        return memcmp(base + quotes / 2, start, text.bytes.count) == 0
    }
}
