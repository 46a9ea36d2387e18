import AditCodable
import AditJSON
import Testing

private enum Message: Codable, Equatable {
    case mixed(Int, note: String)
    case mixedLast(note: String, Int)
    case mixedOptional(Int, note: String?)
    case optionalFirst(note: String?, Int)
    case pair(Int, Int)
    case optionalPair(Int?, Int?)
    case outer(Inner)
    enum Inner: Codable, Equatable { case mixed(Int, note: String) }
}

/// GIVEN a case of which some values have no label WHEN it is written THEN that is an error, whatever the values are.
struct PayloadRefusalTests {
    static let says = "several values of a case; each must have a label"

    @Test func `labelled and unlabelled values are refused`() {
        #expect(refusal(ofWriting: Message.mixed(1, note: "x")) == "mixed: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.outer(.mixed(1, note: "x"))) == "outer.mixed: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: ["a": [Message.mixed(1, note: "x")]]) == "a[0].mixed: \(PayloadRefusalTests.says)")
    }

    @Test func `also where the unlabelled one comes last`() {
        #expect(refusal(ofWriting: Message.mixedLast(note: "x", 1)) == "mixedLast: \(PayloadRefusalTests.says)")
    }

    @Test func `also where the labelled one is nil`() {
        #expect(refusal(ofWriting: Message.mixedOptional(1, note: "x")) == "mixedOptional: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.mixedOptional(1, note: nil)) == "mixedOptional: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.optionalFirst(note: "x", 1)) == "optionalFirst: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.optionalFirst(note: nil, 1)) == "optionalFirst: \(PayloadRefusalTests.says)")
    }

    @Test func `two unlabelled values are refused`() {
        #expect(refusal(ofWriting: Message.pair(1, 2)) == "pair: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.optionalPair(1, 2)) == "optionalPair: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.optionalPair(nil, nil)) == "optionalPair: \(PayloadRefusalTests.says)")
        #expect(refusal(ofWriting: Message.optionalPair(nil, 2)) == "optionalPair: \(PayloadRefusalTests.says)")
    }

    @Test func `nothing of it is left in the writer`() {
        let writer = JSONWriter()
        writer.write(json: "[")
        #expect(throws: CodingFailure.self) { try encodeBridged(Message.mixed(1, note: "x"), to: writer) }
        #expect(writer.text == "[")
    }

    @Test(arguments: [
        #"{"pair":1}"#, #"{"pair":[1,2]}"#, #"{"pair":{"_0":1,"_1":2}}"#, #"{"mixed":{"_0":1,"note":"x"}}"#,
        #"{"mixed":1}"#,
    ])
    func `what cannot be written cannot be read either`(text: String) {
        #expect(throws: CodingFailure.self) { try read(Message.self, text) }
    }
}
