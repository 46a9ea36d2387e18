import Adit

/// Trims white space from the email that the user types: everything after this middleware, including analytics,
/// receives the trimmed email.
func trimmingMiddleware(_ when: When, _ next: (When) throws -> Void) throws {
    guard case .userTypesNewEmail(let email) = when else { return try next(when) }
    try next(.userTypesNewEmail(userEmail: email.trimmed))
}
