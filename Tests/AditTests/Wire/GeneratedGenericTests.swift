import Adit
import TestSupport
import Testing

@Model private struct Pair<First: Equatable, Second: Equatable>: Equatable {
    var first: First
    var second: [Second]
}

@Model private indirect enum Tree<Leaf: Equatable>: Equatable {
    case leaf(Leaf)
    case node(left: Tree<Leaf>, right: Tree)
    case marked(Mark)

    struct Mark: Equatable {
        var tree: Tree<Leaf>?
        var others: [String: [Self?]] = [:]
    }
}

private enum Box<Content: Equatable> {
    @Model struct Lid<Color: Equatable>: Equatable {
        var content: Content
        var color: Color
        var size = Size.small
        enum Size: String { case small, large }
    }
}

@Message private enum Expression: Equatable {
    case number(Int)
    indirect case sum(left: Expression, right: Expression)
    indirect case negated(Expression)
    case list([Self])
}

@Message private enum Envelope<Body: Equatable>: Equatable {
    case open(Body), closed
}

/// Generic and recursive types.
struct GeneratedGenericTests {
    @Test func `a generic struct has coding where its parameters have`() {
        expectWire(Pair(first: 1, second: ["a"]), #"{"first":1,"second":["a"]}"#)
        expectWire(
            Pair(first: Pair(first: true, second: [1.5]), second: [[1]]),
            #"{"first":{"first":true,"second":[1.5]},"second":[[1]]}"#)
        // What is no value on the wire may be a parameter all the same.
        struct Other: Equatable {}
        #expect(Pair(first: Other(), second: [Other()]).second.count == 1)
    }

    @Test func `an optional parameter may be absent`() throws {
        #expect(try decoded(from: #"{"second":[]}"#) == Pair<Int?, Int>(first: nil, second: []))
        #expect(try encoded(Pair<Int?, Int>(first: nil, second: [])) == #"{"second":[]}"#)
        #expect(refusal(reading: #"{"second":[]}"#, as: Pair<Int, Int>.self) == #"missing key "first"; found second"#)
    }

    @Test func `recursive enums nest`() {
        expectWire(
            Tree.node(left: .leaf(1), right: .marked(.init(tree: .leaf(2)))),
            #"{"node":{"left":{"leaf":1},"right":{"marked":{"tree":{"leaf":2},"others":{}}}}}"#)
        expectWire(
            Tree<Int>.Mark(others: ["x": [nil, .init()]]), #"{"others":{"x":[null,{"others":{}}]}}"#)
        expectWire(
            Expression.sum(left: .number(1), right: .negated(.list([.number(2)]))),
            #"{"sum":{"left":{"number":1},"right":{"negated":{"list":[{"number":2}]}}}}"#)
        #expect(
            refusal(reading: #"{"sum":{"left":{"number":1},"right":{"list":[{"number":"2"}]}}}"#, as: Expression.self)
                == "sum.right.list[0].number: found a string; a whole number of 64 bits is expected")
    }

    @Test func `types in generic types have coding where all parameters have`() {
        expectWire(
            Box<Int>.Lid(content: 1, color: "red", size: .large), #"{"content":1,"color":"red","size":"large"}"#)
    }

    @Test func `a message may be generic`() {
        expectWire(Envelope.open("x"), #"{"open":"x"}"#)
        #expect(Envelope.open("x").caseIndex == 0)
        #expect(Envelope<Int>.Case.allCases == [.open, .closed])
    }
}
