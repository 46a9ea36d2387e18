import Adit

@testable import ReaderCore

/// A core of the reader in a Swift program, on a virtual clock, with gateways in memory.
final class Bench {
    typealias Response = Message._Page.Response

    let http = MockHTTPGateway()
    let keyValue = MockKeyValueGateway()
    let store = createStore()
    let effects = EffectRunner(clock: .virtual(from: .morning))
    private var rootHandler: Input = { _ in }
    private var responses: [Response] = []

    init() {
        rootHandler = createAppCore(
            store: store,
            receivers: [
                { [unowned self] message in
                    if case .page(.response(let response)) = message { responses.append(response) }
                }
            ], http: http, keyValue: keyValue, effects: effects, rootHandler: { [unowned self] in try? rootHandler($0) }
        )
    }

    var state: ReaderState { store.state() }

    /// Sends a request, and lets the effects go on that can.
    func send(_ request: Message._Page.Request) throws {
        try rootHandler(.page(.request(request)))
        try effects.run()
    }

    /// Moves the clock on.
    func advance(by duration: Duration) throws { try effects.advance(by: duration) }

    /// What was told since this was asked for last.
    func heard() -> [Response] {
        defer { responses = [] }
        return responses
    }
}
