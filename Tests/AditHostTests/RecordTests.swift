import AditHost
import AditState
import AditTesting
import AditUncertainStorage
import Testing

/// GIVEN a store with a record that no core writes WHEN it is opened THEN it is refused, with the record's name.
struct RecordTests {
    private static let largest = Int.max

    private func open(_ name: String, _ text: String, _ store: String) -> String? {
        let engine = UncertainEngine()
        do {
            let first = try WordsBench(engine, store)
            try first.send(#"{"add":"a","@id":1}"#)
            first.close()
            try engine.write(text, as: name)
            let bench = try WordsBench(engine, store)
            // Nothing traps.
            try bench.send(#"{"add":"b","@id":2}"#, #"{"@heard":1}"#)
            try bench.send(#"{"add":"c","@id":3}"#)
            bench.close()
            return nil
        } catch {
            return (error as? HostError)?.text
        }
    }

    @Test(arguments: [
        ("@heard", "\(largest)", "a cursor up to 1152921504606846976"),
        ("@heard", "-1", "a cursor up to 1152921504606846976"),
        ("@heard", "{}", "a cursor up to 1152921504606846976"),
        ("@gap", "[1,\(largest)]", "a list of two cursors up to 1152921504606846976, in their order,"),
        ("@gap", "[7,3]", "a list of two cursors up to 1152921504606846976, in their order,"),
        (
            "@outbox/\(largest)", #"[{"a":1,"@cursor":\#(largest)}]"#,
            "a list of messages with consecutive cursors up to 1152921504606846976"
        ),
        (
            "@outbox/0000000000000000009", #"[{"a":1,"@cursor":9},{"a":1,"@cursor":2}]"#,
            "a list of messages with consecutive cursors up to 1152921504606846976"
        ),
    ])
    func `of output that is kept`(_ name: String, _ text: String, _ expected: String) {
        #expect(
            open(name, text, #","redelivery":{}"#)
                == "the store is damaged: found the record \(name); \(expected) is expected")
    }

    @Test(arguments: ["@once/\(largest)", "@once/-000000000000000001", "@once/0000000000000000007"])
    func `of a message that was handled`(_ name: String) {
        let text = name.hasSuffix("7") ? "{}" : #"{"id":"9","digest":1,"time":1,"output":[]}"#
        #expect(
            open(name, text, #","once":{}"#)
                == "the store is damaged: found the record \(name); a message with its id and output, and a number up to 1152921504606846976 is expected"
        )
    }

    @Test func `an id may begin with a combining mark`() throws {
        let engine = UncertainEngine()
        let message = "{\"add\":\"a\",\"@id\":\"\u{301}\"}"
        let first = try WordsBench(engine, #","once":{}"#)
        try first.send(message)
        first.close()
        let next = try WordsBench(engine, #","once":{}"#)
        #expect(try next.send(message) == ["{\"wasAdded\":\"a\",\"@id\":\"\u{301}\",\"@again\":true}"])
        next.close()
    }

    @Test func `numbers at the bounds are right`() {
        #expect(open("@heard", "1000", #","redelivery":{}"#) == nil)
        #expect(open("@gap", "[2,1000]", #","redelivery":{}"#) == nil)
        #expect(
            open(
                "@once/0000000000000001000", #"{"id":"9","digest":-1,"time":-9223372036854775808,"output":[]}"#,
                #","once":{"seconds":5}"#) == nil)
    }

    @Test func `of a durable request, which stays`() throws {
        let engine = UncertainEngine()
        try WordsBench(engine, "").close()
        let text = { (failures: Int) in
            #"{"name":"host","gateway":"host","request":"a","failures":\#(failures),"due":"9999-12-31T23:59:59Z","deadline":"0000-01-01T00:00:00Z"}"#
        }
        for failures in [Self.largest, -1] {
            try engine.write(text(failures), as: "@effect/e1-7")
            let bench = try WordsBench(engine, "")
            // WHEN
            let heard = bench.drive()
            // THEN
            let line =
                "the record @effect/e1-7 cannot be read: failures: found \(failures); a number from 0 to 1099511627776 is expected; it stays"
            #expect(heard.count == 1 && heard[0].contains(line) && bench.core.loop.durable?.isEmpty == true, "\(heard)")
            bench.close()
        }
        // GIVEN one with a name that is no effect's
        for name in ["@effect/e01-7", "@effect/"] {
            try engine.write(text(0), as: name)
            let bench = try WordsBench(engine, "")
            // WHEN
            let heard = bench.drive()
            // THEN
            let line = "the record \(name) cannot be read: its name ends with no id of an effect; it stays"
            #expect(heard.contains { $0.contains(line) } && bench.core.loop.durable?.isEmpty == true, "\(heard)")
            bench.close()
        }
        // GIVEN one with extreme times
        try engine.write(text(5), as: "@effect/e1-7")
        let bench = try WordsBench(engine, "")
        try bench.send(#"{"@advance":{"by":1}}"#)
        #expect(bench.core.loop.revision == 1)
        bench.close()
    }
}
