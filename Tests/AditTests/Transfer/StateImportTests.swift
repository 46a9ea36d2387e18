import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// GIVEN the text of a state WHEN it is read piece by piece THEN the state is that one.
struct StateImportTests {
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `what was exported is the state again`(_ seed: UInt64) throws {
        let text = try TransferBench(TransferBench.randomState(seed)).exported()
        let bench = try TransferBench(TransferBench.randomState(seed + 1000))
        try bench.take(text, piece: Int(seed) + 1)
        #expect(try bench.exportText == text)
        #expect(bench.core.loop.revision == 1)
    }

    @Test(arguments: [
        #"{"orders":{"entities":{"1":{"id":1,"wares":[]},"2":{"id":2,"wares":[]}},"ids":["1","2"]}}"#,
        #"{"orders":{"entities":{"2":{"id":2,"wares":[]},"1":{"id":1,"wares":[]}},"ids":["1","2"]}}"#,
        #"{"orders":{"ids":["1","2"],"entities":{"2":{"id":2,"wares":[]},"1":{"id":1,"wares":[]}}}}"#,
        " {\n\t\"orders\" : { \"ids\" : [ \"1\" , \"\\u0032\" ] , \"entities\":{\"\\u0031\":{\"id\":1},\"2\":{\"id\":2}} }\r\n} ",
    ])
    func `ids and entities may come in any order`(_ text: String) throws {
        let bench = try TransferBench(TransferBench.randomState(1))
        try bench.take(text, piece: 1)
        #expect(bench.store.state().orders.map(\.id) == [1, 2])
        // What is not there has its default, as it has wherever a state is read.
        #expect(bench.store.state().name == "shop")
        #expect(bench.store.state().wares.isEmpty)
    }

    @Test
    func `a text that ends too early is refused wherever it ends`() throws {
        let text = try TransferBench(TransferBench.randomState(5)).exported()
        let bench = try TransferBench(TransferBench.randomState(6))
        let before = try bench.text
        for count in 0..<text.utf8.count {
            let part = String(decoding: text.utf8.prefix(count), as: UTF8.self)
            #expect(throws: CodingFailure.self) { try bench.take(part) }
        }
        #expect(try bench.text == before)
        #expect(bench.core.loop.revision == 0)
    }

    @Test(arguments: [
        ("{} x", "found 'x'; the end of the text is expected (byte 3)"),
        ("{}\u{0}", "found the byte 0; the end of the text is expected (byte 2)"),
        ("[]", "found '['; a state, an object, is expected (byte 0)"),
        (#"{"name":5}"#, "name: found the number 5; a string is expected"),
        (#"{"name":"a","name":"b"}"#, "name: found the key a second time; one is expected"),
        (#"{"settings":{},"settings":{}}"#, "settings: found the key a second time; one is expected"),
        (
            #"{"settings":{"theme":"a" "home":null}}"#,
            "settings: found '\"'; a comma or the end of the object is expected (byte 25)"
        ),
        (
            #"{"settings":{"window":{"width":"x"}}}"#,
            "settings.window.width: found a string; a whole number of 64 bits is expected"
        ),
        (#"{"settings":[]}"#, "settings: found '['; an object is expected (byte 12)"),
        (
            #"{"names":"x"}"#,
            "unknown key \"names\"; did you mean \"name\"? one of "
                + "name, count, wares, orders, settings, open, days, prices, people, last, spare"
        ),
        (#"{"orders":{}}"#, "orders: missing key \"ids\"; a table has ids and entities"),
        (#"{"orders":{"ids":[]}}"#, "orders: missing key \"entities\"; a table has ids and entities"),
        (#"{"orders":{"ids":[],"ids":[]}}"#, "orders.ids: found the key a second time; one is expected"),
        (#"{"orders":{"ids":[],"entities":{},"more":1}}"#, "orders: unknown key \"more\"; one of ids, entities"),
        (
            #"{"orders":{"ids":["1"],"entities":{}}}"#,
            "orders.ids: found \"1\"; the id of one of the entities is expected, each once"
        ),
        (
            #"{"orders":{"ids":["1","1"],"entities":{"1":{"id":1}}}}"#,
            "orders.ids: found \"1\"; the id of one of the entities is expected, each once"
        ),
        (
            #"{"orders":{"ids":[],"entities":{"1":{"id":1}}}}"#,
            "orders.entities: found an entity whose id is not among the ids"
        ),
        (
            #"{"orders":{"ids":["1"],"entities":{"1":{"id":1},"1":{"id":1}}}}"#,
            "orders.entities.1: found it a second time; each element is expected once"
        ),
        (
            #"{"orders":{"ids":["1"],"entities":{"1":{"id":2}}}}"#,
            "orders.entities.1: found the id \"2\"; the key is expected, which is the id"
        ),
        (
            #"{"orders":{"ids":["01"],"entities":{"01":{"id":1}}}}"#,
            "orders.entities.01: found the id \"1\"; the key is expected, which is the id"
        ),
        (
            #"{"orders":{"ids":["1"],"entities":{"1":{"id":1,"wares":[5]}}}}"#,
            "orders.entities.1.wares[0]: found the number 5; a string is expected"
        ),
        (#"{"orders":{"ids":[1],"entities":{}}}"#, "orders.ids: found '1'; a string is expected (byte 18)"),
        (
            #"{"orders":{"ids":["1"],"entities":{"1":{"id":1,"id":1}}}}"#,
            "orders.entities.1: found a key a second time, \"id\"; one is expected (byte 47)"
        ),
        (#"{"orders":0}"#, "orders: found '0'; a table, an object with ids and entities, is expected (byte 10)"),
        (#"{"spare":0}"#, "spare: found the number 0; an object is expected"),
        (
            #"{"wares":{"ids":["a"],"entities":{"a":{"id":"a","name":"n","parts":0}}}}"#,
            "wares.entities.a.parts: found the number 0; an object is expected"
        ),
    ])
    func `what is no state is refused, and nothing changes`(_ text: String, _ reason: String) throws {
        let bench = try TransferBench(TransferBench.randomState(6))
        let before = try bench.text
        let error = #expect(throws: CodingFailure.self) { try bench.take(text) }
        #expect(error?.description == reason)
        #expect(try bench.text == before)
    }

    @Test
    func `a state that is no model is read as one value`() throws {
        let app = App<Words, Script>("words", state: Words()) { _ in [] }
        let (core, store) = app.makeCore()
        let text = Array(#" {"words":["a","b"]} "#.utf8)
        let reading = try core.reading.makeImport(
            from: { offset, memory in
                memory.copyBytes(from: text[offset..<min(text.count, offset + 3)])
                return min(text.count, offset + 3) - offset
            }, depth: 9)
        while try reading.readOn(bytes: 1) {}
        try reading.finish()()
        #expect(store.state().words == ["a", "b"])
    }
}
