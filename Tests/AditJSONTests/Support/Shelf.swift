import Adit
import AditJSON
import AditState

/// A model with a property of every kind, and with names that generated code has as well.
@Model
struct Shelf {
    var text: String, note: String?, flag = false, number: Double, level: Percent, any: JSON, kind: Kind
    var box: Crate?, top: Crate, pair: Couple<Int?, Crate>, nested: Int??
    var boxes: [Crate], maybes: [Crate?], numbers: [Int], lists: [[String]], levels: [Percent]
    var byName: [String: Crate], byNumber: [Int: [Int]], holes: [String: Int?]
    var boxTable: Table<Int, Crate>
    var path: [String], writer = 1, changes: String?, original: Original

    enum CodingKeys: String, CodingKey {
        case text, note = "the/note", flag = "~flag", number, level, any, kind, box, top, pair, nested
        case boxes, maybes, numbers, lists, levels, byName, byNumber, holes, boxTable, path, writer, changes, original
    }

    enum Kind: Equatable { case none, one(Int), two(a: Int, b: String?) }

    struct Original: Equatable { var `in`: Int, rest: [[Int]]? }
}

@Model
struct Crate: Equatable, Identifiable {
    let id: Int
    var label: String
    var pages: [Int] = []
    var owner: String?
}

@Model
struct Couple<First: Equatable, Second: Equatable>: Equatable {
    var first: First
    var second: Second
}

/// A value with coding by hand, which does not say when two of it are equal.
struct Percent: WireCodable {
    var value: Int

    init(_ value: Int) { self.value = value }
    init(reading reader: JSONReader) throws(CodingFailure) { value = try Int(reading: reader) }
    func write(to writer: JSONWriter) { value.write(to: writer) }
    static func schema(in definitions: SchemaDefinitions) -> Schema { Int.schema(in: definitions) }
}
