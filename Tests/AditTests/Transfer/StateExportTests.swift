import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// GIVEN a state WHEN it is written piece by piece THEN it is what its text is.
struct StateExportTests {
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `the pieces are the text of the state`(_ seed: UInt64) throws {
        let bench = try TransferBench(TransferBench.randomState(seed))
        for piece in [1, 7, 100, 100_000] {
            #expect(try bench.exported(piece: piece) == bench.exportText)
        }
    }

    @Test
    func `changes that are made meanwhile are not in it`() throws {
        let bench = try TransferBench(TransferBench.randomState(1))
        let before = try bench.exportText
        let export = try bench.core.reading.makeExport()
        let writer = JSONWriter()
        #expect(try export.writeOn(to: writer, bytes: 10))
        bench.store.change(.random(SeededGenerator(seed: 7), steps: 60))
        #expect(try writer.text + bench.rest(of: export) == before)
        #expect(try bench.exportText != before)
    }

    @Test
    func `it counts its steps`() throws {
        let bench = try TransferBench(TransferBench.randomState(3))
        let export = try bench.core.reading.makeExport()
        #expect(export.done == 0)
        let shop = bench.store.state()
        #expect(export.count > 2 * (shop.wares.count + shop.orders.count + shop.settings.recent.count))
        _ = try bench.rest(of: export)
        #expect(export.done == export.count)
    }

    @Test
    func `what JSON has no value for is named`() throws {
        var shop = Shop()
        shop.wares = [Ware(id: "a", name: "x", price: .nan)]
        let bench = try TransferBench(shop)
        let error = #expect(throws: CodingFailure.self) { try bench.exported() }
        #expect(error?.path == "wares.entities.a.price")
        shop.wares = []
        shop.prices = ["b": .infinity]
        let other = try TransferBench(shop)
        #expect(throws: CodingFailure.self) { try other.exported() }
    }

    @Test
    func `a state of a type that is no model, or has no members, is written too`() throws {
        let app = App<Words, Script>("words", state: Words(words: ["a"])) { _ in [] }
        let core = app.makeCore().core
        let writer = JSONWriter()
        #expect(try !core.reading.makeExport().writeOn(to: writer, bytes: 1000))
        #expect(writer.text == #"{"@schema":1,"words":["a"]}"#)
    }
}
