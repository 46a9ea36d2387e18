import AditJSON
import Synchronization

/// The outcomes of checks of secrets, which belong to the values that a core draws: a recording has them in place of the
/// secrets.
package struct SecretChecks: Sendable {
    /// Returns the recorded outcome of the next check, in a replay; nil elsewhere.
    package var recall: @Sendable () -> Bool? = { nil }
    /// Records an outcome.
    package var record: @Sendable (Bool) -> Void = { _ in }
}

private enum SecretChecksKey: TestDependencyKey {
    static var testValue: SecretChecks { SecretChecks() }
}

extension DependencyValues {
    package var secretChecks: SecretChecks {
        get { self[SecretChecksKey.self] }
        set { self[SecretChecksKey.self] = newValue }
    }
}

extension Secret {
    /// Returns whether the value satisfies a condition, such as that of a valid account number.
    ///
    /// ```swift
    /// guard iban.satisfies(isValidIBAN) else { return respond(.wasNotPaid(error: .invalidIBAN)) }
    /// ```
    ///
    /// The outcome is in recordings and journals, which have a mask in place of the secret. A replay repeats the outcome, so
    /// that the core takes the same path; a condition on ``value`` would be that of the mask. The core's loop.
    ///
    /// - Parameter condition: the condition; not called in a replay.
    public func satisfies(_ condition: (Value) -> Bool) -> Bool {
        let checks = DependencyValues.current.secretChecks
        let outcome = checks.recall() ?? condition(value)
        checks.record(outcome)
        return outcome
    }
}

/// An app's secrets, found once for all of its cores. Any thread.
final class FoundSecrets: Sendable {
    private let found = Mutex<AppSecrets??>(nil)

    /// Returns the secrets of an app, always of the same one; nil if it has none.
    func secrets<S, Message>(of app: App<S, Message>) -> AppSecrets? {
        found.withLock { found in
            if let found { return found }
            let secrets = makeSecrets(of: app)
            found = .some(secrets)
            return secrets
        }
    }
}

private func makeSecrets<S, Message>(of app: App<S, Message>) -> AppSecrets? {
    let definitions = SchemaDefinitions(naming: .byNumber)
    let types = app.types.describe(definitions)
    let gateways = app.gateways.map {
        (
            name: $0.name, request: $0.requestSchema(in: definitions), reply: $0.replySchema(in: definitions),
            isSource: $0.replies == .many
        )
    }
    return AppSecrets(message: types?.message, state: types?.state, gateways: gateways, in: definitions)
}
