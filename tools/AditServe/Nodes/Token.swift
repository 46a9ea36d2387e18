/// A secret that a connection has to give.
struct Token: Sendable {
    let text: String

    init(text: String) { self.text = text }

    /// A new one: 32 random digits.
    init() { text = String(ClientName().text.dropFirst(2)) }

    /// Compares in a time that depends on the length alone. An empty token is none.
    func isSame(as other: String) -> Bool {
        guard !text.isEmpty, other.utf8.count == text.utf8.count else { return false }
        return zip(text.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
