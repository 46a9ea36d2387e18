/// Runs an operation, and all code that it calls, with overrides of dependencies.
///
/// ```swift
/// withDependencies {
///     $0.date = .constant(evening)
/// } operation: {
///     useCase.request(.add(item))
/// }
/// ```
///
/// Tasks and objects that it creates keep the values. Any thread.
///
/// - Parameters:
///   - update: changes the values, initially the current ones.
///   - operation: runs with the values.
/// - Returns: the operation's result.
/// - Throws: the error of the update or of the operation.
public func withDependencies<R>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
    try DependencyValues.current.updated(by: update).bind(operation)
}

/// Runs an asynchronous operation with overrides of dependencies, as the synchronous function does.
///
/// - Parameters:
///   - isolation: the actor it runs on: the caller's.
///   - update: changes the values, initially the current ones.
///   - operation: runs with the values, also after it has been suspended.
/// - Returns: the operation's result.
/// - Throws: the error of the update or of the operation.
public func withDependencies<R>(
    isolation: isolated (any Actor)? = #isolation, _ update: (inout DependencyValues) throws -> Void,
    operation: () async throws -> R
) async rethrows -> R {
    try await DependencyValues.current.updated(by: update).bind(isolation: isolation, operation)
}
