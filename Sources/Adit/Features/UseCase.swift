/// One operation of an app: it receives a request, does its work, and sends responses through the closure that it was
/// made with. Use cases are the leaves of a core; its features call them.
///
/// ```swift
/// struct AddTodoItemUseCase: UseCase {
///     enum Request { case add(item: TodoItem) }
///     enum Response { case wasAdded(item: TodoItem) }
///     let store: StateStore<TodoState>
///     let respond: (Response) -> Void
///
///     func request(_ request: Request) {
///         switch request {
///         case .add(let item):
///             store.change(.add(.item(item)))
///             respond(.wasAdded(item: item))
///         }
///     }
/// }
/// ```
///
/// Source: Robert C. Martin's use cases, in the form of "Architecture & Agility: 01 - UseCases".
public protocol UseCase<RequestType, ResponseType> {
    /// The type of requests; by convention a nested enum, which is found without being named. Any type is possible.
    associatedtype Request
    /// The type of responses; an enum without cases for a use case without responses (a sink).
    associatedtype Response
    /// The type of the requests: ``Request``, unless a use case names another one.
    associatedtype RequestType = Request
    /// The type of the responses: ``Response``, unless a use case names another one.
    associatedtype ResponseType = Response

    /// Handles a request. Called on the core's loop.
    ///
    /// - Throws: an error, which makes the message that caused the request fail: its changes are undone, its outputs
    ///   dropped.
    func request(_ request: RequestType) throws
}

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
