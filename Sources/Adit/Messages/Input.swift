/// The only entry point of a module: it handles a message. An error that it throws undoes the message.
///
/// Called on the core's loop.
public typealias Input<Message> = (Message) throws -> Void

/// The only output of a module: it sends a message to the whole core. The message is queued and handled after the
/// current one; the call returns at once.
///
/// Called on the core's loop.
public typealias Output<Message> = (Message) -> Void
