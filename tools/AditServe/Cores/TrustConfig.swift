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
    /// What was put in, in this order.
    private(set) var changes: [Replacement] = []

    init(_ text: Bytes, hasTrustedClients: Bool, isMixed: Bool) {
        config = ByteBuffer(bytes: text.buffer)
        guard hasTrustedClients, text.has(prefix: "{") else { return }
        let clients = text.member("clients")
        if let clients, isMixed {
            if clients.has(prefix: "{") {
                put(TrustConfig.trusted, into: clients, of: text)
            } else {
                put(",\(TrustConfig.trusted)}", at: clients.end - text.start)
                put("{\"messages\":", at: clients.start - text.start)
            }
        } else if clients == nil {
            let value = isMixed ? "{\(TrustConfig.trusted)}" : TrustConfig.all
            put("\"clients\":\(value)", into: text, of: text)
        }
    }

    /// Puts a member at the beginning of an object.
    private mutating func put(_ member: String, into object: Bytes, of text: Bytes) {
        var scanner = ObjectScanner(object)
        put(scanner.next() == nil ? member : member + ",", at: object.start + 1 - text.start)
    }

    private mutating func put(_ new: String, at offset: Int) {
        let (text, change) = config.withUnsafeReadableBytes { bytes in
            let place = Bytes(bytes).suffix(from: offset).prefix(0)
            return Bytes(bytes).replacing(place, with: new)
        }
        config = text
        changes.append(change)
    }
}
