import AditLibrary
import CAdit
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
        var rest = message
        EffectIDs.forEachID(in: message) { id in
            // An id of an earlier opening was read as one that no id begins with; errors quote it.
            let isPresent = id.has(prefix: EffectIDs.first)
            guard isPresent || id.has(prefix: EffectIDs.none), id.start >= rest.start else { return }
            written.append(Bytes(rest.start, to: id.start))
            written.writeString(isPresent ? prefix : EffectIDs.first.description)
            rest = Bytes(id.start + EffectIDs.first.utf8CodeUnitCount, to: message.end)
        }
        written.append(rest)
    }

    /// Calls a function with each text of a message of a core that begins with an id, in their order.
    private static func forEachID(in message: Bytes, _ body: (Bytes) -> Void) {
        var scanner = ObjectScanner(message)
        // A core writes the name of a message first.
        guard let first = scanner.next() else { return }
        func find(_ key: StaticString, in object: Bytes) {
            if let id = object.member(key)?.plainString { body(id) }
        }
        func find(_ key: StaticString, inEachOf list: StaticString) {
            var elements = ArrayScanner(first.value.member(list) ?? .empty)
            while let element = elements.next() { find(key, in: element) }
        }
        switch first.key {
        case "@effect": find("id", in: first.value)
        case "@cancel": find("effect", in: first.value)
        case "@pending":
            find("effect", inEachOf: "requests")
            find("effect", inEachOf: "timers")
        case "@trace":
            find("request", inEachOf: "entries")
            EffectIDs.forEachID(inTrace: first.value.member("text") ?? .empty, body)
        case "@undone", "@redone": find("id", inEachOf: "effects")
        case "@error":
            // What is wrong with an answer or a cancellation quotes its id first.
            let text = first.value.member("message") ?? .empty
            guard text.has(prefix: "\"@reply: ") || text.has(prefix: "\"@cancel: ") else { return }
            guard let slash = text.first(UInt8(ascii: "\\")), slash + 2 <= text.count else { return }
            body(text.suffix(from: slash + 2))
        default: break
        }
    }

    /// The same in the text of a trace, a JSON string: the line of a request is its number, "@effect" and its id.
    private static func forEachID(inTrace text: Bytes, _ body: (Bytes) -> Void) {
        func look(at line: Bytes) {
            var line = line
            while !line.isEmpty, line.start[0] == UInt8(ascii: " ") || line.start[0] &- UInt8(ascii: "0") < 10 {
                line = line.suffix(from: 1)
            }
            let name: StaticString = "@effect "
            if line.has(prefix: name) { body(line.suffix(from: name.utf8CodeUnitCount)) }
        }
        var rest = text.suffix(from: min(1, text.count))
        look(at: rest)
        while let slash = rest.first(UInt8(ascii: "\\")), slash + 1 < rest.count {
            let escaped = rest.start[slash + 1]
            rest = rest.suffix(from: slash + 2)
            if escaped == UInt8(ascii: "n") { look(at: rest) }
        }
    }

    // MARK: Read

    /// Lends a message to the core. An answer to a request of an earlier opening has an id that no request has.
    ///
    /// - Parameter error: gets the error of `body`, with the offset in the message.
    func withRead(
        _ text: Bytes, _ error: inout adit_error, _ body: (Bytes, inout adit_error) -> Int32
    ) -> Int32 {
        guard openings > 1, let value = (text.member("@reply") ?? text.member("@cancel"))?.member("effect"),
            let id = value.decodedString
        else { return body(text, &error) }
        let prefix = prefix
        let isPresent = id.utf8.starts(with: prefix.utf8)
        guard isPresent || id.utf8.starts(with: EffectIDs.first.description.utf8) else { return body(text, &error) }
        let count = isPresent ? prefix.utf8.count : EffectIDs.first.utf8CodeUnitCount
        let renamed =
            "\(isPresent ? EffectIDs.first : EffectIDs.none)\(String(decoding: id.utf8.dropFirst(count), as: UTF8.self))"
        let (read, change) = text.replacing(value, with: renamed.quoted)
        defer { error.moveOffset(before: change) }
        return read.withUnsafeReadableBytes { body(Bytes($0), &error) }
    }
}
