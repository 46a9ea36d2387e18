import AditLibrary
import NIOCore

/// The ids of requests to gateways, after the process of a core without a store was started again.
///
/// An id is `e<opens>-<n>`. A store counts its openings, so no id is used twice. A core without a store begins anew with
/// `e1-1`: a late answer to a request of the process that has ended would be taken for that to a new request. So the worker
/// writes the number of the opening in place of the 1, and reads it as the 1.
struct EffectIDs {
    /// What the ids of a core that has no store begin with, and what no id begins with.
    private static let (first, none): (StaticString, StaticString) = ("e1-", "e0-")
    /// How often the core was opened.
    let openings: UInt32
    /// What the ids begin with for the clients.
    private var prefix: String { "e\(openings)-" }

    // MARK: Written

    /// Lends a message of the core, or an array of them, as it is sent to the server.
    func withWritten<R>(_ text: Bytes, _ body: (Bytes) -> R) -> R {
        guard openings > 1, !text.isEmpty else { return body(text) }
        var written = ByteBuffer()
        if text.has(prefix: "[") {
            var scanner = ArrayScanner(text)
            var separator = "["
            while let element = scanner.next() {
                written.writeString(separator)
                write(element, to: &written)
                separator = ","
            }
            written.writeString(separator == "[" ? "[]" : "]")
        } else {
            write(text, to: &written)
        }
        return written.withUnsafeReadableBytes { body(Bytes($0)) }
    }

    private func write(_ message: Bytes, to written: inout ByteBuffer) {
        var scanner = ObjectScanner(message)
        // A core writes the name of a message first.
        let id: Bytes? = scanner.next().flatMap { first in
            if first.key == "@effect" { return first.value.member("id")?.plainString }
            if first.key == "@cancel" { return first.value.member("effect")?.plainString }
            return nil
        }
        guard let id, id.has(prefix: EffectIDs.first) else { return written.append(message) }
        written.append(Bytes(message.start, to: id.start))
        written.writeString(prefix)
        written.append(Bytes(id.start + EffectIDs.first.utf8CodeUnitCount, to: message.end))
    }

    // MARK: Read

    /// Lends a message to the core. An answer to a request of an earlier opening has an id that no request has.
    func withRead<R>(_ text: Bytes, _ body: (Bytes) -> R) -> R {
        guard openings > 1, let value = text.member(spelled: "@reply")?.member(spelled: "effect"),
            let id = value.decodedString
        else { return body(text) }
        let prefix = prefix
        let isPresent = id.hasPrefix(prefix)
        guard isPresent || id.hasPrefix(EffectIDs.first.description) else { return body(text) }
        let count = isPresent ? prefix.utf8.count : EffectIDs.first.utf8CodeUnitCount
        let renamed =
            "\(isPresent ? EffectIDs.first : EffectIDs.none)\(String(decoding: id.utf8.dropFirst(count), as: UTF8.self))"
        var read = ByteBuffer()
        read.append(Bytes(text.start, to: value.start))
        read.writeString(renamed.quoted)
        read.append(Bytes(value.end, to: text.end))
        return read.withUnsafeReadableBytes { body(Bytes($0)) }
    }
}
