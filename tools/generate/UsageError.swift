/// A command line that is no good.
struct UsageError: Error {
    let text: String

    init(_ text: String) { self.text = text }
}
