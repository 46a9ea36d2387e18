// SPDX-License-Identifier: Apache-2.0
import Adit
import AditLibrary
import NIOCore

/// The config of a core whose clients may have the authority of a host.
///
/// A core knows one list of control messages, `clients`, for all clients. Where trusted clients come, that list has all of
/// them, unless the config has another one. Where clients of both kinds come, the list of the config is for the untrusted
/// ones, and the server checks it.
struct TrustConfig {
    /// What a trusted client may send: everything that a host may.
    private static let all = """
        ["@get","@subscribe","@window","@unsubscribe","@reply","@heard","@advance","@stats","@trace","@pause","@resume",\
        "@close","@export","@import","@undo","@redo","@with"]
        """

    private(set) var config: ByteBuffer
    /// The number of bytes that were put in before whatever an error can be about.
    private(set) var added = 0
    /// The control messages of untrusted clients, which the server checks; nil if the core does.
    private(set) var untrustedControls: [ByteString]?

    init(_ text: Bytes, hasTrustedClients: Bool, isMixed: Bool) {
        config = ByteBuffer(bytes: text.buffer)
        guard hasTrustedClients, text.has(prefix: "{") else { return }
        guard let clients = text.member("clients") else {
            if isMixed { untrustedControls = [] }
            put("\"clients\":\(TrustConfig.all)", behind: text.prefix(1), in: text)
            return
        }
        // A list of another form is refused by the core.
        guard isMixed, let value = try? JSONValue(parsing: clients.buffer) else { return }
        let listed = value.object == nil ? value : value["messages"] ?? .array([])
        guard let names = listed.array?.map({ $0.string }), names.allSatisfy({ $0 != nil }) else { return }
        untrustedControls = names.compactMap { $0.map { ByteString($0) } }
        if value.object == nil {
            replace(clients, in: text)
        } else if let messages = clients.member("messages") {
            replace(messages, in: text)
        } else {
            put("\"messages\":\(TrustConfig.all)", behind: Bytes(text.start, to: clients.start + 1), in: text)
        }
    }

    /// Puts a member behind the beginning of an object.
    private mutating func put(_ member: String, behind beginning: Bytes, in text: Bytes) {
        var scanner = ObjectScanner(Bytes(beginning.end - 1, to: text.end))
        let member = member + (scanner.next() == nil ? "" : ",")
        config = ByteBuffer(bytes: beginning.buffer)
        config.writeString(member)
        config.append(Bytes(beginning.end, to: text.end))
        added = member.utf8.count
    }

    private mutating func replace(_ part: Bytes, in text: Bytes) {
        config = ByteBuffer(bytes: Bytes(text.start, to: part.start).buffer)
        config.writeString(TrustConfig.all)
        config.append(Bytes(part.end, to: text.end))
        added = TrustConfig.all.utf8.count - part.count
    }
}

extension Core {
    /// Why the server does not pass a line of an untrusted client on; nil if it does.
    func denial(of line: Bytes, from client: Client) -> String? {
        guard !client.isTrusted, let untrustedControls else { return nil }
        var scanner = ObjectScanner(line)
        while let member = scanner.next() {
            guard let key = member.decodedKey, key.hasPrefix("@"), !["@core", "@id", "@group"].contains(key),
                !untrustedControls.contains(ByteString(key))
            else { continue }
            let listed = untrustedControls.map(\.string)
            let expected = listed.isEmpty ? "" : ", or one of \(listed.joined(separator: ", "))"
            return "\(key): found in a message of an untrusted client; a message of the app\(expected) is expected"
        }
        return nil
    }
}

extension ObjectScanner.Member {
    /// Nil of a key that is no JSON, which the core refuses.
    fileprivate var decodedKey: String? {
        // Its quotes are around it.
        Bytes(start: key.start - 1, count: key.count + 2).decodedString
    }
}
