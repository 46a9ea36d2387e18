import Adit
import Testing

@testable import TodoCore

/// Importing a list, from the host's message to the host's answer and back.
@Suite struct ImportTests {
    private let importing = Message.todo(.request(.import(from: "groceries")))
    private let asked = #"lists {"fetch":{"list":"groceries"}}"#
    private let milk = TodoItem(id: uuid(1), text: "Milk", created: .evening)
    private let bread = TodoItem(id: uuid(2), text: "Bread", created: .evening)

    @Test func W4_anEffectIsApartAndTriggersAFurtherMessage() throws {
        // GIVEN
        let host = TodoHost(gateways: ["lists"])
        let before = host.state
        // WHEN
        host.send(importing)
        // THEN the message is handled, and what takes time is not
        #expect(host.heard() == ["e1-1 \(asked)"])
        #expect(host.state == before)
        // WHEN other messages go on meanwhile
        host.send(.todo(.request(.add(item: .numbered(9)))))
        try host.reply("e1-1", #"{"result":{"texts":["Milk","Bread"]}}"#)
        // THEN the effect has triggered the message that changes the state
        #expect(Array(host.state.items) == [.numbered(9), milk, bread])
        #expect(host.inFlight == 0)
    }

    @Test func W23_anAsynchronousJobIsTwoMessages() throws {
        // GIVEN
        let host = TodoHost(gateways: ["lists"])
        // WHEN
        host.send(importing)
        try host.reply("e1-1", #"{"result":{"texts":["Milk","Bread"]}}"#)
        // THEN there is the trigger, and the completion with what it came to
        #expect(host.requests == [asked])
        #expect(
            host.unheard() == [
                #"{"todo":{"request":{"finishImport":{"from":"groceries","result":{"success":["Milk","Bread"]}}}}}"#
            ])
        #expect(host.heardMessages() == [.todo(.response(.wereImported([milk, bread])))])
    }

    @Test(arguments: [
        (
            #"{"error":"there is no such list"}"#, "refused",
            #"the gateway "lists" answered with the error "there is no such list""#
        ),
        (
            #"{"result":{"texts":["Milk",7]}}"#, "misunderstood",
            #"the reply of the gateway "lists" is not one: result.texts[1]: found the number 7; a string is expected"#
        ),
    ])
    func W23_theCompletionCarriesAFailure(reply: String, name: String, text: String) throws {
        // GIVEN
        let host = TodoHost(gateways: ["lists"])
        // WHEN
        host.send(importing)
        try host.reply("e1-1", reply)
        // THEN
        let error = CodableError(name: name, message: text)
        #expect(host.unheard().count == 1)
        #expect(host.heardMessages() == [.todo(.response(.wereNotImported(from: "groceries", error: error)))])
        #expect(host.state == TodoState())
    }

    @Test func W2_theCompletionIsMockedByAMessage() {
        // GIVEN a host that serves nothing
        let host = TodoHost()
        // WHEN
        host.send(.todo(.request(.finishImport(from: "groceries", result: .success(["Milk"])))))
        // THEN
        #expect(host.heardMessages() == [.todo(.response(.wereImported([milk])))])
        #expect(Array(host.state.items) == [milk])
    }

    @Test func aHostThatServesNoListsHearsSoAtOnce() {
        // GIVEN
        let host = TodoHost(gateways: ["review"])
        // WHEN
        host.send(importing)
        // THEN
        let text =
            #"the host does not serve the gateway "lists"; it would have to list it in the config's "gateways""#
        #expect(
            host.heardMessages().last
                == .todo(
                    .response(
                        .wereNotImported(from: "groceries", error: CodableError(name: "notServed", message: text)))))
        #expect(host.requests.isEmpty)
    }

    @Test func aHostHasHalfAMinute() throws {
        // GIVEN
        let host = TodoHost(gateways: ["lists"])
        host.send(importing)
        // WHEN
        host.advance(by: .seconds(30))
        // THEN it hears that nobody waits any more
        let text = #"the gateway "lists" did not answer within 30.0 seconds"#
        let error = CodableError(name: "timedOut", message: text)
        #expect(host.heard().contains("e1-1 is cancelled"))
        #expect(host.heardMessages().last == .todo(.response(.wereNotImported(from: "groceries", error: error))))
        // WHEN it answers all the same
        try host.reply("e1-1", #"{"result":{"texts":["Milk"]}}"#)
        // THEN
        #expect(host.state == TodoState())
    }

    @Test func aSecondImportOfAListCancelsTheFirst() throws {
        // GIVEN
        let host = TodoHost(gateways: ["lists"])
        // WHEN
        host.send(importing)
        host.send(importing)
        // THEN
        #expect(host.heard() == ["e1-1 \(asked)", "e1-1 is cancelled", "e1-2 \(asked)"])
        // WHEN both are answered
        try host.reply("e1-1", #"{"result":{"texts":["Milk"]}}"#)
        try host.reply("e1-2", #"{"result":{"texts":["Bread"]}}"#)
        // THEN the newer answer counts
        #expect(host.state.items.map(\.text) == ["Bread"])
    }

    @Test func anImportIsCancelled() throws {
        // GIVEN
        let host = TodoHost(gateways: ["lists"])
        host.send(importing)
        // WHEN
        host.send(.todo(.request(.cancelImport(from: "groceries"))))
        try host.reply("e1-1", #"{"result":{"texts":["Milk"]}}"#)
        host.send(.todo(.request(.cancelImport(from: "groceries"))))
        // THEN
        #expect(host.heard().prefix(2) == ["e1-1 \(asked)", "e1-1 is cancelled"])
        #expect(
            host.heardMessages() == [
                .todo(.response(.importWasCancelled(from: "groceries"))),
                .todo(.response(.importWasNotCancelled(from: "groceries", error: .unknownImport))),
            ])
        #expect(host.state == TodoState())
    }

    @Test func aCoreIsReleasedWithAnImportInFlight() {
        // GIVEN
        weak var store: Store?
        do {
            let host = TodoHost(gateways: ["lists"])
            store = host.store
            // WHEN
            host.send(importing)
            #expect(host.openRequests == 1)
        }
        // THEN
        #expect(store == nil)
    }

    @Test func aFixtureStandsForTheHost() {
        // GIVEN
        let host = TodoHost {
            $0.uuid = .numbered()
            $0.gatewayFixtures["lists"] = .object(["texts": .array([.string("Milk")])])
        }
        // WHEN
        host.send(importing)
        // THEN
        #expect(host.heardMessages().last == .todo(.response(.wereImported([milk]))))
        #expect(host.requests.isEmpty)
    }
}
