import AditJSON

/// A host's reply, before its type is known.
package final class HostReply: Sendable {
    private let text: [UInt8]
    private let path: [String]

    /// - Parameters:
    ///   - text: a JSON text.
    ///   - path: the keys that lead to the reply object.
    package init(_ text: UnsafeRawBufferPointer, at path: [String]) {
        self.text = Array(text)
        self.path = path
    }

    /// - Parameter text: the reply object.
    /// - Throws: ``JSONSyntaxError`` if it is not JSON.
    package init(parsing text: String) throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: text)
        self.text = Array(text.utf8)
        path = []
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
    func read<Reply: WireCodable>(_: Reply.Type, from gateway: String) throws(GatewayFailure) -> Reply {
        let outcome = withAnswer { (error, result) throws(CodingFailure) -> Result<Reply, GatewayFailure> in
            if let error { return .failure(.refused(gateway, JSON(error))) }
            do throws(CodingFailure) { return .success(try Reply(reading: JSONReader(result ?? .null))) } catch {
                throw error.within("result")
            }
        }
        switch outcome {
        case .success(let answer): return try answer.get()
        case .failure(let failure): throw .misunderstood(gateway, failure)
        }
    }

    /// Whether it contains an error or a result: the end of a source contains neither.
    var hasAnswer: Bool {
        let found = withAnswer { (error, result) throws(CodingFailure) in error != nil || result != nil }
        return (try? found.get()) ?? false
    }

    /// Whether it contains an error.
    var isFailure: Bool {
        let found = withAnswer { (error, _) throws(CodingFailure) in error != nil }
        return (try? found.get()) ?? true
    }

    private func withAnswer<R>(
        _ body: (_ error: JSONValue?, _ result: JSONValue?) throws(CodingFailure) -> R
    ) -> Result<R, CodingFailure> {
        text.withUnsafeBytes { text in
            Result { () throws(CodingFailure) in
                try BorrowedDocument(parsing: text, as: "an answer that is").withRoot { (root) throws(CodingFailure) in
                    var value = root
                    for key in path { value = value[key] ?? .null }
                    return try body(value["error"], value["result"])
                }
            }
        }
    }
}
