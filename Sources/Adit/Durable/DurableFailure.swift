/// An error of a durable effect whose app has changed.
enum DurableFailure: Error, CustomStringConvertible {
    /// No connection has the name that the request was made by.
    case unknown(String, request: String)
    /// The stored message of a timer is none of the app's.
    case unreadable(String, reason: String)

    var description: String {
        switch self {
        case .unknown(let name, let request):
            """
            the durable request \(request) was answered, and no connection has its name "\(name)"; it stays, until a \
            version of the app has a connection of that name
            """
        case .unreadable(let key, let reason):
            """
            the durable timer "\(key)" is due, and its message is none of the app's: \(reason); it stays, until a version \
            of the app can read it
            """
        }
    }
}
