/// Lets a closure that escapes, and is called later outside the scope, run with the current values.
///
/// ```swift
/// withEscapedDependencies { continuation in
///     connection.whenAnswered { answer in
///         continuation.yield { model.show(answer) }
///     }
/// }
/// ```
///
/// Tasks inherit the values without it. Any thread.
///
/// - Parameter operation: receives a continuation that restores the values.
/// - Returns: the operation's result.
/// - Throws: the operation's error.
public func withEscapedDependencies<R>(
    _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
    try operation(DependencyValues.Continuation(DependencyValues.current.carried))
}

/// Lets an escaping closure run with the current values, as the synchronous function does.
///
/// - Parameters:
///   - isolation: the actor it runs on: the caller's.
///   - operation: receives a continuation that restores the values.
/// - Returns: the operation's result.
/// - Throws: the operation's error.
public func withEscapedDependencies<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
    try await operation(DependencyValues.Continuation(DependencyValues.current.carried))
}

extension DependencyValues {
    /// Restores captured overrides. It retains the overrides, and nothing of a core: below them are the values of the
    /// core in which it is used. Any thread, any number of times.
    public struct Continuation: Sendable {
        private let values: DependencyValues

        init(_ values: DependencyValues) { self.values = values }

        /// Runs an operation with the values.
        ///
        /// - Returns: the operation's result.
        /// - Throws: the operation's error.
        public func yield<R>(_ operation: () throws -> R) rethrows -> R { try values.bind(operation) }

        /// Runs an asynchronous operation with the values.
        ///
        /// - Parameters:
        ///   - isolation: the actor it runs on: the caller's.
        ///   - operation: runs with the values.
        /// - Returns: the operation's result.
        /// - Throws: the operation's error.
        public func yield<R>(
            isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
        ) async rethrows -> R {
            try await values.bind(isolation: isolation, operation)
        }
    }
}
