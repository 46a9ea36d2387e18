import Adit
import Testing

@Message private enum DoorMessage: Equatable, Sendable {
    case knock
    case knockTwice
    case knockLater
    @Outgoing case wasKnocked(by: String?)
}

@Model private struct Door: State {
    var knocks = 0
    enum Change { case knock }
    mutating func apply(_ change: Change) { knocks += 1 }
}

private func doorApp() -> App<Door, DoorMessage> {
    App("door", state: Door()) { core in
        let (store, output, effects) = (core.store, core.output, core.makeEffects())
        return [
            Feature { message in
                @Dependency(\.client) var client
                switch message {
                case .knock:
                    store.change(.knock)
                    output(.wasKnocked(by: client()))
                case .knockTwice:
                    output(.knock)
                    output(.knock)
                case .knockLater:
                    effects.run {
                        @Dependency(\.client) var client
                        output(.wasKnocked(by: client()))
                        output(.knock)
                    }
                case .wasKnocked: break
                }
            }
        ]
    }
}

/// GIVEN clients and the host WHEN they send messages THEN a feature reads whose message it is.
@Suite struct ClientTests {
    private let core: RecordedCore

    init() throws { core = try RecordedCore(of: doorApp(), serving: "[]") }

    /// The answers that were heard, without their keys beside the message. A client that is nil is left out.
    private func answers() -> [String] {
        core.heard.filter { $0.hasPrefix(#"{"wasKnocked":"#) }.map { text in
            let beside = text.firstRange(of: #","@"#)
            return beside.map { text[..<$0.lowerBound] + "}" } ?? text
        }
    }

    private func answer(to client: String?) -> String {
        #"{"wasKnocked":{\#(client.map { #""by":\#($0)"# } ?? "")}}"#
    }

    @Test func aMessageHasItsClient() throws {
        try core.send(#"{"knock":{}}"#, of: "ann")
        try core.send(#"{"knock":{},"@id":1}"#, of: "ben")
        try core.send(#"{"knock":{}}"#)
        try core.send(#"{"knock":{},"@id":1}"#, of: "é \"")
        #expect(answers() == [#""ann""#, #""ben""#, nil, #""é \"""#].map(answer))
    }

    @Test func whatItCausesHasItsClient() throws {
        try core.send(#"{"knockTwice":{}}"#, of: "ann")
        #expect(answers() == [#""ann""#, #""ann""#].map(answer))
    }

    @Test func itsEffectHasItsClientAndTheNextMessageHasNot() throws {
        try core.send(#"{"knockLater":{}}"#, of: "ann")
        try core.send(#"{"knock":{}}"#)
        #expect(answers() == [#""ann""#, #""ann""#, nil].map(answer))
    }

    @Test func aTestSetsIt() {
        withDependencies {
            $0.client = .constant("ann")
        } operation: {
            @Dependency(\.client) var client
            #expect(client() == "ann")
        }
        @Dependency(\.client) var client
        #expect(client() == nil)
    }
}
