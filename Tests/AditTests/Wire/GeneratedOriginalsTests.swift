import Adit
import Testing

/// A value that keeps what it was itself, as a table does: an original of it is a mark.
private struct Marked: WireModel, Equatable {
    static let mark = -1
    var value = 0
    var former: Int?

    init(_ value: Int) { self.value = value }
    init(reading reader: JSONReader) throws(CodingFailure) { value = try Int(reading: reader) }
    func write(to writer: JSONWriter) throws(CodingFailure) { value.write(to: writer) }
    static func schema(in definitions: SchemaDefinitions) -> Schema { Int.schema(in: definitions) }

    static func writePart(of value: Marked, at path: PartPath, to writer: JSONWriter) throws(CodingFailure)
        -> WrittenPart
    {
        try writer.write(whole: value, at: path)
    }

    static func writeChanges(of _: Marked, since _: Marked, to _: ChangeWriter) throws(CodingFailure) {}

    static func forgetChanges(of value: inout Marked) { value.former = nil }

    static func saveOriginal(of value: inout Marked, in original: inout Marked, on thread: UInt64) {
        original = Marked(Marked.mark)
        value.former = value.value
    }

    static func restore(_ value: inout Marked, from _: inout Marked) { value.value = value.former ?? value.value }
}

@Model private struct Outer: Equatable {
    var inner = Inner()
    var inferred = Marked(1)
    var text = "a"
    var list: [Marked] = [Marked(2)]
    var maybe: Marked?
    var original = 3, path: [String: Int] = [:]

    struct Inner: Equatable {
        var marked = Marked(4)
    }
}

@Model private struct Around<Content: Equatable, Other: Equatable>: Equatable {
    var content: Content
    var marked: Marked
    var other: [Other]
}

@Model private struct Constant: Equatable {
    let id: Int
    var marked = Marked(1)
}

@Model private struct Hiding: Equatable {
    var marked = Marked(1)
    var hidden = 2
    private enum CodingKeys: String, CodingKey { case marked }
}

@Model private struct Observing: Equatable {
    var marked = Marked(1)
    var number = 1 { didSet { heard += 1 } }
    var heard = 0
}

/// GIVEN a model WHEN its original is kept and it is changed THEN it can come back to what it was.
struct GeneratedOriginalsTests {
    /// The original of a value, which the value has come back to from another one.
    private func original<T: WireModel & Equatable>(of value: T, _ change: (inout T) -> Void) -> T {
        var (changed, original) = (value, value)
        change(&original)
        changed.saveOriginal(in: &original)
        change(&changed)
        let kept = original
        changed.returnToOriginal(&original)
        changed.forgetChanges()
        #expect(changed == value)
        return kept
    }

    @Test func `each property keeps its own original`() {
        let outer = Outer(maybe: Marked(5))
        let kept = original(of: outer) {
            $0.inner.marked.value = 6
            $0.inferred.value = 7
            $0.text = "b"
            $0.list = []
            $0.maybe = nil
            $0.original = 8
            $0.path["x"] = 9
        }
        // THEN those that have a mark for it do, in models, too; of the others there is a copy.
        #expect(kept.inner.marked.value == Marked.mark)
        #expect(kept.inferred.value == Marked.mark)
        #expect(kept.list == outer.list)
        #expect(kept.maybe == Marked(5))
        #expect((kept.text, kept.original, kept.path) == ("a", 3, [:]))
    }

    @Test func `a type parameter is copied`() {
        let around = Around(content: Marked(1), marked: Marked(2), other: [Marked(3)])
        let kept = original(of: around) {
            $0.content.value = 4
            $0.marked.value = 5
            $0.other = []
        }
        #expect(kept.content == Marked(1))
        #expect(kept.marked.value == Marked.mark)
    }

    @Test func `a model is copied as a whole that cannot be brought back property by property`() {
        #expect(original(of: Constant(id: 1)) { $0.marked.value = 2 } == Constant(id: 1))
        let kept = original(of: Hiding()) {
            $0.marked.value = 2
            $0.hidden = 3
        }
        #expect(kept == Hiding())
        #expect(original(of: Observing()) { $0.number = 2 }.heard == 0)
    }

    @Test func `an enum is no model with parts`() {
        #expect(Kind.self as Any is any WireCodable.Type)
        #expect(!(Kind.self as Any is any WireModel.Type))
        #expect(Kind.Payload.self as Any is any WireModel.Type)
    }

    @Model fileprivate enum Kind {
        case one(Payload)
        struct Payload { var text: String }
    }
}
