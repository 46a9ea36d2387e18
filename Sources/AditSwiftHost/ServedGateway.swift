import Adit
import AditJSON

/// A gateway or source of an app, with the closure of the program that serves it.
public struct ServedGateway {
    let name: String
    let server: Server

    enum Server {
        /// Handles a request where the core is driven, and returns the reply object; nil for no reply.
        case immediate((JSONReader) throws -> String?)
        /// Returns the work that handles a request, on any thread, and passes each reply object on.
        case task((JSONReader) throws -> @Sendable (@escaping @Sendable (String) -> Void) async throws -> Void)
    }
}

extension HostGateway {
    /// Serves a gateway that answers nothing.
    ///
    /// - Parameter handle: called where the core is driven, after the batch that made the request.
    public func served(by handle: @escaping (Request) -> Void) -> ServedGateway where Reply == Never {
        ServedGateway(
            name: name,
            server: .immediate { value in
                handle(try Request(reading: value))
                return nil
            })
    }

    /// Serves a gateway by a function.
    ///
    /// - Parameter handle: called where the core is driven, after the batch that made the request. An error that it
    ///   throws is the reply.
    public func served(by handle: @escaping (Request) throws -> Reply) -> ServedGateway {
        ServedGateway(
            name: name, server: .immediate { try resultText(handle(try Request(reading: $0))) })
    }

    /// Serves a gateway by an asynchronous function.
    ///
    /// - Parameter handle: called in a separate task, which is cancelled with the request. An error that it throws is
    ///   the reply.
    @_disfavoredOverload
    public func served(by handle: @escaping @Sendable (Request) async throws -> Reply) -> ServedGateway
    where Request: Sendable, Reply: SendableMetatype {
        ServedGateway(
            name: name,
            server: .task { value in
                let request = try Request(reading: value)
                return { reply in reply(try resultText(try await handle(request))) }
            })
    }
}

extension HostSource {
    /// Serves a source by a sequence.
    ///
    /// - Parameter items: returns the items of a request; called in a separate task, which is cancelled with the
    ///   request. An error that the sequence throws ends the source.
    public func served<Items: AsyncSequence & SendableMetatype>(
        by items: @escaping @Sendable (Request) -> Items
    ) -> ServedGateway where Request: Sendable, Items.Element == Item, Items.AsyncIterator: SendableMetatype {
        ServedGateway(
            name: name,
            server: .task { value in
                let request = try Request(reading: value)
                return { reply in
                    for try await item in items(request) { reply(try resultText(item)) }
                }
            })
    }
}

/// Returns the member of a reply object with a result.
private func resultText(_ result: some WireCodable) throws(CodingFailure) -> String {
    let writer = JSONWriter()
    writer.write(literal: #""result":"#)
    try encodeWire(result, to: writer)
    return writer.text
}
