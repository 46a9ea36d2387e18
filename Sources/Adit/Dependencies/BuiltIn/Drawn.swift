import AditJSON

extension UUID {
    /// Returns a new id from ``DependencyValues/uuid``, for the initial value of a property.
    ///
    /// ```swift
    /// @Model struct TodoItem {
    ///     var id: UUID = .drawn()
    /// }
    /// ```
    ///
    /// Any thread.
    // Inlined, so that the source place costs nothing if no failure needs it (`benchmarks/run`).
    @inlinable
    public static func drawn(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> UUID {
        drawnFromCore() ?? drawnFromScope(fileID, filePath, line, column)
    }

    /// Returns an id from the core; nil if a scope may have overridden the generator.
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
    /// Returns the current time from ``DependencyValues/date``, for the initial value of a property. Any thread.
    // Inlined for the same reason as `UUID.drawn()`.
    @inlinable
    public static func drawn(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Timestamp {
        drawnFromCore() ?? drawnFromScope(fileID, filePath, line, column)
    }

    /// Returns the time of the core; nil if a scope may have overridden the generator.
    @usableFromInline
    static func drawnFromCore() -> Timestamp? { withUndisturbedRoot { $0.date?() } ?? nil }

    @usableFromInline
    static func drawnFromScope(
        _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
    ) -> Timestamp {
        valuesForDrawing(SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)).date()
    }
}

/// Returns the current values, for a read at a source place.
private func valuesForDrawing(_ place: SourcePlace) -> DependencyValues {
    var values = DependencyValues.current
    values.reading = DependencyReading(place: place)
    return values
}

extension DependencyValues {
    /// Wraps the dependencies that generate ids, dates and random numbers, so that each value is noted, as is each outcome
    /// of a check of a secret.
    ///
    /// - Parameter record: receives the kind of a drawn value, as a journal has it, and a closure that writes the value.
    package mutating func recordDraws(_ record: @escaping @Sendable (StaticString, (JSONWriter) -> Void) -> Void) {
        let (uuid, date, random) = (uuid, date, random)
        self.uuid = UUIDGenerator {
            let id = uuid()
            record("uuid") { id.write(to: $0) }
            return id
        }
        self.date = DateGenerator {
            let now = date()
            record("date") { now.write(to: $0) }
            return now
        }
        self.random = RandomSource {
            let number = random.next()
            record("random") { $0.write(Int(truncatingIfNeeded: number)) }
            return number
        }
        secretChecks.record = { outcome in record("check") { $0.write(outcome) } }
    }
}
