import Adit
import AditJSON
import AditState
import TestSupport
import Testing

@Message
private enum Timer: Equatable {
    case request(Request)
    case response(Response)
    @Internal case passes

    enum Request: Equatable { case begin }
    enum Response: Equatable { case hasBegun }
}

@Model
private struct TimerState: State {
    var passed = 0
    enum Change { case pass }
    mutating func apply(_: Change) { passed += 1 }
}

private func timerApp() -> App<TimerState, Timer> {
    App("timer", state: TimerState()) { core in
        let (store, output) = (core.store, core.output)
        return [
            Feature { message in
                switch message {
                case .request(.begin): output(.passes)
                case .passes:
                    store.change(.pass)
                    output(.response(.hasBegun))
                case .response: break
                }
            }
        ]
    }
}

@Message
private enum Kitchen: Equatable {
    case oven(Timer)
    @Internal case fridge(Timer)
}

@Model
private struct KitchenState: State {
    var oven = TimerState()
    var fridge = TimerState()
    enum Change {}
    mutating func apply(_: Change) {}
}

private func kitchenApp() -> App<KitchenState, Kitchen> {
    App("kitchen", state: KitchenState()) { core in
        [
            core.scope(.oven, timerApp(), state: \.oven, message: Kitchen.oven) {
                if case .oven(let message) = $0 { message } else { nil }
            },
            core.scope(.fridge, timerApp(), state: \.fridge, message: Kitchen.fridge) {
                if case .fridge(let message) = $0 { message } else { nil }
            },
        ]
    }
}

/// GIVEN child cores WHEN their messages travel THEN they have the child's directions, below what the parent says.
struct ScopeDirectionTests {
    private final class Ear: CoreListener {
        var told: [String] = []

        func announce<M>(
            _ message: M, _ direction: MessageDirection, of _: Cause?,
            by write: (M, JSONWriter) throws(CodingFailure) -> Void
        ) throws {
            let writer = JSONWriter()
            try write(message, writer)
            told.append("\(writer.text) \(direction)")
        }
        func request(_: HostRequest, of _: Cause?) {}
        func cancel(_: HostRequest, of _: Cause?) {}
        func fail(_: AnyMessage?, _ failure: CoreFailure, of _: Cause?) { told.append("\(failure)") }
    }

    private func told(of message: Kitchen) -> [String] {
        let (core, _) = kitchenApp().makeCore()
        let ear = Ear()
        core.loop.environment.enter()
        core.loop.handle(MessageBox(message), ear)
        core.loop.commitBatch(ear)
        core.loop.environment.leave()
        return ear.told
    }

    @Test func `a child's directions hold below a plain case of the parent`() {
        #expect(
            told(of: .oven(.request(.begin))) == [
                #"{"oven":{"passes":{}}} internal"#, #"{"oven":{"response":{"hasBegun":{}}}} outgoing"#,
            ])
    }

    @Test func `a parent closes a child by a marker, but for what the child has marked itself`() {
        #expect(
            told(of: .fridge(.request(.begin))) == [
                #"{"fridge":{"passes":{}}} internal"#, #"{"fridge":{"response":{"hasBegun":{}}}} internal"#,
            ])
    }

    @Test func `a host's message is refused by the child's directions`() throws {
        func read(_ text: String) throws -> AnyMessage {
            try withJSON(text) { try kitchenApp().types.coding.readIncoming($0) }
        }
        #expect(throws: Never.self) { try read(#"{"oven":{"request":{"begin":{}}}}"#) }
        for (text, reason) in [
            (
                #"{"oven":{"response":{"hasBegun":{}}}}"#,
                "oven.response.hasBegun: outgoing; a host hears it and cannot send it"
            ),
            (
                #"{"oven":{"passes":{}}}"#,
                "oven.passes: internal; it is a step between features, which a host neither sends nor hears"
            ),
            (
                #"{"fridge":{"request":{"begin":{}}}}"#,
                "fridge.request.begin: internal; it is a step between features, which a host neither sends nor hears"
            ),
        ] {
            let error = #expect(throws: CodingFailure.self) { try read(text) }
            #expect(error?.description == reason)
        }
    }
}
