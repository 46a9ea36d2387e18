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
