/// One thing that an app can do: it takes a request, does its work, and tells a response through the closure it was
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
    /// What can be asked for; by custom a nested enum, which is found without being named. It could be anything.
    associatedtype Request
    /// What can be answered; an enum without cases where there is no answer (a sink).
    associatedtype Response
    /// The type of the requests: ``Request``, unless a use case names another one.
    associatedtype RequestType = Request
    /// The type of the responses: ``Response``, unless a use case names another one.
    associatedtype ResponseType = Response

    /// Does what is asked for. Called on the core's loop.
    ///
    /// - Throws: what makes the message that led here fail: its changes are undone, its outputs dropped.
    func request(_ request: RequestType) throws
}
