/// A use case whose requests are recorded in the trace of its core. Without a trace, the cost is one check.
public struct TracedUseCase<Traced: UseCase>: UseCase {
    public typealias Request = Traced.RequestType
    public typealias Response = Traced.ResponseType

    private let useCase: Traced

    init(_ useCase: Traced) { self.useCase = useCase }

    public func request(_ request: Traced.RequestType) throws {
        CoreEnvironment.current?.trace?.record(Traced.self, request)
        try useCase.request(request)
    }
}

extension UseCase {
    /// Returns this use case, with its requests recorded in the trace of its core.
    ///
    /// ```swift
    /// let adder = AddTodoItemUseCase(store: store, respond: respond).traced()
    /// ```
    public func traced() -> TracedUseCase<Self> { TracedUseCase(self) }
}
