import AditJSON

extension CodingFailure {
    /// A failure for a text that is no JSON, or no valid state.
    package init(_ error: JSONSyntaxError) {
        self.init(path: "", reason: "\(error.text)\(error.offset.map { " (byte \($0))" } ?? "")")
    }
}
