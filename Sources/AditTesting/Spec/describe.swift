/// Begins a spec, or a group of examples within one; see ``Spec``.
///
/// - Parameters:
///   - text: the subject of the examples.
///   - body: calls ``beforeEach(fileID:file:line:column:_:)``, ``it(_:fileID:file:line:column:_:)`` and the like. It runs
///     at once; its local variables are the state of the examples.
/// - Returns: the spec, whose ``Spec/run()`` runs it. A describe within another one runs with that one.
@discardableResult
public func describe(
    _ text: String, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: () -> Void
) -> Spec {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    if SpecScope.current == nil {
        return Spec(SpecGroup.collect(.describe, text, in: nil, at: place, body), .outermost)
    }
    guard let parent = SpecScope.group(for: "describe \"\(text)\"", at: place) else {
        return Spec(SpecGroup(.describe, text, in: nil, at: place), .misplaced)
    }
    return Spec(SpecGroup.collect(.describe, text, in: parent, at: place, body), .nested)
}

/// Adds a group of examples to the enclosing one, for a situation that these examples share.
///
/// - Parameters:
///   - text: the situation of the examples.
///   - body: as in ``describe(_:fileID:file:line:column:_:)``.
public func context(
    _ text: String, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: () -> Void
) {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    guard let parent = SpecScope.group(for: "context \"\(text)\"", at: place) else { return }
    _ = SpecGroup.collect(.context, text, in: parent, at: place, body)
}

/// Adds an example to the group of the closure around it.
///
/// - Parameters:
///   - text: the expected behavior. With the texts of its groups, it is the full name of the example, which no other
///     example of the spec may have.
///   - body: the test.
public func it(
    _ text: String, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: @escaping () throws -> Void
) {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    SpecScope.group(for: "it \"\(text)\"", at: place)?.addExample(text, SpecStep(place: place, body: body))
}

/// Adds a setup to the group of the closure around it. It runs before each of its examples, also those of inner groups.
public func beforeEach(
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping () throws -> Void
) {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    SpecScope.group(for: "beforeEach", at: place)?.setups.append(SpecStep(place: place, body: body))
}

/// Adds a teardown to the group of the closure around it. It runs after each of its examples, also those of inner
/// groups, and also after a failure.
public func afterEach(
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping () throws -> Void
) {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    SpecScope.group(for: "afterEach", at: place)?.teardowns.append(SpecStep(place: place, body: body))
}
