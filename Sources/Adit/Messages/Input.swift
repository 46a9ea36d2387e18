/// The one way into a module: it takes a message and does what that asks for. What it throws undoes the message.
///
/// Called on the core's loop.
public typealias Input<Message> = (Message) throws -> Void

/// The one way out of a module: it tells a message to the whole core. The message is queued and handled after the
/// present one; the call returns at once.
///
/// Called on the core's loop.
public typealias Output<Message> = (Message) -> Void
