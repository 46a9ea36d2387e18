import NIOCore

/// The config of a core whose clients may have the authority of a host.
///
/// Where all clients have it, they may send everything that a host may, unless the config has a list. Where clients of both
/// kinds come, the list is for the untrusted ones, and the core knows the others by their names.
struct TrustConfig {
    /// What a trusted client may send.
    private static let all = """
        ["@get","@subscribe","@window","@unsubscribe","@reply","@heard","@advance","@stats","@trace","@pending","@cancel","@pause","@resume",\
        "@close","@export","@import","@undo","@redo","@with"]
        """
    private static let trusted = "\"trusted\":\"\(ClientName.mark)\""

    private(set) var config: ByteBuffer
    /// The number of bytes that were put in before whatever an error can be about.
    private(set) var added = 0

    init(_ text: Bytes, hasTrustedClients: Bool, isMixed: Bool) {
        config = ByteBuffer(bytes: text.buffer)
        guard hasTrustedClients, text.has(prefix: "{") else { return }
        let clients = text.member("clients")
        if let clients, isMixed {
            if clients.has(prefix: "{") {
                put(TrustConfig.trusted, behind: Bytes(text.start, to: clients.start + 1), in: text)
            } else {
                put("{\"messages\":\(clients.text),\(TrustConfig.trusted)}", inPlaceOf: clients, in: text)
            }
        } else if clients == nil {
            let value = isMixed ? "{\(TrustConfig.trusted)}" : TrustConfig.all
            put("\"clients\":\(value)", behind: text.prefix(1), in: text)
        }
    }

    /// Puts a member behind the beginning of an object.
    private mutating func put(_ member: String, behind beginning: Bytes, in text: Bytes) {
        var scanner = ObjectScanner(Bytes(beginning.end - 1, to: text.end))
        put(scanner.next() == nil ? member : member + ",", inPlaceOf: Bytes(start: beginning.end, count: 0), in: text)
    }

    private mutating func put(_ new: String, inPlaceOf part: Bytes, in text: Bytes) {
        config = ByteBuffer(bytes: Bytes(text.start, to: part.start).buffer)
        config.writeString(new)
        config.append(Bytes(part.end, to: text.end))
        added = new.utf8.count - part.count
    }
}
