/// Runs something with other values of dependencies: it, and all that it calls.
///
/// ```swift
/// withDependencies {
///     $0.date = .constant(evening)
/// } operation: {
///     useCase.request(.add(item))
/// }
/// ```
///
/// Tasks that it starts and objects that it makes keep the values. Any thread.
///
/// - Parameters:
///   - update: changes the values, which are those of here before.
///   - operation: what runs with them.
/// - Returns: what the operation returns.
/// - Throws: what the update or the operation throws.
public func withDependencies<R>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
    try DependencyValues.current.updated(by: update).bind(operation)
}

/// Runs something asynchronous with other values of dependencies, as the other function of this name does.
///
/// - Parameters:
///   - isolation: where it runs: where its caller does.
///   - update: changes the values, which are those of here before.
///   - operation: what runs with them, also after it has been suspended.
/// - Returns: what the operation returns.
/// - Throws: what the update or the operation throws.
public func withDependencies<R>(
    isolation: isolated (any Actor)? = #isolation, _ update: (inout DependencyValues) throws -> Void,
    operation: () async throws -> R
) async rethrows -> R {
    try await DependencyValues.current.updated(by: update).bind(isolation: isolation, operation)
}
