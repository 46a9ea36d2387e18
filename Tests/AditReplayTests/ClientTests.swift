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

    /// The clients that were heard, without those of the host.
    private func clients() -> [String] {
        core.heard.compactMap { text in
            guard text.hasPrefix(#"{"wasKnocked":{"by":"#),
                let range = text.firstRange(of: "}}") ?? text.firstRange(of: "}")
            else { return nil }
            return String(text[..<range.lowerBound].dropFirst(#"{"wasKnocked":{"by":"#.count))
        }
    }

    @Test func aMessageHasItsClient() throws {
        try core.send(#"{"knock":{}}"#, of: "ann")
        try core.send(#"{"knock":{},"@id":1}"#, of: "ben")
        try core.send(#"{"knock":{}}"#)
        try core.send(#"{"knock":{},"@id":1}"#, of: "é \"")
        #expect(clients() == [#""ann""#, #""ben""#, "null", #""é \"""#])
    }

    @Test func whatItCausesHasItsClient() throws {
        try core.send(#"{"knockTwice":{}}"#, of: "ann")
        #expect(clients() == [#""ann""#, #""ann""#])
    }

    @Test func itsEffectHasItsClientAndTheNextMessageHasNot() throws {
        try core.send(#"{"knockLater":{}}"#, of: "ann")
        try core.send(#"{"knock":{}}"#)
        #expect(clients() == [#""ann""#, #""ann""#, "null"])
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
