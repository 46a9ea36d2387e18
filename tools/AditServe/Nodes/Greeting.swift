import AditLibrary
import NIOCore

/// Reads the first line of a connection of `--listen`, which says whose it is, and makes it a client then:
/// `{"@token": TOKEN}` of a client, `{"@node": {"token": TOKEN, "from": NODE, "client": CLIENT}}` of another node, for one of its clients.
///
/// The event loop's thread.
final class GreetingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    private let server: Server
    private let token: Token
    private let handshake: Handshake
    private var input = ByteBuffer()
    /// In bytes.
    private static let longest = 4096

    init(_ server: Server, token: Token, _ handshake: Handshake) {
        (self.server, self.token, self.handshake) = (server, token, handshake)
    }

    func channelActive(context: ChannelHandlerContext) { context.read() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        input.writeBuffer(&buffer)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard let end = input.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else {
            if input.readableBytes > GreetingHandler.longest { return refuse(context) }
            return context.read()
        }
        let line = input.readString(length: end - input.readerIndex) ?? ""
        input.moveReaderIndex(forwardBy: 1)
        guard let client = client(greeting: line) else { return refuse(context) }
        do {
            let handler = ClientHandler(client, of: server)
            try context.pipeline.syncOperations.addHandler(handler, position: .after(self))
            _ = context.pipeline.syncOperations.removeHandler(self)
            handler.begin(with: input, writingTo: try context.pipeline.syncOperations.context(handler: handler))
            handshake.end()
        } catch {
            context.close(promise: nil)
        }
    }

    private func client(greeting line: String) -> Client? {
        guard let greeting = try? JSONValue(parsing: line) else { return nil }
        if let text = greeting["@token"]?.string {
            return token.isSame(as: text) ? server.makeClient(isTrusted: false) : nil
        }
        guard let node = server.node, let other = greeting["@node"], let secret = other["token"]?.string,
            node.options.token.isSame(as: secret), let name = other["client"]?.string?.withBytes({ ClientName($0) })
        else { return nil }
        return server.makeClient(ofNode: name)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        let text = """
            {"@refused":{"code":"edenied","message":"the first line here is {\\"@token\\": TOKEN} with the token of this server"}}\n
            """
        context.writeAndClose(NIOAny(ByteBuffer(string: text)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
