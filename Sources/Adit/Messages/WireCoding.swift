import AditJSON

/// How the messages and the state of an app are read from JSON and written as JSON.
package struct WireCoding<S: State, M>: Sendable {
    package let readMessage: @Sendable (JSONValue) throws(CodingFailure) -> M
    package let writeMessage: @Sendable (M, JSONWriter) throws(CodingFailure) -> Void
    /// The cases of a message, with dots between: `todo.request.add`.
    package let casePath: @Sendable (M) -> String
    package let readState: @Sendable (JSONValue) throws(CodingFailure) -> S
    package let writeState: @Sendable (S, JSONWriter) throws(CodingFailure) -> Void
}

extension WireCoding where S: Codable, M: Codable & SendableMetatype {
    /// The coding of plain `Codable` types.
    ///
    /// - Parameter userInfo: what the types' own `init(from:)` find in their decoder.
    package static func bridged(userInfo: [CodingUserInfoKey: any Sendable]) -> WireCoding {
        let userInfo = BridgeUserInfo(userInfo)
        return WireCoding(
            readMessage: { value throws(CodingFailure) in try decodeBridged(M.self, from: value, userInfo: userInfo) },
            writeMessage: { message, writer throws(CodingFailure) in try encodeBridged(message, to: writer) },
            casePath: { message in bridgedCasePath(of: message) },
            readState: { value throws(CodingFailure) in try decodeBridged(S.self, from: value, userInfo: userInfo) },
            writeState: { state, writer throws(CodingFailure) in try encodeBridged(state, to: writer) })
    }
}
