import AditJSON

extension UUID {
    /// A new id from ``DependencyValues/uuid``, for the initial value of a property.
    ///
    /// ```swift
    /// @Model struct TodoItem {
    ///     var id: UUID = .drawn()
    /// }
    /// ```
    ///
    /// Any thread.
    // Inlined, so that nothing is done about the place where nobody asks for it (`benchmarks/run`).
    @inlinable
    public static func drawn(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> UUID {
        drawnFromCore() ?? drawnFromScope(fileID, filePath, line, column)
    }

    /// One from the core; nil where a scope may have overridden that.
    @usableFromInline
    static func drawnFromCore() -> UUID? { withUndisturbedRoot { $0.uuid?() } ?? nil }

    @usableFromInline
    static func drawnFromScope(
        _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
    ) -> UUID {
        valuesForDrawing(SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)).uuid()
    }
}

extension Timestamp {
    /// The time now from ``DependencyValues/date``, for the initial value of a property. Any thread.
    // Inlined as the other one is.
    @inlinable
    public static func drawn(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Timestamp {
        drawnFromCore() ?? drawnFromScope(fileID, filePath, line, column)
    }

    /// That of the core; nil where a scope may have overridden that.
    @usableFromInline
    static func drawnFromCore() -> Timestamp? { withUndisturbedRoot { $0.date?() } ?? nil }

    @usableFromInline
    static func drawnFromScope(
        _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
    ) -> Timestamp {
        valuesForDrawing(SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)).date()
    }
}

/// The values here, for somebody at a place.
private func valuesForDrawing(_ place: SourcePlace) -> DependencyValues {
    var values = DependencyValues.current
    values.reading = DependencyReading(place: place)
    return values
}
