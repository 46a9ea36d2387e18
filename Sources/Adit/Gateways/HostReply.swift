import AditJSON

/// A host's answer, before it is known what it should be.
package final class HostReply: @unchecked Sendable {  // Its tree is not changed any more, and passed on whole.
    private let document: JSONDocument
    private let path: [String]

    /// - Parameters:
    ///   - path: the keys that lead to the object with the answer.
    package init(_ document: consuming JSONDocument, at path: [String]) {
        self.document = document
        self.path = path
    }

    /// A fixture, which is the result itself unless it is an object with the one key `error`.
    init?(fixture json: JSON) {
        let text =
            if case .object(let members) = json, members.count == 1, members["error"] != nil {
                json.text
            } else {
                #"{"result":\#(json.text)}"#
            }
        do { document = try JSONDocument(parsing: text) } catch { return nil }
        path = []
    }

    /// The answer to a gateway's call.
    ///
    /// - Throws: ``GatewayFailure``.
    func read<Reply: WireCodable>(_: Reply.Type, from gateway: String) throws(GatewayFailure) -> Reply {
        let outcome: Result<Reply, GatewayFailure> = document.withRoot { root in
            var value = root
            for key in path { value = value[key] ?? .null }
            if let error = value["error"] { return .failure(.refused(gateway, JSON(error))) }
            do throws(CodingFailure) {
                return .success(try Reply(reading: JSONReader(value["result"] ?? .null)))
            } catch {
                return .failure(.misunderstood(gateway, error.within("result")))
            }
        }
        return try outcome.get()
    }

    /// Whether there is an answer in it: the end of a source has none.
    var hasAnswer: Bool {
        document.withRoot { root in
            var value = root
            for key in path { value = value[key] ?? .null }
            return value["error"] != nil || value["result"] != nil
        }
    }
}
