import CServe
import Glibc
import NIOCore
import NIOPosix

/// A socket that clients connect to.
///
/// The event loop's thread: so it is sendable.
final class Listener: @unchecked Sendable {
    /// What its clients speak.
    enum Kind: Sendable {
        /// Lines. Clients of a trusted socket have the authority of a host, and belong to the server's own user.
        case lines(isTrusted: Bool)
        /// HTTP.
        case http(HTTPAccess)
        /// Lines, behind one that says whose they are: a client's, with this token, or another node's.
        case greeted(Token)
    }

    let kind: Kind
    private let server: Server
    /// The file that is removed at the end: which it is, as another one may be at its path later.
    private let file: (path: String, status: stat)?
    private var context: ChannelHandlerContext?
    private var isAcceptRequested = false

    private init(_ kind: Kind, for server: Server, file: (path: String, status: stat)? = nil) {
        (self.kind, self.server, self.file) = (kind, server, file)
    }

    /// Opens a Unix socket at a path, for this user only. A socket there without a server is replaced.
    ///
    /// - Throws: `SystemError`: `EADDRINUSE` if a server listens there, or another file is there.
    static func unix(_ path: String, isTrusted: Bool, for server: Server) throws(SystemError) -> Listener {
        let (descriptor, status) = try open(path)
        let listener = Listener(.lines(isTrusted: isTrusted), for: server, file: (path, status))
        _ = listener.bootstrap.withBoundSocket(descriptor)
        return listener
    }

    /// Listens at a socket that is bound already: by systemd.
    static func inherited(_ descriptor: Int32, _ kind: Kind, for server: Server) -> Listener {
        let listener = Listener(kind, for: server)
        _ = listener.bootstrap.withBoundSocket(descriptor)
        return listener
    }

    /// Listens at a port; 0 for any that is free. The future has the address.
    static func tcp(
        _ place: HostPort, _ kind: Kind, for server: Server
    ) -> (listener: Listener, address: EventLoopFuture<SocketAddress?>) {
        let listener = Listener(kind, for: server)
        let bound = listener.bootstrap
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: place.host, port: place.port)
        return (listener, bound.map { $0.localAddress })
    }

    private var bootstrap: ServerBootstrap {
        ServerBootstrap(group: server.loop)
            .serverChannelOption(.autoRead, value: false)
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ListenerHandler(self))
                }
            }
            // A failed future closes the connection.
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture { try accept(channel) }
            }
    }

    private func accept(_ channel: any Channel) throws {
        guard server.hasSpareDescriptor else {
            channel.closeFuture.whenComplete { [server] _ in server.openSpareDescriptor() }
            throw SystemError("accept", number: EMFILE)
        }
        let operations = channel.pipeline.syncOperations
        let isHTTP = if case .http = kind { true } else { false }
        try Client.setOptions(of: channel, isHTTP: isHTTP)
        switch kind {
        case .lines(let isTrusted):
            let isOwn = try operations.withUnsafeTransportIfAvailable { serve_is_own_peer($0) } ?? false
            guard !isTrusted || isOwn else { throw SystemError("accept", number: EACCES) }
            let client = server.makeClient(isTrusted: isTrusted)
            client.output.useSocket(of: channel)
            try operations.addHandler(ClientHandler(client, of: server))
        case .http(let access):
            try HTTPConnection.prepare(channel, access, server)
        case .greeted(let token):
            try operations.addHandler(ClosingHandler())
            if let security = server.options.node?.security {
                try operations.addHandler(security.makeServerHandler())
            }
            try operations.addHandler(GreetingHandler(server, token: token, Handshake(channel, of: server)))
        }
    }

    /// Accepts the next client, unless there are too many.
    func requestAccept() {
        guard let context, !isAcceptRequested, !server.isEnding, server.hasPlace(for: kind) else { return }
        isAcceptRequested = true
        context.read()
    }

    /// Removes the file, unless another one is at the path. The socket still listens, so no server takes it for one that
    /// was left.
    func remove() {
        var found = stat()
        guard let file, lstat(file.path, &found) == 0 else { return }
        if found.st_dev == file.status.st_dev, found.st_ino == file.status.st_ino { unlink(file.path) }
    }

    private final class ListenerHandler: ChannelInboundHandler {
        typealias InboundIn = any Channel
        private let listener: Listener

        init(_ listener: Listener) { self.listener = listener }

        func handlerAdded(context: ChannelHandlerContext) { listener.context = context }
        func channelActive(context: ChannelHandlerContext) { listener.requestAccept() }

        // Without a free descriptor, NIO would try again and again. With the spare one, the client is accepted, and
        // disconnected.
        func errorCaught(context: ChannelHandlerContext, error: any Error) { listener.server.closeSpareDescriptor() }

        func channelReadComplete(context: ChannelHandlerContext) {
            listener.isAcceptRequested = false
            context.fireChannelReadComplete()
            // Clients that were accepted count once they are active.
            context.eventLoop.assumeIsolated().execute { [listener] in listener.requestAccept() }
        }
    }
}

// MARK: - The file

extension Listener {
    fileprivate static func open(_ path: String) throws(SystemError) -> (descriptor: Int32, file: stat) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { throw SystemError(path, number: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let place = SocketAddress(address)
        guard removeStale(path, place) else { throw SystemError(path) }
        let descriptor = makeSocket()
        var file = stat()
        let mask = umask(0o177)
        let isOpen =
            descriptor >= 0 && place.withSockAddr { bind(descriptor, $0, socklen_t($1)) } == 0
            && lstat(path, &file) == 0 && listen(descriptor, 128) == 0
        let error = SystemError(path)
        umask(mask)
        guard isOpen else {
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
        return (descriptor, file)
    }

    /// Removes a socket at which no server listens; false if one does, or if it is another file.
    private static func removeStale(_ path: String, _ place: SocketAddress) -> Bool {
        var file = stat()
        guard lstat(path, &file) == 0 else { return true }
        errno = EADDRINUSE
        guard file.st_mode & S_IFMT == S_IFSOCK else { return false }
        // A server whose queue is full is one as well: connecting to it would wait.
        let descriptor = makeSocket()
        guard descriptor >= 0 else { return false }
        let isStale = place.withSockAddr { connect(descriptor, $0, socklen_t($1)) } != 0 && errno == ECONNREFUSED
        close(descriptor)
        errno = EADDRINUSE
        return isStale && unlink(path) == 0
    }

    private static func makeSocket() -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }
}
