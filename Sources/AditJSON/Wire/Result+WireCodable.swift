/// A result is `{"success":…}` or `{"failure":…}`, as an enum of these two cases would be.
extension Result: WireCodable where Success: WireCodable, Failure: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) {
        let only = try reader.onlyMember()
        do throws(CodingFailure) {
            if only.key.matches("success") {
                self = .success(try only.value.read())
                try only.end()
                return
            }
            if only.key.matches("failure") {
                self = .failure(try only.value.read())
                try only.end()
                return
            }
        } catch {
            throw only.failure(error)
        }
        throw only.unknown("success", "failure")
    }

    public func write(to writer: JSONWriter) throws(CodingFailure) {
        switch self {
        case .success(let value):
            writer.write(literal: #"{"success":"#)
            try value.write(to: writer)
        case .failure(let error):
            writer.write(literal: #"{"failure":"#)
            try error.write(to: writer)
        }
        writer.write(literal: "}")
    }

    public static func schema(in definitions: SchemaDefinitions) -> Schema {
        .cases([
            Schema.Case("success", "What it came to.", .value(Success.schema(in: definitions))),
            Schema.Case("failure", "Why it came to nothing.", .value(Failure.schema(in: definitions))),
        ])
    }

    public func addCasePath(to path: inout [String]) {
        switch self {
        case .success(let value):
            path.append("success")
            value.addCasePath(to: &path)
        case .failure(let error):
            path.append("failure")
            error.addCasePath(to: &path)
        }
    }

    public func direction(within outer: CaseDirection) -> CaseDirection {
        switch self {
        case .success(let value): value.direction(within: outer)
        case .failure(let error): error.direction(within: outer)
        }
    }
}

/// Never read or written: the reply type of a gateway without replies.
extension Never: WireCodable {
    public init(reading reader: JSONReader) throws(CodingFailure) { throw reader.expected("nothing") }
    public func write(to _: JSONWriter) {}
    public static func schema(in _: SchemaDefinitions) -> Schema { .cases([]) }
}

extension Result where Failure == CodableError {
    /// Captures the outcome of asynchronous work, for the message that reports it.
    ///
    /// ```swift
    /// effects.run(id: list) {
    ///     let result = try await Result { try await host(.fetch(list)) }
    ///     output(.list(.finishImport(from: list, result: result)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: the isolation of the work: that of its caller.
    ///   - work: the work.
    /// - Throws: `CancellationError` whenever the task has been cancelled: then there is no outcome to report.
    public init(
        isolation: isolated (any Actor)? = #isolation, catching work: () async throws -> Success
    ) async throws(CancellationError) {
        do { self = .success(try await work()) } catch { self = .failure(CodableError(error)) }
        if Task.isCancelled { throw CancellationError() }
    }
}
