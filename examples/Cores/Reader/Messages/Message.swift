import Adit

/// What travels in the reader app.
@Message
public enum Message: Equatable, Sendable {
    /// Opening pages, and keeping them.
    case page(_Page)
}

/// The input of a part of the reader app.
package typealias Input = Adit.Input<Message>

/// The output of a part of the reader app.
package typealias Output = Adit.Output<Message>
