import Adit
import AditTesting
import Testing

/// The log of a story and its failures have masks in place of secrets.
@Suite struct SecretStoryTests {
    private let password = Secret("hunter-password")

    /// Whether a text shows a secret, all of which contain `hunter`.
    private func shows(_ log: TestLog) -> Bool { log.description.contains("hunter") }

    @Test func stepsShowMasks() {
        let log = GIVEN(safeApp(), store: true)
            .WHEN(.open(name: "ann", password))
            .THEN(\.password, is: password)
            .THEN(.wasOpened(token: Secret("hunter-token")))
            .WHEN(.ask(Secret("hunter-question")))
            .THEN(safeHost, isAsked: SafeCode(code: Secret("hunter-question")))
            .WHEN(safeHost, replies: SafeCode(code: Secret("hunter-answer")))
            .THEN(.wasOpened(token: Secret("hunter-answer")))
            .WHEN(.defer(Secret("hunter-later")))
            .THEN(safeHost, isAsked: SafeCode(code: Secret("hunter-later")))
            .WHEN(safeHost, replies: SafeCode(code: Secret("hunter-last")))
            .THEN(.wasOpened(token: Secret("hunter-last")))
            .runTests()
        #expect(log.hasPassed)
        #expect(!shows(log), "\(log)")
        #expect(
            log.entries.map(\.text) == [
                "the app \"safe\"", #"open(name: "ann", _1: "***")"#, "password is ***", #"wasOpened(token: "***")"#,
                #"ask("***")"#, #""safe" is asked {"code":"***"}"#, #""safe" replies {"code":"***"}"#,
                #"wasOpened(token: "***")"#, #"defer("***")"#, #""safe" is asked {"code":"***"}"#,
                #""safe" replies {"code":"***"}"#, #"wasOpened(token: "***")"#,
            ])
    }

    @Test func failuresShowMasks() {
        var log: TestLog?
        let found = failures {
            log = GIVEN(safeApp())
                .WHEN(.open(name: "ann", password))
                .THEN(\.password, is: Secret("hunter-other"))
                .THEN(.wasOpened(token: Secret("hunter-other")))
                .WHEN(.open(name: "bob", password))
                .WHEN(.ask(Secret("hunter-question")))
                .THEN(safeHost, isAsked: SafeCode(code: Secret("hunter-other")))
                .WHEN(.defer(Secret("hunter-later")))
                .WHEN(.fail(password))
                .runTests()
        }
        #expect(found.count >= 6, "\(found)")
        #expect(!found.contains { $0.contains("hunter") }, "\(found)")
        #expect(log.map(shows) == false)
        #expect(found.contains { $0.contains(#"fail("***") threw an error, SafeError(password: ***)"#) }, "\(found)")
    }
}

@Message enum SafeMessage: Equatable, Sendable {
    case open(name: String, Secret<String>)
    case ask(Secret<String>)
    case `defer`(Secret<String>)
    case fail(Secret<String>)
    @Outgoing case wasOpened(token: Secret<String>)
}

@Model struct SafeCode: Equatable, Sendable {
    var code: Secret<String>
}

@Model struct SafeState: State, Equatable {
    var password = Secret("")

    enum Change { case set(Secret<String>) }

    mutating func apply(_ change: Change) { if case .set(let password) = change { self.password = password } }
}

struct SafeError: Error { let password: Secret<String> }

let safeHost = HostGateway<SafeCode, SafeCode>("safe")

func safeApp() -> App<SafeState, SafeMessage> {
    App("safe", state: SafeState(), gateways: [safeHost], durable: [.requests(to: safeHost)]) { core in
        let (store, effects, output) = (core.store, core.makeEffects(), core.output)
        let direct = core.connect(safeHost)
        let durable = core.durable(safeHost) { .wasOpened(token: try $0.result.get().code) }
        return [
            Feature { message in
                switch message {
                case .open(_, let password):
                    store.change(.set(password))
                    output(.wasOpened(token: Secret("hunter-token")))
                case .ask(let secret):
                    effects.run { output(.wasOpened(token: try await direct(SafeCode(code: secret)).code)) }
                case .defer(let secret): try durable.request(SafeCode(code: secret))
                case .fail(let password): throw SafeError(password: password)
                case .wasOpened: break
                }
            }
        ]
    }
}
