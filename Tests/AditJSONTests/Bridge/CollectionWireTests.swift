import AditCodable
import AditJSON
import TestSupport
import Testing

private enum Side: String, Codable, CodingKeyRepresentable { case left, right, top, bottom, front, back }

/// GIVEN a collection WHEN it is written THEN its text depends on its content alone, and it reads back.
struct CollectionWireTests {
    @Test func `arrays nest`() {
        expectWire([Int](), "[]")
        expectWire([1, 2, 3], "[1,2,3]")
        expectWire([[1], [], [2, 3]], "[[1],[],[2,3]]")
        expectWire([["b": [true]], [:]], #"[{"b":[true]},{}]"#)
    }

    @Test func `dictionaries are written in the order of their keys`() {
        expectWire(
            ["b": 1, "a": 2, "c": 3, "": 4, "B": 5, "é": 6, "10": 7, "9": 8],
            #"{"":4,"10":7,"9":8,"B":5,"a":2,"b":1,"c":3,"é":6}"#)
        expectWire(["b": ["d": 1, "c": 2], "a": [:]], #"{"a":{},"b":{"c":2,"d":1}}"#)
        expectWire(["a\"b\n": 1], #"{"a\"b\n":1}"#)
        expectWire(["o": ["b": 1, "a": 2]] as [String: [String: Int]?], #"{"o":{"a":2,"b":1}}"#)
    }

    @Test func `dictionaries by integer are written in order`() {
        let value = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, "\($0)") })
        expectWire(value, #"{"0":"0","1":"1","2":"2","3":"3","4":"4","5":"5","6":"6","7":"7","8":"8","9":"9"}"#)
    }

    @Test func `dictionaries by a type that stands for a key are written in order`() {
        expectWire(
            [Side.left: 1, .right: 2, .top: 3, .bottom: 4, .front: 5, .back: 6],
            #"{"back":6,"bottom":4,"front":5,"left":1,"right":2,"top":3}"#)
    }

    @Test func `characters are kept as they were composed`() throws {
        let texts = ["\u{E9}", "e\u{301}"]
        #expect(try read([String].self, written(texts)).map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    /// jansson reads no key with a NUL in it.
    @Test func `a key with a NUL is refused, or reads back`() throws {
        let value = ["a\0b": 1]
        guard let text = try? written(value) else { return }
        #expect(try read([String: Int].self, text) == value)
    }

    /// Swift takes two keys for one that JSON tells apart: one of the values would be lost.
    @Test func `keys that Swift cannot tell apart are refused`() {
        #expect(throws: CodingFailure.self) { try read([String: Int].self, "{\"\u{E9}\":1,\"e\u{301}\":2}") }
    }

    @Test(.timeLimit(.minutes(10)))
    func `reading a large dictionary takes time in proportion to its keys`() throws {
        func processorTime(ofReading count: Int) throws -> Duration {
            let text = "{" + (0..<count).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
            return try (0..<3).map { _ in
                try withJSON(text) { value in
                    let start = processorTimeOfThread()
                    let dictionary = try decodeBridged([String: Int].self, from: value)
                    let time = processorTimeOfThread() - start
                    #expect(dictionary.count == count)
                    return time
                }
            }.min() ?? .zero
        }
        let small = try processorTime(ofReading: 500)
        let large = try processorTime(ofReading: 8000)
        #expect(large < small * 80, "sixteen times the keys took \(large / small) times as long")
    }
}
