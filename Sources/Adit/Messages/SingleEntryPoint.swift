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
