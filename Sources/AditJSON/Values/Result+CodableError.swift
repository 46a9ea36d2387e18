extension Result where Failure == CodableError {
    /// What some asynchronous work came to, for the message that tells of its end.
    ///
    /// ```swift
    /// effects.run(id: list) {
    ///     let result = try await Result { try await host(.fetch(list)) }
    ///     output(.list(.finishImport(from: list, result: result)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolation: where the work runs: where its caller does.
    ///   - work: what is to be done.
    /// - Throws: `CancellationError` whenever the task has been cancelled: then there is nothing to tell of.
    public init(
        isolation: isolated (any Actor)? = #isolation, catching work: () async throws -> Success
    ) async throws(CancellationError) {
        do { self = .success(try await work()) } catch { self = .failure(CodableError(error)) }
        if Task.isCancelled { throw CancellationError() }
    }
}
