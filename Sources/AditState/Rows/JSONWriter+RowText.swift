import AditJSON
import Glibc

extension JSONWriter {
    /// Returns whether the written text equals another, byte for byte, ignoring surrounding quotes.
    package func holds(_ text: RowText) -> Bool {
        let quotes = count - text.bytes.count
        guard quotes == 0 || quotes == 2 else { return false }
        guard let start = text.bytes.baseAddress else { return true }
        return memcmp(base + quotes / 2, start, text.bytes.count) == 0
    }
}
