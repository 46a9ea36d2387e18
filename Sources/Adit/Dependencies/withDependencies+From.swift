/// Runs an operation with the dependencies of an object; objects made in it have them, too.
///
/// ```swift
/// final class FeatureModel {
///     @Dependency(\.date) var date
///     var editModel: EditModel?
///
///     func editButtonTapped() {
///         editModel = withDependencies(from: self) { EditModel() }
///     }
/// }
/// ```
///
/// They are the ones captured when the object was made, below the current overrides. Any thread that may use the
/// object.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - operation: runs with the values.
/// - Returns: the operation's result.
/// - Throws: the operation's error.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, operation: () throws -> R
) rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try values(of: model, at: place).bind(operation)
}

/// Runs an operation with the dependencies of an object and further overrides.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - update: changes the values, initially the object's.
///   - operation: runs with the values.
/// - Returns: the operation's result.
/// - Throws: the error of the update or of the operation.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, _ update: (inout DependencyValues) throws -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, operation: () throws -> R
) rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try values(of: model, at: place).updated(by: update).bind(operation)
}

/// Runs an asynchronous operation with the dependencies of an object.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - isolation: the actor it runs on: the caller's.
///   - operation: runs with the values.
/// - Returns: the operation's result.
/// - Throws: the operation's error.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, operation: () async throws -> R
) async rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await values(of: model, at: place).bind(isolation: isolation, operation)
}

/// Runs an asynchronous operation with the dependencies of an object and further overrides.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - update: changes the values, initially the object's.
///   - isolation: the actor it runs on: the caller's.
///   - operation: runs with the values.
/// - Returns: the operation's result.
/// - Throws: the error of the update or of the operation.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, _ update: (inout DependencyValues) throws -> Void,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, operation: () async throws -> R
) async rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await values(of: model, at: place).updated(by: update).bind(isolation: isolation, operation)
}

/// A type with overrides captured where the instance was made.
protocol CarryingDependencies {
    var carriedDependencies: DependencyValues { get }
}

/// Returns the current overrides over those captured by `model`.
private func values<Model>(of model: Model, at place: SourcePlace) -> DependencyValues {
    let current = DependencyValues.current
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
        for child in level.children {
            if let carrier = child.value as? any CarryingDependencies {
                return current.over(carrier.carriedDependencies)
            }
        }
        mirror = level.superclassMirror
    }
    if current.context == .test {
        report(
            """
            withDependencies(from:) found no @Dependency in \(type(of: model)), so there is nothing that could be \
            handed on from it. Give it one, or leave out "from:".
            """, at: place)
    }
    return current
}
