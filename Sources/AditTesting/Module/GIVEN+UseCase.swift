import Adit
import AditJSON
import AditState

/// Begins a story of a use case. The use case runs in a separate core: a request is a message of that core, its
/// responses are the core's outputs, and a request that throws is undone.
///
/// ```swift
/// GIVEN(AddTodoItemUseCase.self, state: TodoState()) { core, respond in
///     AddTodoItemUseCase(store: core.store, responder: respond)
/// }
/// .WHEN(.add(item: milk))
/// .THEN(.wasAdded(item: milk))
/// .THEN(\.items, is: [milk])
/// .runTests()
/// ```
///
/// - Parameters:
///   - useCase: its type.
///   - state: the initial state of its store.
///   - gateways: the host's gateways that it uses; the story serves them all.
///   - start: the initial date of the virtual clock; by default 2000-01-01T00:00:00Z.
///   - dependencies: sets its dependencies. The clock and the date are set already.
///   - builder: makes the use case from the core's store, effects and connections, and the closure that receives its
///     responses.
public func GIVEN<U: UseCase, S: State>(
    _ useCase: U.Type, state: @autoclosure @escaping () -> S, gateways: [any DescribedGateway] = [],
    from start: Timestamp? = nil, fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, dependencies: @escaping (inout DependencyValues) -> Void = { _ in },
    builder: @escaping (CoreBuilder<S, UseCaseMessage<U>>, @escaping (U.ResponseType) -> Void) -> U
) -> ModuleTest<S, U.RequestType, U.ResponseType> {
    let place = TestPlace(fileID: fileID, filePath: file, line: line, column: column)
    return ModuleTest("\(U.self)", at: place, from: start, bringing: dependencies) {
        var made: [StoryPart] = []
        let app = App<S, UseCaseMessage<U>>.unwritten("use case", state: state(), gateways: gateways) { core in
            let output = core.output
            let useCase = builder(core) { output(.response($0)) }
            if U.self is AnyClass { made.append(StoryPart(useCase as AnyObject)) }
            return [
                Feature { message in
                    if case .request(let request) = message { try useCase.request(request) }
                }
            ]
        }
        let bench = ModuleBench<S, U.RequestType, U.ResponseType>(
            app, from: start, bringing: dependencies, wrap: { .request($0) },
            unwrap: { if case .response(let response) = $0 { response } else { nil } },
            title: { message in
                switch message {
                case .request(let request): messageTitle(request)
                case .response(let response): messageTitle(response)
                }
            })
        bench.parts += made
        return bench
    }
}

/// A message of a core whose only feature calls one use case.
public enum UseCaseMessage<U: UseCase> {
    /// A request to the use case.
    case request(U.RequestType)
    /// A response of the use case.
    case response(U.ResponseType)
}
