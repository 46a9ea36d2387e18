import AditJSON

extension CodingFailure {
    /// A failure for a text that is no JSON, or no valid state.
    package init(_ error: JSONSyntaxError) {
        self.init(path: "", reason: "\(error.text)\(error.offset.map { " (byte \($0))" } ?? "")")
    }

    /// A failure for a text that is no JSON, or of another type.
    package init(_ failure: JSONFailure) {
        switch failure {
        case .syntax(let error): self.init(error)
        case .shape(let failure): self = failure
        }
    }
}
