import CJansson
import TestSupport
import Testing

@testable import AditJSON

/// Reads a text by Adit's reader and by jansson, and expects them to agree whether it is JSON, and on its value.
///
/// The known difference: jansson takes a NUL byte after a number or a word for nothing at all; the reader refuses it.
///
/// - Returns: whether it is JSON.
@discardableResult
func compareWithJansson(_ text: some Sequence<UInt8>, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    let bytes = Array(text)
    let (read, parsed) = bytes.withUnsafeBytes { (readByAdit($0), readByJansson($0)) }
    let isRight = bytes.contains(0) ? read == nil : read == parsed
    if !isRight {
        Issue.record(
            "\(String(decoding: bytes, as: UTF8.self)): \(read ?? "refused"), by jansson \(parsed ?? "refused")",
            sourceLocation: sourceLocation)
    }
    return read != nil
}

/// The value of a text as Adit's reader reads it: as data without a type, and as it is written; nil if it is refused.
private func readByAdit(_ text: UnsafeRawBufferPointer) -> String? {
    let read = try? JSONReader.read(text, depth: 2048) { reader in
        let writer = JSONWriter()
        writer.write(reader)
        return (writer.text, JSON(reader))
    }
    guard let (written, json) = read else { return nil }
    // What is written reads back.
    #expect((try? withJSON(written, depth: 2048) { JSON($0) }) == json)
    return written
}

private func readByJansson(_ text: UnsafeRawBufferPointer) -> String? {
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY)
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let tree = json_loadb(start, text.count, flags, nil) else { return nil }
    defer { json_decref(tree) }
    let writer = JSONWriter()
    writer.write(JSONValue(tree))
    return writer.text
}
