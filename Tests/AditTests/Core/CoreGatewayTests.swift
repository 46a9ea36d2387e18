import Adit
import Testing

@Model
private struct Question { var text: String, level: Double }
private let questions = HostGateway<Question, Bool>("questions")

/// A core with a feature that asks for each message, at the level given by its name.
private func ask(_ core: Bench.Builder) -> [Feature<Script>] {
    let host = core.connect(questions)
    return [
        Feature { message in
            try host.send(Question(text: message.name, level: message.name == "nan" ? .nan : 1))
            try host.send(Question(text: "again", level: 2))
        }, Feature(performer(core)),
    ]
}

/// GIVEN a gateway of the host WHEN a feature asks something of it THEN the host hears of it if it serves the gateway,
/// once the message has succeeded.
struct CoreGatewayTests {
    @Test func `a served gateway hears the requests, in order, as JSON`() {
        let bench = Bench(gateways: ["questions"], listed: [questions], build: ask)
        bench.send(Script("a"))
        #expect(bench.told == [#"? questions {"text":"a","level":1.0}"#, #"? questions {"text":"again","level":2.0}"#])
    }

    @Test(arguments: [[], ["other"], ["Questions"]] as [Set<String>])
    func `a gateway that is not served fails the message`(served: Set<String>) {
        let bench = Bench(gateways: served, listed: [questions], build: ask)
        bench.send(Script("a", .add("a")))
        #expect(bench.words == [])
        #expect(
            bench.told == [
                "! a: the host does not serve the gateway \"questions\"; it would have to list it in the config's \"gateways\""
            ])
    }

    @Test func `a gateway that the app does not list fails the message`() {
        let bench = Bench(gateways: ["questions"], listed: [], build: ask)
        bench.send(Script("a", .add("a")))
        #expect(bench.words == [])
        #expect(
            bench.told == [
                "! a: the app does not list the gateway \"questions\"; it would have to, in its App's \"gateways:\""
            ])
    }

    @Test func `a request that cannot be written fails the message, with its place`() {
        let bench = Bench(gateways: ["questions"], listed: [questions], build: ask)
        bench.send(Script("nan"))
        #expect(bench.told == ["! nan: level: found nan; a finite number is expected"])
    }

    @Test func `requests of a message that fails later are not heard`() {
        let bench = Bench(gateways: ["questions"], listed: [questions], build: ask)
        bench.send(Script("a", .fail("no")))
        #expect(bench.told == ["! a: no"])
    }

    @Test func `a message's requests come before what it caused is announced`() {
        let bench = Bench()
        bench.send(Script("a", .output(Script("b")), .tell("a")))
        #expect(bench.told == [#"? host "a""#, "> b"])
    }

    @Test func `a failure names the gateway`() {
        #expect(GatewayFailure.notServed("x") == .notServed("x"))
        #expect(GatewayFailure.notServed("x").description.contains("\"x\""))
    }
}
