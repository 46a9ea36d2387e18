/// An object that is used by one function only: a view model, a controller, a service.
///
/// Its `When` has a case for each event, as a sentence: `userTypesNewEmail(userEmail: String)`.
///
/// ```swift
/// final class MyViewModel: SingleEntryPoint {
///     enum When: Codable {
///         case userTypesNewEmail(userEmail: String)
///         case userTapsChangeEmailButton
///     }
///     private(set) var email = ""
///     private(set) var savedEmail: String?
///
///     func handle(_ when: When) {
///         switch when {
///         case .userTypesNewEmail(let newEmail): email = newEmail
///         case .userTapsChangeEmailButton: savedEmail = email
///         }
///     }
/// }
/// ```
public protocol SingleEntryPoint: AnyObject {
    /// The events that it handles.
    associatedtype When: Codable

    /// Handles an event: the only entry point.
    func handle(_ when: When) throws
}

/// The only entry point of a module: it handles a message. An error that it throws undoes the message.
///
/// Called on the core's loop.
public typealias Input<Message> = (Message) throws -> Void

/// The only output of a module: it sends a message to the whole core. The message is queued and handled after the
/// current one; the call returns at once.
///
/// Called on the core's loop.
public typealias Output<Message> = (Message) -> Void
