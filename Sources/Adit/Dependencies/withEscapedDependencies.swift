/// Lets a closure that is called later, by somebody who knows nothing of the values of here, run with them.
///
/// ```swift
/// withEscapedDependencies { continuation in
///     connection.whenAnswered { answer in
///         continuation.yield { model.show(answer) }
///     }
/// }
/// ```
///
/// Tasks keep the values by themselves. Any thread.
///
/// - Parameter operation: is given what brings the values back.
/// - Returns: what the operation returns.
/// - Throws: what the operation throws.
public func withEscapedDependencies<R>(
    _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
    try operation(DependencyValues.Continuation(DependencyValues.current.carried))
}

/// Lets a closure that is called later run with the values of here, as the other function of this name does.
///
/// - Parameters:
///   - isolation: where it runs: where its caller does.
///   - operation: is given what brings the values back.
/// - Returns: what the operation returns.
/// - Throws: what the operation throws.
public func withEscapedDependencies<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
    try await operation(DependencyValues.Continuation(DependencyValues.current.carried))
}

extension DependencyValues {
    /// Brings values back that were overridden elsewhere. It holds on to the overrides, and to nothing of a core:
    /// beneath them are the values of the core in which it is used. Any thread, as often as is wanted.
    public struct Continuation: Sendable {
        private let values: DependencyValues

        init(_ values: DependencyValues) { self.values = values }

        /// Runs something with the values.
        ///
        /// - Returns: what the operation returns.
        /// - Throws: what the operation throws.
        public func yield<R>(_ operation: () throws -> R) rethrows -> R { try values.bind(operation) }

        /// Runs something asynchronous with the values.
        ///
        /// - Parameters:
        ///   - isolation: where it runs: where its caller does.
        ///   - operation: what runs with the values.
        /// - Returns: what the operation returns.
        /// - Throws: what the operation throws.
        public func yield<R>(
            isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
        ) async rethrows -> R {
            try await values.bind(isolation: isolation, operation)
        }
    }
}
