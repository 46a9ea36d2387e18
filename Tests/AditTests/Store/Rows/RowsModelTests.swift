import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// GIVEN a state of every kind, written into a storage batch by batch WHEN anything is done to it.
struct RowsModelTests {
    private func changed(
        _ seed: UInt64, batches: Int, _ body: (StoredState<Shop>) throws -> Void
    ) throws -> StoredState<Shop> {
        var generator = SeededGenerator(seed: seed)
        let shop = try StoredState(Shop())
        try body(shop)
        for _ in 0..<batches {
            let steps = Int.random(in: 1...12, using: &generator)
            try shop.change { $0.apply(.random(SeededGenerator(seed: generator.next()), steps: steps)) }
            try body(shop)
        }
        return shop
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `THEN what is stored is the state after each batch`(_ seed: UInt64) throws {
        _ = try changed(seed, batches: 60) { shop in
            let (stored, state) = (try shop.stored().map(encoded), try encoded(shop.state))
            #expect(stored == state)
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `THEN the journal leads each part back to what it was, and forwards again`(_ seed: UInt64) throws {
        var states: [Shop] = []
        let journal = try changed(seed, batches: 60) { states.append($0.state) }.journal
        let batches = journal.map { BatchText("[\($0)]") }
        for path in RowsModelTests.paths {
            let pointer = try #require(JSONPointer(path))
            let last = try #require(states.last)
            let history = try JSONHistory(pointer, base: bytes(of: JSONHistory.base(of: pointer), in: last))
            for (number, batch) in batches.enumerated().reversed() {
                try batch.with(history.undo)
                let (found, expected) = (try part(history), try part(pointer, states[number]))
                try #require(found == expected, "\(path) before batch \(number)")
            }
            for (number, batch) in batches.enumerated() {
                try batch.with(history.redo)
                let (found, expected) = (try part(history), try part(pointer, states[number + 1]))
                try #require(found == expected, "\(path) after batch \(number)")
            }
        }
    }

    /// Parts of all kinds, some of which come and go.
    private static let paths = [
        "", "/name", "/count", "/wares", "/wares/ids", "/wares/ids/1", "/wares/entities", "/wares/entities/a",
        "/wares/entities/b~1c/name", "/wares/entities/d~0e/parts/ids/0", "/wares/entities/", "/orders", "/orders/ids/3",
        "/orders/entities/5/wares/0", "/orders/entities/5/address", "/settings", "/settings/theme",
        "/settings/home/number",
        "/settings/window", "/settings/window/width", "/settings/recent", "/settings/recent/ids/0",
        "/settings/recent/entities/3/text", "/open/1/wares", "/days/2", "/prices", "/prices/b~1c", "/people/a/street",
        "/last", "/last/wares/0", "/spare", "/spare/ids/0", "/spare/entities/4", "/nothing/at/all",
    ]

    private func bytes(of pointer: JSONPointer, in shop: Shop) throws -> [UInt8]? {
        let writer = JSONWriter()
        let written = try writer.write(part: PartPath(pointer), of: shop)
        return written == .nothing ? nil : Array(writer.bytes)
    }

    private func part(_ pointer: JSONPointer, _ shop: Shop) throws -> JSON? {
        try bytes(of: pointer, in: shop)?.withUnsafeBytes { JSON($0) }
    }

    private func part(_ history: JSONHistory) throws -> JSON? {
        let writer = JSONWriter()
        return try history.write(to: writer) == .nothing ? nil : JSON(writer.bytes)
    }
}

/// The text of a batch's changes.
struct BatchText {
    private let text: String

    init(_ text: String) { self.text = text }

    func with(_ body: (JSONReader) throws(CodingFailure) -> Void) throws { try withJSON(text, body) }
}

extension JSONHistory {
    convenience init(_ pointer: JSONPointer, window: ListWindow? = nil, base: [UInt8]?) throws {
        let text = JSONWriter()
        base?.withUnsafeBytes(text.write(raw:))
        try self.init(pointer, window: window, base: base == nil ? nil : text.bytes)
    }
}
