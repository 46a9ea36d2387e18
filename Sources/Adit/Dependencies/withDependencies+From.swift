/// Runs something with the values of dependencies that an object has: what is made in there has them, too.
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
/// They are those with which the object was made, and over them those of here. Any thread that may use the object.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - operation: what runs with the values.
/// - Returns: what the operation returns.
/// - Throws: what the operation throws.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, operation: () throws -> R
) rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try values(of: model, at: place).bind(operation)
}

/// Runs something with the values of dependencies that an object has, and with others.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - update: changes the values, which are the object's before.
///   - operation: what runs with the values.
/// - Returns: what the operation returns.
/// - Throws: what the update or the operation throws.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, _ update: (inout DependencyValues) throws -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, operation: () throws -> R
) rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try values(of: model, at: place).updated(by: update).bind(operation)
}

/// Runs something asynchronous with the values of dependencies that an object has.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - isolation: where it runs: where its caller does.
///   - operation: what runs with the values.
/// - Returns: what the operation returns.
/// - Throws: what the operation throws.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, operation: () async throws -> R
) async rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await values(of: model, at: place).bind(isolation: isolation, operation)
}

/// Runs something asynchronous with the values of dependencies that an object has, and with others.
///
/// - Parameters:
///   - model: an object or a value with at least one property that is a ``Dependency``; the first one counts.
///   - update: changes the values, which are the object's before.
///   - isolation: where it runs: where its caller does.
///   - operation: what runs with the values.
/// - Returns: what the operation returns.
/// - Throws: what the update or the operation throws.
/// - Complexity: O(*n*), where *n* is the number of the model's properties.
public func withDependencies<Model, R>(
    from model: Model, _ update: (inout DependencyValues) throws -> Void,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, operation: () async throws -> R
) async rethrows -> R {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await values(of: model, at: place).updated(by: update).bind(isolation: isolation, operation)
}

/// Something that has taken along what was overridden where it was made.
protocol CarryingDependencies {
    var carriedDependencies: DependencyValues { get }
}

/// What is overridden here, over what was where `model` was made.
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
