/// What a host put beside a message to know again what the message caused.
package enum MessageID: Equatable, Sendable {
    case number(Int64)
    case text(String)
}
