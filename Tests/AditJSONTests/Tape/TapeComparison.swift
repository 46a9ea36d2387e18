@testable import AditJSON
import Testing

/// What a tape made of a text.
enum TapeOutcome { case read, left }

/// Reads a text by a tape and by jansson, and expects them to agree: what a tape reads jansson reads too, as the same.
@discardableResult
func compareTape(_ text: some Sequence<UInt8>, sourceLocation: SourceLocation = #_sourceLocation) -> TapeOutcome {
    let tape = JSONTape()
    let bytes = Array(text)
    return bytes.withUnsafeBytes { bytes in
        let taped = tape.parse(bytes, depth: 2048).map { Description($0) }
        let parsed = try? JSONDocument(parsing: bytes, depth: 2048).withRoot { Description($0) }
        guard let taped else { return .left }
        #expect(taped == parsed, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
        return .read
    }
}

/// Reads a value by a tape and by jansson.
///
/// - Returns: what came of it on both ways; of the tape nil where it left the text to jansson.
func readTwice<T: WireCodable>(
    _: T.Type, _ text: String
) throws -> (taped: Result<T, CodingFailure>?, parsed: Result<T, CodingFailure>) {
    func read(_ value: JSONValue) -> Result<T, CodingFailure> {
        Result { () throws(CodingFailure) in try T(reading: JSONReader(value)) }
    }
    let tape = JSONTape()
    let taped = Array(text.utf8).withUnsafeBytes { tape.parse($0, depth: 2048).map(read) }
    return (taped, try JSONDocument(parsing: text).withRoot(read))
}

/// All that can be asked of a value.
private struct Description: Equatable {
    var kind: JSONValue.Kind
    var bool: Bool?
    var integer: Int64?
    var number: UInt64?
    var bytes: [UInt8]?
    var string: String?
    var isNull: Bool
    var isObject: Bool
    var count: Int
    var firstKey: String?
    var keys: [String]
    var onlyKey: [UInt8]?
    var isOnlyKey: Bool
    var text: String
    var written: String
    var elements: [Description] = []
    var members: [Description] = []
    var names: [[UInt8]] = []

    init(_ value: JSONValue) {
        let reader = JSONReader(value)
        kind = value.kind
        bool = value.bool
        integer = value.integer
        number = value.number?.bitPattern
        bytes = value.utf8.map(Array.init)
        string = value.string
        isNull = value.isNull
        isObject = value.isObject
        count = value.count
        firstKey = value.firstKey
        keys = value.keys
        onlyKey = value.onlyMember.map { Array($0.key.text.utf8) }
        isOnlyKey = value.isOnlyKey(without: UInt8(ascii: "@"))
        text = value.description
        let writer = JSONWriter()
        writer.write(value)
        written = writer.text
        var last: JSONValue?
        for index in 0..<value.count {
            guard let element = value[index] else { break }
            #expect(value.element(index, after: last)?.isSame(as: element) == true)
            last = element
            elements.append(Description(element))
        }
        #expect(value[-1] == nil && (isObject || value[count] == nil))
        if var members = try? reader.members() {
            while let (key, member) = members.next() {
                names.append((0..<key.count).map { key[$0] })
                self.members.append(Description(member.value))
                let found = value[key.text]
                #expect(found?.isSame(as: member.value) ?? false)
            }
            #expect(members.next() == nil)
            #expect(value["no such key"] == nil)
        }
        #expect(reader.isNull == isNull)
        #expect(reader.text?.text == string)
        if let (key, only) = value.onlyMember {
            #expect(Array(key.text.utf8) == names.first)
            #expect(Description(only) == members.first)
        }
    }
}
