import Adit

/// Takes the white space off the ends of what the user types: what comes after it, analytics included, sees the email
/// alone.
func trimmingMiddleware(_ when: When, _ next: (When) throws -> Void) throws {
    guard case .userTypesNewEmail(let email) = when else { return try next(when) }
    try next(.userTypesNewEmail(userEmail: email.trimmed))
}
