import Adit
import AditJSON

/// A text of a host with keys of Adit, which begin with `@`: a message, and the keys beside it.
package struct Envelope {
    enum Content {
        /// A message of the app: the text without the keys beside it.
        case message(MessageText)
        // Rare cases are indirect, so that the others are quick to copy.
        /// A control message.
        indirect case control(ControlMessage)
    }

    /// A client whose texts the host relays.
    struct Sender {
        let client: String
        let permissions: Config.Permissions

        /// Returns the key if it is Adit's and the client may not send it.
        fileprivate func denied(_ key: JSONKey) -> String? {
            Config.Permission.keys.first {
                $0.utf8.count == key.count && $0.utf8.elementsEqual(key.bytes)
                    && !permissions.messages.contains($0)
            }
        }

        fileprivate func refusal(of key: String) -> HostError {
            let words = Config.Permission.keys.filter(permissions.messages.contains)
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
    /// The keys beside the message; nil without any.
    let beside: Beside?
    /// A digest of the message, without the keys beside it, and without regard to white space; nil without an id, or if
    /// none was asked for.
    let digest: UInt64?

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - sender: the client; nil for the host itself, which may send everything.
    ///   - hasDigest: whether a message with an id gets a digest, which costs as much as reading it.
    /// - Throws: ``HostError`` `json`, `size`, `message` or `denied`.
    init(
        reading text: UnsafeRawBufferPointer, limits: Config.Limits, of sender: Sender?, hasDigest: Bool
    ) throws(HostError) {
        var denied: String?
        do throws(JSONFailure) {
            self = try JSONReader.read(text, depth: limits.depth.value, values: limits.values.value) {
                (root) throws(CodingFailure) in
                if sender == nil, let message = root.loneControlMessage { return Envelope(.control(message)) }
                let keys = try ControlKeys(of: root, from: sender)
                denied = keys.denied
                return try Envelope(root, keys, hasDigest: hasDigest)
            }
        } catch {
            throw HostError(error)
        }
        if let denied, let sender { throw sender.refusal(of: denied) }
    }

    private init(_ content: Content, _ beside: Beside? = nil, digest: UInt64? = nil) {
        self.content = content
        self.beside = beside
        self.digest = digest
    }

    private init(_ root: JSONReader, _ keys: ControlKeys, hasDigest: Bool) throws(CodingFailure) {
        try keys.check()
        guard keys.standBeside || keys.control == nil || keys.denied != nil else {
            self.init(.control(try root.read()))
            return
        }
        // What stays is the message: of the app, or the one control message.
        let message = MessageText(root.text(withoutKeysBeside: keys.control))
        let content: Content =
            keys.control == nil || keys.denied != nil
            ? .message(message) : .control(try message.read { (reader) throws(CodingFailure) in try reader.read() })
        let digest =
            keys.id == nil || !hasDigest
            ? nil
            : try message.read { reader in
                let writer = JSONWriter()
                writer.write(reader)
                return checksum(of: writer.bytes)
            }
        self.init(
            content, keys.standBeside ? Beside(id: keys.id, overrides: keys.overrides, group: keys.group) : nil,
            digest: digest)
    }
}

extension JSONReader {
    /// A control message without keys beside it, as most are; nil if there are some, or it cannot be read: the errors of
    /// these keys come first.
    fileprivate var loneControlMessage: ControlMessage? {
        guard let key = firstKey, key.bytes.first == UInt8(ascii: "@"), !key.matches("@id"), !key.matches("@with"),
            !key.matches("@group")
        else { return nil }
        allowMembersBesideCase()
        guard let message: ControlMessage = try? read(), !hasManyMembers else { return nil }
        return message
    }

    /// The `@id` behind a message that was read; nil if another key is there, too.
    var idBesideMessage: MessageID? {
        guard var members = membersAgain(), members.next() != nil, let (key, value) = members.next(),
            key.matches("@id"), let id = try? MessageID(value), members.next() == nil
        else { return nil }
        return id
    }

    /// Returns the text of a host's object without the keys that begin with `@`.
    ///
    /// - Parameter control: one that stays: that of a control message.
    func text(withoutKeysBeside control: String? = nil) -> JSONWriter {
        let writer = JSONWriter()
        writer.writeObject {
            forEachMember { (key, value) throws(Never) in
                guard key.utf8.first != UInt8(ascii: "@") || key == control, let text = value.raw else { return }
                writer.writeProperty(key) { writer.write(raw: text) }
            }
        }
        return writer
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

    init(of root: JSONReader, from sender: Envelope.Sender?) throws(CodingFailure) {
        guard root.isObject else {
            throw CodingFailure(path: "", reason: "found \(root.description); an object with one case is expected")
        }
        var members = try root.members()
        while let (key, value) = members.next() {
            guard key.count > 0, key[0] == UInt8(ascii: "@") else {
                appKey = appKey ?? key
                continue
            }
            if let sender, let word = sender.denied(key) {
                denied = word
                return
            }
            if key.matches("@id") {
                id = try MessageID(value)
            } else if key.matches("@client") {
                throw CodingFailure(path: "@client", reason: "found in a message; the client is named by adit_submit")
            } else if key.matches("@with") {
                do { overrides = try Overrides(reading: value) } catch { throw error.within("@with") }
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
private func groupName(_ value: JSONReader) throws(CodingFailure) -> String {
    if let text = value.string, text.utf8.count <= 255 { return text }
    let found = value.kind == .string ? "a string of over 255 bytes" : value.description
    throw CodingFailure(path: "@group", reason: "found \(found); a string of up to 255 bytes is expected")
}

extension MessageID {
    /// Reads the value of `@id`.
    fileprivate init(_ value: JSONReader) throws(CodingFailure) {
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
