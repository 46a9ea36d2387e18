import Adit
import AditJSON

/// A parsed text of a host: a message, and the keys beside it. Keys that begin with `@` are Adit's.
package struct Envelope: ~Copyable {
    enum Content {
        /// A message of the app, in ``document``.
        case message
        // Rare cases are indirect, so that the others are quick to copy.
        /// A control message.
        indirect case control(ControlMessage)
    }

    /// A client whose texts the host relays, with the keys of Adit that it may send.
    package final class Sender {
        let client: String
        private let allowed: Set<String>

        init(_ client: String, allowed: Set<String>) {
            self.client = client
            self.allowed = allowed
        }

        /// Returns the key if it is Adit's and the client may not send it.
        fileprivate func denied(_ key: JSONKey) -> String? {
            Config.Permission.keys.first { $0.utf8.elementsEqual(key.text.utf8) && !allowed.contains($0) }
        }

        fileprivate func refusal(of key: String) -> HostError {
            let words = Config.Permission.keys.filter(allowed.contains)
            let others = words.isEmpty ? "" : ", or one of \(words.joined(separator: ", "))"
            return HostError(
                .denied,
                "\(key): found in a message of the client \"\(client)\"; a message of the app\(others) is expected")
        }
    }

    /// The keys beside a message.
    final class Beside {
        let id: MessageID?
        /// The dependencies from `@with`.
        let overrides: Overrides?
        /// The group of messages that are undone together.
        let group: String?

        init(id: MessageID?, overrides: Overrides?, group: String?) {
            self.id = id
            self.overrides = overrides
            self.group = group
        }
    }

    let content: Content
    /// The keys beside the message; nil without any, as for most messages.
    let beside: Beside?
    /// The text's value, without the keys that begin with `@` and stand beside others.
    let document: BorrowedDocument

    /// A digest of the message, without the keys beside it, and without regard to white space.
    var digest: UInt64 {
        let writer = JSONWriter()
        document.withRoot { writer.write($0) }
        return checksum(of: writer.bytes)
    }

    /// Parses a host's text.
    ///
    /// - Parameter sender: the client; nil for the host itself, which may send everything.
    /// - Throws: ``HostError`` `size`, `json`, `message` or `denied`.
    // Inlined, so that a message without keys beside it is not moved on its way to the decoder.
    @inline(__always)
    init(parsing text: UnsafeRawBufferPointer, limits: Config.Limits, of sender: Sender? = nil) throws(HostError) {
        guard text.count <= limits.message.value else { throw Envelope.oversize(text.count, limits) }
        let document: BorrowedDocument
        do {
            document = try BorrowedDocument(parsing: text, depth: limits.depth.value, values: limits.values.value)
        } catch {
            throw HostError(error)
        }
        // Most messages have one key, which is not Adit's.
        if document.hasOnlyKey(without: UInt8(ascii: "@")) {
            content = .message
            beside = nil
            self.document = document
        } else {
            self = try Envelope(withKeys: document, of: sender)
        }
    }

    private static func oversize(_ count: Int, _ limits: Config.Limits) -> HostError {
        HostError(.size, "the message has \(count) bytes; limits.message is \(limits.message.value)")
    }

    /// Takes apart a text with Adit's keys, or with another number of keys than one.
    @inline(never)
    private init(withKeys parsed: consuming BorrowedDocument, of sender: Sender?) throws(HostError) {
        var document = parsed
        let keys: ControlKeys
        let content: Content
        do {
            keys = try document.withRoot { (root) throws(CodingFailure) in try ControlKeys(of: root, from: sender) }
            try keys.check()
            // What stays is the message: of the app, or the one control message.
            document.removeMembers { key in
                key.first == UInt8(ascii: "@") && !(keys.control.map { key.elementsEqual($0.utf8) } ?? false)
            }
            content =
                keys.control == nil || keys.denied != nil
                ? .message
                : .control(
                    try document.withRoot { (root) throws(CodingFailure) in
                        try decodeWire(ControlMessage.self, from: root)
                    }
                )
        } catch {
            throw HostError(.message, error)
        }
        if let denied = keys.denied, let sender { throw sender.refusal(of: denied) }
        self.content = content
        beside = keys.standBeside ? Beside(id: keys.id, overrides: keys.overrides, group: keys.group) : nil
        self.document = document
    }
}

/// The keys of a message that begin with `@`.
private struct ControlKeys {
    private(set) var id: MessageID?
    private(set) var overrides: Overrides?
    private(set) var group: String?
    /// A key that the sender may not send; the keys after it were not read.
    private(set) var denied: String?
    /// The key of the control message; nil for a message of the app.
    private(set) var control: String?
    private var appKey: JSONKey?

    /// Whether there are keys beside the message.
    var standBeside: Bool { id != nil || overrides != nil || group != nil }

    init(of root: JSONValue, from sender: Envelope.Sender?) throws(CodingFailure) {
        guard root.isObject else {
            throw CodingFailure(path: "", reason: "found \(root.description); an object with one case is expected")
        }
        var members = try JSONReader(root).members()
        while let (key, reader) = members.next() {
            guard key.count > 0, key[0] == UInt8(ascii: "@") else {
                appKey = appKey ?? key
                continue
            }
            let value = reader.value
            if let sender, let word = sender.denied(key) {
                denied = word
                return
            }
            if key.matches("@id") {
                id = try MessageID(value)
            } else if key.matches("@client") {
                throw CodingFailure(path: "@client", reason: "found in a message; the client is named by adit_submit")
            } else if key.matches("@with") {
                do { overrides = try Overrides(reading: reader) } catch { throw error.within("@with") }
            } else if key.matches("@group") {
                group = try groupName(value)
            } else if let control {
                throw CodingFailure(
                    path: key.text, reason: "found beside \"\(control)\"; only one of them is expected")
            } else {
                control = key.text
            }
        }
    }

    /// Checks that nothing else stands beside a control message.
    func check() throws(CodingFailure) {
        guard let control, denied == nil else { return }
        if let appKey {
            throw CodingFailure(path: control, reason: "found beside \"\(appKey.text)\"; it is a message of its own")
        }
        if let key = overrides != nil ? "@with" : group != nil ? "@group" : nil {
            throw CodingFailure(path: key, reason: "found beside \"\(control)\"; a message of the app is expected")
        }
    }
}

/// Reads the value of `@group`.
private func groupName(_ value: JSONValue) throws(CodingFailure) -> String {
    if let text = value.string, text.utf8.count <= 255 { return text }
    let found = value.kind == .string ? "a string of over 255 bytes" : value.description
    throw CodingFailure(path: "@group", reason: "found \(found); a string of up to 255 bytes is expected")
}

extension MessageID {
    /// Reads the value of `@id`.
    fileprivate init(_ value: JSONValue) throws(CodingFailure) {
        if value.kind == .integer, let number = value.integer {
            self = .number(number)
        } else if let text = value.string, text.utf8.count <= 255 {
            self = .text(text)
        } else {
            let found = value.kind == .string ? "a string of over 255 bytes" : value.description
            throw CodingFailure(
                path: "@id", reason: "found \(found); a string of up to 255 bytes or a 64-bit integer is expected")
        }
    }
}
