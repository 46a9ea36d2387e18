/// What carries messages to a core and back: a connection to a server, or a library's core. Any thread may send.
public protocol Transport: AnyObject, Sendable {
    /// Opens a core.
    ///
    /// - Parameters:
    ///   - config: JSON, as `adit_open` takes it.
    ///   - receive: called with each message of the core, in their order and one at a time; with nil once there are no more.
    /// - Throws: ``RequestError``.
    func open(app: String, config: String, receive: @escaping @Sendable (String?) -> Void) throws
    /// Sends a message.
    ///
    /// - Throws: ``RequestError``.
    func send(_ text: String) throws
    /// Ends the connection.
    func close()
}
