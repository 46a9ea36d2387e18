/// A host's id of a message, which marks everything that the message causes.
package enum MessageID: Equatable, Sendable {
    case number(Int64)
    case text(String)
}
