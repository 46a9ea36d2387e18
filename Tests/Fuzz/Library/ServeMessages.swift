import Adit
import AditLibrary
import NIOCore

@testable import AditServe

// The messages of `adit serve`, for serve.c: what is made of a line, against a reader of JSON.

/// What does not hold of a line: a text with an end of NUL.
typealias Fault = StaticString

/// Checks what the server makes of a line: of a message for a core, of a core's message, and of a call of a host.
///
/// - Returns: what does not hold; NULL if all holds.
@_cdecl("adit_fuzz_serve_message")
public func checkMessage(_ text: UnsafePointer<UInt8>, _ length: Int) -> UnsafePointer<CChar>? {
    let line = Bytes(start: text, count: length)
    let object = line.uniqueObject
    let fault = faultOfInput(line, object) ?? faultOfOutput(line, object) ?? faultOfHostLine(line, object)
    return fault.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// Checks a message for a core, from which `@core` is cut.
private func faultOfInput(_ line: Bytes, _ object: JSONValue.Object?) -> Fault? {
    let parts = LineParts(line)
    if let object {
        let isEscaped = line.contains(UInt8(ascii: "\\"))
        if parts.core == nil, !isEscaped, object["@core"] != nil { return "@core was not found" }
        if let core = parts.core, core.value.json != object["@core"] { return "@core has another value" }
        if parts.id?.json != object["@id"] { return "@id has another value" }
        if parts.reply?.json != object["@reply"] { return "@reply has another value" }
        if parts.isCoreDoubled { return "@core is not there twice" }
    }
    if let fault = parts.id.flatMap(faultOfID) { return fault }
    guard let core = parts.core else { return nil }
    if let fault = faultOfString(core.value) { return fault }
    // The server refuses these itself.
    guard !parts.isCoreDoubled, let name = core.value.decodedString, name.isCoreName else { return nil }
    let cut = core.cut
    guard cut.lowerBound >= 0, cut.upperBound <= line.count else { return "@core lies outside of the line" }
    let message = Array(line.prefix(cut.lowerBound).buffer) + Array(line.suffix(from: cut.upperBound).buffer)
    let value = message.withUnsafeBytes { Bytes($0).json }
    guard var object else {
        return line.json == nil && value != nil ? "a line that is not JSON becomes a message that is" : nil
    }
    object["@core"] = nil
    return value == .object(object) ? nil : "a message has other members than its line"
}

private func faultOfID(_ value: Bytes) -> Fault? {
    let json = value.json
    guard let id = value.id else {
        return switch json {
        case .string(let text) where text.utf8.count < 255: "a string is no id"
        case .number(let digits) where digits.utf8.count < 255 && !digits.contains { ".eE".contains($0) }:
            "an integer is no id"
        default: nil
        }
    }
    return json != nil && id.withBytes { $0.json } == json ? nil : "an id is another value"
}

private func faultOfString(_ value: Bytes) -> Fault? {
    let decoded = value.decodedString.map { JSONValue.string($0) }
    switch value.json {
    case .string(let text)?: return decoded == .string(text) ? nil : "a string is decoded as another"
    default: return decoded == nil ? nil : "what is no string is decoded as one"
    }
}

/// Checks a message of a core, to which `@core` is added.
private func faultOfOutput(_ line: Bytes, _ object: JSONValue.Object?) -> Fault? {
    guard line.count > 0 else { return nil }
    let output = CoreOutput(line)
    if let text = output.client?.value.plainString, let name = ClientName(text), !name.text.withBytes({ $0 == text }) {
        return "a client has another name"
    }
    let suffix = ByteBuffer(string: ",\"@core\":\"a\"}")
    for keepsID in [true, false] {
        var written = ByteBuffer()
        // This traps where more or less is written than was counted.
        written.append(count: output.lineCount(suffix, keepsID: keepsID)) {
            output.writeLine(to: &$0, suffix, keepsID: keepsID)
        }
        // A core writes no spaces around a message, and its kind is the first member.
        guard let object, object["@core"] == nil, line.end[-1] == UInt8(ascii: "}"), let kind = output.key,
            object.map(\.key).first != nil
        else { continue }
        var expected = object
        if output.client != nil { expected["@client"] = nil }
        if output.id != nil, !keepsID { expected["@id"] = nil }
        expected["@core"] = "a"
        if written.withUnsafeReadableBytes({ Bytes($0).json }) != .object(expected) {
            return "a client's line has other members than the message"
        }
        guard !line.contains(UInt8(ascii: "\\")), !(kind == "@client"), !(kind == "@id") else { continue }
        if output.client?.value.json != object["@client"] { return "@client has another value" }
        if output.id?.value.json != object["@id"] { return "@id of an output has another value" }
    }
    return nil
}

/// Checks a call of a host, whose text is anything up to the last brace.
private func faultOfHostLine(_ line: Bytes, _ object: JSONValue.Object?) -> Fault? {
    guard line.has(prefix: HostLine.beginning) else { return nil }
    let parts = HostLine(line)
    for part in [parts.call, parts.id, parts.text] {
        guard let part, !part.isEmpty else { continue }
        if part.start < line.start || part.end > line.end { return "a part of @host lies outside of the line" }
    }
    guard parts.isSound, let object else { return nil }
    if parts.call?.json != object["@host"] { return "@host has another value" }
    if parts.id?.json != object["@id"] { return "@id of @host has another value" }
    let text = parts.text.isEmpty ? nil : parts.text.json
    return text == object["@text"] ? nil : "@text has another value"
}

extension Bytes {
    /// The value of a text that is JSON.
    fileprivate var json: JSONValue? { try? JSONValue(parsing: buffer) }

    /// The members of an object of which no two have the same key.
    fileprivate var uniqueObject: JSONValue.Object? {
        guard let members = json?.object, Set(members.map { ByteString($0.key) }).count == members.map(\.key).count
        else { return nil }
        return members
    }
}
