import Adit
import AditJSON
import CAdit

/// A parsed text of a host: a message, and the keys beside it. Keys that begin with `@` are Adit's.
struct Envelope: ~Copyable {
    enum Content {
        /// A message of the app, in ``document``.
        case message
        // Rare cases are indirect, so that the others are quick to copy.
        /// A control message.
        indirect case own(ControlMessage)
    }

    /// A client whose texts the host relays, with the keys of Adit that it may send.
    final class Sender {
        let client: String
        private let allowed: Set<String>

        init(_ client: String, allowed: Set<String>) {
            self.client = client
            self.allowed = allowed
        }

        /// Returns the key if it is Adit's and the client may not send it.
        fileprivate func denied(_ key: JSONKey) -> String? {
            Config.Clients.words.first { $0.utf8.elementsEqual(key.text.utf8) && !allowed.contains($0) }
        }

        fileprivate func refusal(of key: String) -> ABIError {
            let words = Config.Clients.words.filter(allowed.contains)
            let others = words.isEmpty ? "" : ", or one of \(words.joined(separator: ", "))"
            return ABIError(
                ADIT_EDENIED,
                "\(key): found in a message of the client \"\(client)\"; a message of the app\(others) is expected")
        }
    }

    /// The keys beside a message.
    final class Beside {
        let id: MessageID?
        /// The dependencies from `@with`.
        let overrides: Overrides?

        init(id: MessageID?, overrides: Overrides?) {
            self.id = id
            self.overrides = overrides
        }
    }

    let content: Content
    /// The keys beside the message; nil without any, as for most messages.
    let beside: Beside?
    /// The text's value, without the keys that begin with `@` and stand beside others.
    let document: BorrowedDocument

    /// Parses a host's text.
    ///
    /// - Parameter sender: the client; nil for the host itself, which may send everything.
    /// - Throws: ``ABIError`` `ADIT_ESIZE`, `ADIT_EJSON`, `ADIT_EMESSAGE` or `ADIT_EDENIED`.
    init(parsing text: UnsafeRawBufferPointer, limits: Config.Limits, of sender: Sender? = nil) throws(ABIError) {
        guard text.count <= limits.message else {
            throw ABIError(ADIT_ESIZE, "the message has \(text.count) bytes; limits.message is \(limits.message)")
        }
        var document: BorrowedDocument
        do {
            document = try BorrowedDocument(parsing: text, depth: limits.depth, values: limits.values)
        } catch {
            throw ABIError(error)
        }
        // Most messages have one key, which is not Adit's.
        if document.withRoot({ $0.isOnlyKey(without: UInt8(ascii: "@")) }) {
            content = .message
            beside = nil
            self.document = document
            return
        }
        let own: (content: Content, keys: ControlKeys)
        do {
            own = try document.withRoot { (root) throws(CodingFailure) in
                let keys = try ControlKeys(of: root, from: sender)
                return (keys.denied == nil ? try keys.content() : .message, keys)
            }
        } catch {
            throw ABIError(ADIT_EMESSAGE, error)
        }
        if let denied = own.keys.denied, let sender { throw sender.refusal(of: denied) }
        document.removeMembers(startingWith: UInt8(ascii: "@"))
        content = own.content
        beside = own.keys.standBeside ? Beside(id: own.keys.id, overrides: own.keys.overrides) : nil
        self.document = document
    }
}

/// The keys of a message that begin with `@`.
private struct ControlKeys {
    private(set) var id: MessageID?
    private(set) var overrides: Overrides?
    /// A key that the sender may not send; the keys after it were not read.
    private(set) var denied: String?
    private var control: (key: String, value: JSONValue)?
    private var appKey: JSONKey?

    /// Whether there are keys beside the message.
    var standBeside: Bool { id != nil || overrides != nil }

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
                overrides = try read(Overrides.self, of: "@with", value)
            } else if let control {
                throw CodingFailure(
                    path: key.text, reason: "found beside \"\(control.key)\"; only one of them is expected")
            } else {
                control = (key.text, value)
            }
        }
    }

    func content() throws(CodingFailure) -> Envelope.Content {
        guard let (key, value) = control else { return .message }
        if let appKey {
            throw CodingFailure(path: key, reason: "found beside \"\(appKey.text)\"; it is a message of its own")
        }
        if overrides != nil {
            throw CodingFailure(path: "@with", reason: "found beside \"\(key)\"; a message of the app is expected")
        }
        return .own(try ControlMessage(reading: key, value))
    }

}

/// Reads the value of a key.
func read<T: WireCodable>(_ type: T.Type, of key: String, _ value: JSONValue) throws(CodingFailure) -> T {
    do { return try decodeWire(type, from: value) } catch { throw error.within(key) }
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
