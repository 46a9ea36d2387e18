import Adit
import AditCodable
import AditJSON
import TestSupport
import Testing

private enum Plain: Codable, Equatable {
    case mixed(Int, note: String)
    case mixedLast(note: String, Int)
    case mixedOptional(Int, note: String?)
    case optionalFirst(note: String?, Int)
    case pair(Int, Int)
    case optionalPair(Int?, Int?)
    case only(Inner)
    case onlyOptional(Int?)
    enum Inner: Codable, Equatable { case mixed(Int, note: String), pair(Int, Int) }
}

@Model private enum Generated: Codable, Equatable {
    case mixed(Int, note: String)
    case mixedLast(note: String, Int)
    case mixedOptional(Int, note: String?)
    case optionalFirst(note: String?, Int)
    case pair(Int, Int)
    case optionalPair(Int?, Int?)
    case only(Inner)
    case onlyOptional(Int?)
    enum Inner: Codable, Equatable { case mixed(Int, note: String), pair(Int, Int) }
}

/// GIVEN a case with several values, of which some have no label WHEN it is coded THEN those have their position as a
/// label (`_0`, `_1`), as in Swift's own coding, and the bridge and the generated coding agree.
struct MixedValueTests {
    @Test(arguments: [
        (Plain.mixed(1, note: "x"), Generated.mixed(1, note: "x"), #"{"mixed":{"_0":1,"note":"x"}}"#),
        (.mixedLast(note: "x", 1), .mixedLast(note: "x", 1), #"{"mixedLast":{"note":"x","_1":1}}"#),
        (.mixedOptional(1, note: "x"), .mixedOptional(1, note: "x"), #"{"mixedOptional":{"_0":1,"note":"x"}}"#),
        (.mixedOptional(1, note: nil), .mixedOptional(1, note: nil), #"{"mixedOptional":{"_0":1}}"#),
        (.optionalFirst(note: nil, 1), .optionalFirst(note: nil, 1), #"{"optionalFirst":{"_1":1}}"#),
        (.pair(1, 2), .pair(1, 2), #"{"pair":{"_0":1,"_1":2}}"#),
        (.optionalPair(nil, nil), .optionalPair(nil, nil), #"{"optionalPair":{}}"#),
        (.optionalPair(nil, 2), .optionalPair(nil, 2), #"{"optionalPair":{"_1":2}}"#),
        (.only(.mixed(1, note: "x")), .only(.mixed(1, note: "x")), #"{"only":{"mixed":{"_0":1,"note":"x"}}}"#),
        (.only(.pair(1, 2)), .only(.pair(1, 2)), #"{"only":{"pair":{"_0":1,"_1":2}}}"#),
        (.onlyOptional(nil), .onlyOptional(nil), #"{"onlyOptional":null}"#),
    ])
    private func `they read back in one form`(plain: Plain, generated: Generated, json: String) throws {
        let writer = JSONWriter()
        try encodeBridged(plain, to: writer)
        #expect(writer.text == json)
        #expect(try read(Plain.self, json) == plain)
        #expect(try encoded(generated) == json)
        #expect(try decoded(Generated.self, from: json) == generated)
    }

    @Test(arguments: [
        #"{"pair":1}"#, #"{"pair":[1,2]}"#, #"{"pair":{"_0":1}}"#, #"{"mixed":1}"#, #"{"mixed":{"_0":"x","note":"x"}}"#,
        #"{"mixed":{"_0":1,"note":"x","_1":2}}"#, #"{"only":{"_0":{"pair":{"_0":1,"_1":2}}}}"#,
    ])
    func `what has another form is refused by both`(text: String) {
        #expect(throws: CodingFailure.self) { try read(Plain.self, text) }
        #expect(throws: CodingFailure.self) { try decoded(Generated.self, from: text) }
    }

    @Test func `the path of an unlabelled value has its position`() {
        #expect(
            refusal(of: #"{"mixed":{"_0":"x","note":"x"}}"#, as: Plain.self)
                == "mixed._0: found a string; a whole number of 64 bits is expected")
        #expect(refusal(of: #"{"pair":{"_0":1}}"#, as: Plain.self) == #"pair: missing key "_1"; found _0"#)
    }

    @Test func `the path of cases ends at several values`() {
        #expect(bridgedCasePath(of: Plain.only(.mixed(1, note: "x"))) == "only.mixed")
        #expect(bridgedCasePath(of: Plain.only(.pair(1, 2))) == "only.pair")
    }
}
