/// Why an email cannot be saved.
enum EmailError: Error, Equatable {
    /// The text is not an address.
    case notAnAddress(String)
}

extension EmailError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAnAddress(let email): "\"\(email)\" is no email address; a name, an @ and a host are expected"
        }
    }
}
