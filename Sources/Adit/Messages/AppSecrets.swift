import AditJSON

/// The masks for an app's JSON texts that are not decoded, or not yet: messages of the host, replies, and records of
/// durable effects. Any thread.
package final class AppSecrets: Sendable {
    package let message: SecretMask?
    package let state: SecretMask?
    private let requests: [String: SecretMask]
    private let replies: [String: SecretMask]
    /// The gateways that give any number of replies.
    private let sources: Set<String>

    /// - Parameter gateways: the names of the app's gateways, their schemas, and how many replies each gives.
    /// - Returns: nil if no type of the app has secrets.
    init?(
        message: Schema?, state: Schema?, gateways: [(name: String, request: Schema, reply: Schema?, isSource: Bool)],
        in definitions: SchemaDefinitions
    ) {
        self.message = SecretMask(message, in: definitions)
        self.state = SecretMask(state, in: definitions)
        var (requests, replies): ([String: SecretMask], [String: SecretMask]) = ([:], [:])
        for gateway in gateways {
            requests[gateway.name] = SecretMask(gateway.request, in: definitions)
            replies[gateway.name] = SecretMask(gateway.reply, in: definitions)
        }
        (self.requests, self.replies) = (requests, replies)
        sources = Set(gateways.filter(\.isSource).map(\.name))
        if self.message == nil, self.state == nil, requests.isEmpty, replies.isEmpty { return nil }
    }

    /// Returns a request with masks; nil if it needs none.
    ///
    /// - Parameter text: a request to the gateway, as JSON.
    package func masked(request text: JSONWriter, to gateway: String) -> String? {
        guard let mask = requests[gateway] else { return nil }
        return masked(text.bytes) { root, writer in mask.write(root, to: writer) }?.text
    }

    /// Returns a message of a host with masks; nil if it needs none.
    package func masked(message text: UnsafeRawBufferPointer) -> JSONWriter? {
        guard message != nil || !replies.isEmpty else { return nil }
        return masked(text) { root, writer in
            write(object: root, writer) { key, value in
                if key == "@with" {
                    write(overrides: value, writer)
                } else if key.utf8.first != UInt8(ascii: "@"), let message {
                    message.write(value, of: key, to: writer)
                } else {
                    writer.write(value)
                }
            }
        }
    }

    /// Returns the members of an opening with masks in the answers of gateways that the config sets.
    func masked(opening: String) -> String {
        let text = Array("{\(opening)}".utf8)
        let written: JSONWriter? = text.withUnsafeBytes { text in
            masked(text) { root, writer in
                write(object: root, writer) { key, value in
                    if key == "config" { write(config: value, writer) } else { writer.write(value) }
                }
            }
        }
        return written.map { String($0.text.dropFirst().dropLast()) } ?? opening
    }

    private func write(config: JSONReader, _ writer: JSONWriter) {
        write(object: config, writer) { key, value in
            if key == "with" { write(overrides: value, writer) } else { writer.write(value) }
        }
    }

    /// Writes dependencies, of which the answers of gateways may have secrets.
    private func write(overrides: JSONReader, _ writer: JSONWriter) {
        write(object: overrides, writer) { key, value in
            if key == "gateways" { write(answers: value, writer) } else { writer.write(value) }
        }
    }

    private func write(answers: JSONReader, _ writer: JSONWriter) {
        write(object: answers, writer) { name, answer in
            guard let mask = replies[name] else { return writer.write(answer) }
            guard answer.isArray, sources.contains(name) else { return mask.write(answer, to: writer) }
            writer.write(literal: "[")
            answer.forEachElement { item in
                writer.separate()
                mask.write(item, to: writer)
            }
            writer.write(literal: "]")
        }
    }

    /// Returns a host's `@reply` with masks; nil if it needs none.
    ///
    /// - Parameter gateway: returns the gateway of a request; nil if it is not pending.
    package func masked(reply text: UnsafeRawBufferPointer, gateway: (String) -> String?) -> JSONWriter? {
        guard !replies.isEmpty else { return nil }
        return masked(text) { root, writer in
            let name = root["@reply"]?["effect"]?.string.flatMap(gateway)
            write(object: root, writer) { key, value in
                if key == "@reply" { write(reply: value, of: name, writer) } else { writer.write(value) }
            }
        }
    }

    private func write(reply: JSONReader, of gateway: String?, _ writer: JSONWriter) {
        write(object: reply, writer) { key, value in
            guard key == "result" else { return writer.write(value) }
            // The type of an answer to no request is not known.
            guard let gateway else { return writer.write("***") }
            write(value, by: replies[gateway], writer)
        }
    }

    /// Returns the record of a durable effect with masks.
    func masked(record text: [UInt8]) -> [UInt8] {
        let written: JSONWriter? = text.withUnsafeBytes { text in
            masked(text) { root, writer in
                let request = root["gateway"]?.string.flatMap { requests[$0] }
                write(object: root, writer) { key, value in
                    write(value, by: key == "request" ? request : key == "message" ? message : nil, writer)
                }
            }
        }
        return written.map { Array($0.bytes) } ?? text
    }

    // MARK: Texts

    private func write(_ value: JSONReader, by mask: SecretMask?, _ writer: JSONWriter) {
        if let mask { mask.write(value, to: writer) } else { writer.write(value) }
    }

    /// Writes an object; `body` writes the value of each key.
    private func write(object: JSONReader, _ writer: JSONWriter, _ body: (String, JSONReader) -> Void) {
        guard object.isObject else { return writer.write(object) }
        writer.writeObject {
            object.forEachMember { (key, value) throws(Never) in writer.writeProperty(key) { body(key, value) } }
        }
    }

    private func masked(
        _ text: UnsafeRawBufferPointer, _ write: (JSONReader, JSONWriter) -> Void
    ) -> JSONWriter? {
        let writer = JSONWriter()
        // It was read before.
        do throws(CodingFailure) { try JSONReader.read(text, as: "a text that is") { write($0, writer) } } catch {
            return nil
        }
        return writer
    }
}
