import AditTesting
import AditUncertainStorage
import Testing

/// GIVEN a request to a gateway WHEN the host's reply is not one THEN it is reported, counted or refused.
struct WrongReplyTests {
    private func reply(_ answer: String) -> String { #"{"@reply":{"effect":"e1-1"\#(answer)}}"# }

    private func failures(_ bench: WordsBench) throws -> Substring? {
        let stats = try bench.send(#"{"@stats":{}}"#).joined()
        guard let gateways = stats.firstRange(of: #""gateways":{"host":{"#) else { return nil }
        let rest = stats[gateways.upperBound...]
        guard let failures = rest.firstRange(of: #""failures":"#) else { return nil }
        return rest[failures.upperBound...].prefix { $0.isNumber }
    }

    @Test func `each attempt of a durable request that is answered in a wrong shape is logged and counted`() throws {
        let bench = try WordsBench(UncertainEngine(), "")
        try bench.send(#"{"fetch":"a"}"#)
        for attempt in 1...3 {
            // WHEN
            let heard = try bench.send(reply(#","result":7"#))
            // THEN
            let line =
                #"the app \"words\": attempt \#(attempt) of the durable request e1-1 failed: the reply of the gateway \"host\" is not one: result: found the number 7; a string is expected"#
            #expect(heard.contains { $0.contains(#""level":"warning""#) && $0.contains(line) }, "\(heard)")
            #expect(try failures(bench) == "\(attempt)")
            try bench.send(#"{"@advance":{"by":2000}}"#)
        }
        #expect(bench.core.loop.durable?.isEmpty == true)
    }

    @Test func `a reply to an effect in a wrong shape is counted`() throws {
        let bench = try WordsBench(UncertainEngine(), "")
        try bench.send(#"{"ask":"a"}"#)
        // WHEN
        let heard = try bench.send(reply(#","result":7"#))
        // THEN
        #expect(heard.contains { $0.contains("the reply of the gateway \\\"host\\\" is not one") }, "\(heard)")
        #expect(try failures(bench) == "1")
    }

    @Test(arguments: ["fetch", "ask"])
    func `a reply without result and error is refused, and the request goes on`(_ message: String) throws {
        let bench = try WordsBench(UncertainEngine(), "")
        try bench.send(#"{"\#(message)":"a"}"#)
        // WHEN
        for answer in ["", #","more":true"#] {
            #expect(
                try bench.send(reply(answer)) == [
                    #"{"@error":{"code":"emessage","message":"@reply: found neither result nor error for effect \"e1-1\"; one of them is expected"}}"#
                ])
        }
        // THEN it can be answered
        try bench.send(reply(#","result":"milk""#))
        #expect(bench.core.loop.revision == 1)
        // AND a late one is ignored
        #expect(try bench.send(reply("")) == [])
    }
}
