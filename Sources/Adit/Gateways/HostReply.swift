import AditJSON

/// A host's reply, before its type is known.
@usableFromInline
package final class HostReply: Sendable {
    /// The JSON text of the reply object.
    @usableFromInline let text: [UInt8]

    package init(_ text: UnsafeRawBufferPointer) { self.text = Array(text) }

    /// - Parameter text: the reply object.
    /// - Throws: ``JSONSyntaxError`` if it is not JSON.
    package init(parsing text: String) throws(JSONSyntaxError) {
        try text.utf8.span.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
            try JSONReader.check(bytes, depth: 2048)
        }
        self.text = Array(text.utf8)
    }

    /// Creates a reply from a fixture, which is the result itself unless it is an object with the only key `error`.
    convenience init?(fixture json: JSON) {
        let text =
            if case .object(let members) = json, members.count == 1, members["error"] != nil {
                json.text
            } else {
                #"{"result":\#(json.text)}"#
            }
        do { try self.init(parsing: text) } catch { return nil }
    }

    /// Reads the reply to a gateway's call.
    ///
    /// - Throws: ``GatewayFailure``.
    @inlinable
    package func read<Reply: WireCodable>(_ type: Reply.Type, from gateway: String) throws(GatewayFailure) -> Reply {
        switch result(type, from: gateway) {
        case .success(let reply): return reply
        case .failure(let failure): throw failure
        }
    }

    /// Returns the reply to a gateway's call, or the reason for its absence.
    // Inlinable: for a reply of a known type, the result is of a known type, too, whose metadata need not be looked up.
    @inlinable
    package func result<Reply: WireCodable>(
        _: Reply.Type, from gateway: String
    ) -> Result<Reply, GatewayFailure> {
        do throws(CodingFailure) {
            return try withAnswer { (error, result) throws(CodingFailure) in
                if let error { return .failure(.refused(gateway, JSON(error))) }
                do throws(CodingFailure) {
                    if let result { return .success(try Reply(reading: result)) }
                    return .success(try JSONReader.readNull(Reply.init(reading:)))
                } catch {
                    throw error.within("result")
                }
            }
        } catch {
            return .failure(.misunderstood(gateway, error))
        }
    }

    /// Whether it contains an error or a result: the end of a source contains neither.
    var hasAnswer: Bool {
        do { return try withAnswer { (error, result) throws(CodingFailure) in error != nil || result != nil } } catch {
            return false
        }
    }

    /// Whether it contains an error.
    var isFailure: Bool {
        do { return try withAnswer { (error, _) throws(CodingFailure) in error != nil } } catch { return true }
    }

    /// Calls `body` with the error or the result, or with neither, where it stands in the text: it is read in one pass.
    @inlinable
    func withAnswer<R>(
        _ body: (_ error: JSONReader?, _ result: JSONReader?) throws(CodingFailure) -> R
    ) throws(CodingFailure) -> R {
        try text.withUnsafeBufferPointer { (text) throws(CodingFailure) in
            try JSONReader.read(UnsafeRawBufferPointer(text), as: "an answer that is") { (root) throws(CodingFailure) in
                guard root.isObject else { return try body(nil, nil) }
                var answer: R?
                var members = try root.members()
                while let (key, value) = members.next() {
                    if key.matches("error") { return try body(value, nil) }
                    if key.matches("result") { answer = try body(nil, value) }
                }
                if let answer { return answer }
                return try body(nil, nil)
            }
        }
    }
}

/// A request to the host.
@usableFromInline
package struct HostRequest: Sendable {
    package let id: EffectID
    package let gateway: String
    /// The request as JSON text.
    package let request: String
    /// The same with masks in place of secrets; nil if it has none.
    package let masked: String?
    /// The number of expected replies.
    package let replies: Replies

    package init(id: EffectID, gateway: String, request: String, masked: String?, replies: Replies) {
        (self.id, self.gateway, self.request, self.masked, self.replies) = (id, gateway, request, masked, replies)
    }
}
